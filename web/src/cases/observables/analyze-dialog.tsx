import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { api } from '../../api.ts'
import { changed } from '../../data/changes.ts'
import { keyOf } from '../../data/keys.ts'
import { shownValue } from '../../model/observable.ts'
import { problemOf } from '../../problem.ts'
import { counted, text } from '../../texts/index.ts'
import { announce } from '../../ui/announcer.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Answer, Empty } from '../../ui/states.tsx'
import { toggled } from '../../ui/table.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { type Analyzed, type Analyzer, fitting, forEachOf, type Pair, pairsOf } from './analyze.ts'

/** As many as a browser sends to one server at once. */
const atOnce = 6

interface AnalyzeDialogProps {
  observables: readonly Analyzed[]
  onClose: () => void
  onStarted?: () => void
}

/** Runs analyzers through the case, so that it keeps what they find. */
export function AnalyzeDialog({ observables, onClose, onStarted }: AnalyzeDialogProps) {
  const formId = useId()
  const [wanted, setWanted] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [done, setDone] = useState<number>()
  const [failures, setFailures] = useState<readonly string[]>([])
  const analyzers = useQuery({
    queryKey: keyOf('analyzers', 'of-platform'),
    queryFn: ({ signal }): Promise<Analyzer[]> => api.listEngineAnalyzers({}, { signal }),
    staleTime: 60_000,
  })
  const offered = fitting(analyzers.data ?? [], observables)
  const shown = offered.filter((one) => matches(one, wanted))
  const pairs = pairsOf(offered, chosen, observables)
  const busy = done !== undefined

  const start = async () => {
    const refused: string[] = []
    let ended = 0
    setDone(0)
    setFailures([])
    await forEachOf(pairs, atOnce, async (pair) => {
      await api.runEngineAnalysis(inputOf(pair)).catch((error: unknown) => {
        refused.push(refusalOf(pair, error))
      })
      ended += 1
      setDone(ended)
    })
    setDone(undefined)
    announce(text('cases.startedOf', { started: ended - refused.length, all: pairs.length }))
    await changed('case_artifact_job')
    if (refused.length > 0) {
      setFailures(refused)
      return
    }
    showToast({ kind: 'success', message: counted('cases.analysesStarted', pairs.length) })
    onClose()
    onStarted?.()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy && pairs.length > 0) void start()
  }
  return (
    <Dialog
      title={counted('cases.analyzeTitle', observables.length)}
      shape="wide"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text('app.cancel')}</Button>
          <Button
            kind="primary"
            icon="play"
            type="submit"
            form={formId}
            busy={busy}
            unavailable={pairs.length === 0 && text('cases.chooseAnalyzer')}
          >
            {busy
              ? text('cases.startedOf', { started: done ?? 0, all: pairs.length })
              : counted('cases.startAnalyses', pairs.length)}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit}>
        <Failures lines={failures} />
        <Answer query={analyzers}>
          {() =>
            offered.length === 0 ? (
              <Empty title={text('cases.noAnalyzer')} icon="catalogue">
                {text('cases.noAnalyzerAbout')}
              </Empty>
            ) : (
              <>
                <Field
                  label={text('cases.filterAnalyzers')}
                  name="wanted"
                  type="search"
                  value={wanted}
                  onChange={setWanted}
                />
                <div className="buttons option-buttons">
                  <Button
                    size="small"
                    onClick={() => setChosen(new Set([...chosen, ...shown.map(({ id }) => id)]))}
                  >
                    {counted('cases.chooseAll', shown.length)}
                  </Button>
                  <Button size="small" kind="quiet" onClick={() => setChosen(new Set())}>
                    {text('cases.chooseNone')}
                  </Button>
                </div>
                <AnalyzerList
                  analyzers={shown}
                  chosen={chosen}
                  onToggle={(id) => setChosen(toggled(chosen, id))}
                />
              </>
            )
          }
        </Answer>
      </form>
    </Dialog>
  )
}

const inputOf = ({ analyzer, observable }: Pair) => ({
  engineId: analyzer.engineIds[0] ?? '',
  analyzerId: analyzer.id,
  artifactId: observable._id,
})

const refusalOf = ({ analyzer, observable }: Pair, error: unknown) =>
  text('app.labelled', {
    label: `${analyzer.name}, ${shownValue(observable)}`,
    value: problemOf(error).message,
  })

const matches = ({ name, description }: Analyzer, wanted: string) =>
  `${name} ${description}`.toLowerCase().includes(wanted.trim().toLowerCase())

function Failures({ lines }: { lines: readonly string[] }) {
  return (
    <div role="alert">
      {lines.length > 0 && (
        <div className="failed">
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

interface AnalyzerListProps {
  analyzers: readonly Analyzer[]
  chosen: ReadonlySet<string>
  onToggle: (id: string) => void
}

function AnalyzerList({ analyzers, chosen, onToggle }: AnalyzerListProps) {
  if (analyzers.length === 0) return <p className="muted">{text('choices.none')}</p>
  return (
    <fieldset className="option-list">
      <legend className="visually-hidden">{text('cases.analyzers')}</legend>
      {analyzers.map(({ id, name, version, description }) => (
        <label key={id} className="option">
          <input type="checkbox" checked={chosen.has(id)} onChange={() => onToggle(id)} />
          <span>
            <span className="option-name">
              {name} <span className="muted">{version}</span>
            </span>
            {description && <small>{description}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
