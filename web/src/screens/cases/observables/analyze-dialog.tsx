import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../base/api.ts'
import { changed } from '../../../base/data/cache.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { analyzerName } from '../../../base/model/analyzer-name.ts'
import { shownValue } from '../../../base/model/observable.ts'
import { problemOf } from '../../../base/problem.ts'
import { counted, text } from '../../../base/texts/index.ts'
import { announce } from '../../../base/ui/announcer.tsx'
import { Button } from '../../../base/ui/button.tsx'
import { FormDialog } from '../../../base/ui/form-dialog.tsx'
import { Empty } from '../../../base/ui/states.tsx'
import { showToast } from '../../../base/ui/toasts.tsx'
import { useAction } from '../../../base/use-action.ts'
import { forEachOf } from '../../../shared/response/for-each-of.ts'
import { WorkerPicker } from '../../../shared/response/worker-picker.tsx'
import { type Analyzed, type Analyzer, fitting, type Pair, pairsOf } from './analyze.ts'

/** As many as a browser sends to one server at once. */
const atOnce = 6

interface AnalyzeDialogProps {
  observables: readonly Analyzed[]
  onClose: () => void
  onStarted?: () => void
}

/** Runs analyzers through the case, so it keeps what they find. */
export function AnalyzeDialog({ observables, onClose, onStarted }: AnalyzeDialogProps) {
  const action = useAction()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [done, setDone] = useState(0)
  const [failures, setFailures] = useState<readonly string[]>([])
  const analyzers = useQuery({
    queryKey: keyOf('analyzers', 'of-platform'),
    queryFn: ({ signal }): Promise<Analyzer[]> => api.listEngineAnalyzers({}, { signal }),
    staleTime: 60_000,
  })
  const offered = fitting(analyzers.data ?? [], observables)
  const pairs = pairsOf(offered, chosen, observables)

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
  return (
    <FormDialog
      title={counted('cases.analyzeTitle', observables.length)}
      shape="wide"
      icon="play"
      submit={
        action.busy
          ? text('cases.startedOf', { started: done, all: pairs.length })
          : counted('cases.startAnalyses', pairs.length)
      }
      unavailable={pairs.length === 0 && text('cases.chooseAnalyzer')}
      action={action}
      onSubmit={start}
      onClose={onClose}
    >
      <Failures lines={failures} />
      <WorkerPicker
        query={analyzers}
        workers={offered}
        chosen={chosen}
        onChange={setChosen}
        legend={text('cases.analyzers')}
        filterLabel={text('cases.filterAnalyzers')}
        none={
          <Empty title={text('cases.noAnalyzer')} icon="catalogue">
            {text('cases.noAnalyzerAbout')}
          </Empty>
        }
        tools={(shown) => (
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
        )}
      />
    </FormDialog>
  )
}

const inputOf = ({ analyzer, observable }: Pair) => ({
  engineId: analyzer.engineIds[0] ?? '',
  analyzerId: analyzer.id,
  artifactId: observable._id,
})

const refusalOf = ({ analyzer, observable }: Pair, error: unknown) =>
  text('app.labelled', {
    label: `${analyzerName(analyzer.name)}, ${shownValue(observable)}`,
    value: problemOf(error).message,
  })

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
