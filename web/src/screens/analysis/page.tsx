import { useEffect, useMemo, useRef, useState } from 'react'
import { useAnalyzers } from '../../base/data/workers.ts'
import { Link } from '../../base/routing/link.tsx'
import { navigate, useLocation, useSearch } from '../../base/routing/location.ts'
import { path } from '../../base/routing/match.ts'
import { useSession } from '../../base/session/session.ts'
import { text } from '../../base/texts/index.ts'
import { Notice } from '../../base/ui/notice.tsx'
import { Page } from '../../base/ui/page.tsx'
import { useAction } from '../../base/use-action.ts'
import { AnalyzersPanel } from './analyzers-panel.tsx'
import { type Draft, takeDraft } from './draft.ts'
import { DropZone } from './drop-zone.tsx'
import { defaultHandling, type HandlingForm, HandlingPanel } from './handling-panel.tsx'
import { ObservablesPanel } from './observables-panel.tsx'
import { readParameters } from './parameters.ts'
import { type Price, pairsOf, priceOf } from './plan.ts'
import { acceptedTypes } from './rows.ts'
import { RunBar } from './run-bar.tsx'
import { sendingNow, useSendingVersion } from './sending.ts'
import { addToInvestigation, startInvestigation } from './start.ts'
import { useChoice } from './use-choice.ts'
import { useObservables } from './use-observables.ts'
import './analysis.css'

/** More than that is a script's work; every job is a request and a row. */
const maxJobs = 5000

export function NewAnalysisPage() {
  const { user } = useSession()
  const owner = `${user.organization}/${user.id}`
  const analyzers = useAnalyzers()
  const observables = useObservables()
  const [handling, setHandling] = useState<HandlingForm>(defaultHandling)
  const change = (part: Partial<HandlingForm>) => setHandling((now) => ({ ...now, ...part }))

  const enabled = analyzers.data ?? []
  const accepted = useMemo(() => acceptedTypes(analyzers.data ?? []), [analyzers.data])
  const ticked = useMemo(
    () => observables.rows.filter(({ isTicked }) => isTicked),
    [observables.rows],
  )
  const types = useMemo(() => [...new Set(ticked.map(({ dataType }) => dataType))], [ticked])
  const choice = useChoice(enabled, types, handling)
  const chosen = choice.offers.flatMap(({ analyzer, isChosen }) => (isChosen ? [analyzer] : []))
  const price = priceOf(ticked, chosen)
  const parameters = readParameters(handling.parameters)

  useHandedOver((draft) => {
    if (draft.text) observables.addText(draft.text)
    if (draft.observables) observables.addGiven(draft.observables)
    if (draft.dataType) observables.setEveryType(draft.dataType)
    if (draft.analyzerIds) choice.choosePreset({ kind: 'given', ids: draft.analyzerIds })
    change({
      ...(draft.tlp === undefined ? {} : { tlp: draft.tlp }),
      ...(draft.pap === undefined ? {} : { pap: draft.pap }),
    })
  })

  useSendingVersion()
  const unfinished = sendingNow(owner)
  const action = useAction()
  const into = useSearch().params.get('into')
  const run = () =>
    void action.run(async () => {
      const started = {
        rows: ticked,
        pairs: pairsOf(ticked, chosen),
        owner,
        options: {
          tlp: handling.tlp,
          pap: handling.pap,
          message: handling.note.trim(),
          force: handling.force,
          ...(parameters.kind === 'ok' ? { parameters: parameters.value } : {}),
        },
      }
      if (into) await addToInvestigation(into, started)
      navigate(path`/investigations/${into ?? (await startInvestigation(started))}`)
    })

  return (
    <Page
      title={text('analysis.title')}
      actions={
        unfinished && (
          <Link to={path`/investigations/${unfinished.investigationId}`}>
            {text('analysis.showSending')}
          </Link>
        )
      }
    >
      <Notice kind="error">{action.problem?.message}</Notice>
      <DropZone onFiles={observables.addFiles} />
      <div className="analysis-form">
        <ObservablesPanel
          observables={observables}
          accepted={accepted}
          isFileTaken={enabled.some(({ dataTypeList }) => dataTypeList.includes('file'))}
        />
        <div className="analysis-side">
          <HandlingPanel handling={handling} onChange={change} />
          <AnalyzersPanel analyzers={analyzers} choice={choice} isIdle={ticked.length === 0} />
        </div>
      </div>
      <RunBar
        price={price}
        unavailable={
          (action.busy && text('analysis.cannot.saving')) ||
          (unfinished && text('analysis.cannot.sending')) ||
          (observables.isReading && text('analysis.cannot.reading')) ||
          (parameters.kind === 'wrong' && text('analysis.cannot.parameters')) ||
          reasonAgainst(price)
        }
        onRun={run}
      />
    </Page>
  )
}

function reasonAgainst({ observables, analyzers, jobs }: Price): string | undefined {
  if (observables === 0) return text('analysis.cannot.observables')
  if (analyzers === 0) return text('analysis.cannot.analyzers')
  if (jobs === 0) return text('analysis.cannot.fitting')
  return jobs > maxJobs ? text('analysis.cannot.tooMany', { max: maxJobs }) : undefined
}

/**
 * Another screen may hand over something at any time, also while the form is shown: in memory, or
 * in the address as `/new?data=…`, which is read like a paste.
 */
function useHandedOver(use: (draft: Draft) => void) {
  const here = useLocation()
  const read = useRef('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: things are handed over by navigating
  useEffect(() => {
    const draft = takeDraft()
    if (draft) use(draft)
    const text = new URLSearchParams(here.search).getAll('data').join('\n')
    if (text !== '' && text !== read.current) use({ text })
    read.current = text
  }, [here])
}
