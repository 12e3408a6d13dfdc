import './cases.css'
import '../response/response.css'
import type { ObservableV1 } from '@assay/contract'
import { type ReactNode, useState } from 'react'
import { plainValue, shownValue } from '../model/observable.ts'
import { Link } from '../routing/link.tsx'
import { useSearch } from '../routing/location.ts'
import { path } from '../routing/match.ts'
import type { ScreenProps } from '../routing/screen.ts'
import { useRights } from '../session/rights.ts'
import { text } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'
import { CopyMenu } from '../ui/copy.tsx'
import { MissingPage } from '../ui/missing-page.tsx'
import { Page } from '../ui/page.tsx'
import { Answer } from '../ui/states.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { ActionsPanel } from './actions/actions-panel.tsx'
import { useActions } from './actions/data.ts'
import { ResponderDialog } from './actions/responder-dialog.tsx'
import { useCase } from './data.ts'
import { AnalysesTab } from './observables/analyses-tab.tsx'
import { AnalyzeDialog } from './observables/analyze-dialog.tsx'
import { useAnalyses, useObservable, useSimilarObservables } from './observables/data.ts'
import { ObservableBar } from './observables/observable-bar.tsx'
import { ObservableDetails } from './observables/observable-details.tsx'
import { SimilarTab } from './observables/similar-tab.tsx'

export function ObservablePage({ params: { caseId = '', id = '' } }: ScreenProps) {
  const found = useObservable(id)
  const back = <CaseLink caseId={caseId} />
  return (
    <Answer
      query={found}
      missing={<MissingPage what={text('cases.observable')} id={id} back={back} />}
    >
      {(row) => <ShownObservable caseId={caseId} row={row} back={back} />}
    </Answer>
  )
}

function CaseLink({ caseId }: { caseId: string }) {
  const row = useCase(caseId).data
  return (
    <Link to={`${path`/cases/${caseId}`}?tab=observables`}>
      {row ? text('cases.backTo', { name: `#${row.number} ${row.title}` }) : text('cases.back')}
    </Link>
  )
}

const tabs = ['analysis', 'actions', 'similar'] as const
type Tab = (typeof tabs)[number]

interface ShownObservableProps {
  caseId: string
  row: ObservableV1
  back: ReactNode
}

function ShownObservable({ caseId, row, back }: ShownObservableProps) {
  const { analyze } = useRights()
  const { params, set } = useSearch()
  const [asking, setAsking] = useState<'responder' | 'analyze'>()
  const current = tabs.find((tab) => tab === params.get('tab')) ?? 'analysis'
  const target = { type: 'case_artifact', id: row._id, tlp: row.tlp } as const
  const counts: Record<Tab, number | undefined> = {
    analysis: useAnalyses(row._id).data?.total,
    actions: useActions(target).data?.length,
    similar: useSimilarObservables(row._id).data?.total,
  }
  const open = (tab: Tab) => {
    setAsking(undefined)
    set({ tab }, { push: true })
  }
  const content: Record<Tab, () => ReactNode> = {
    analysis: () => <AnalysesTab caseId={caseId} observable={row} />,
    actions: () => <ActionsPanel target={target} />,
    similar: () => <SimilarTab observable={row} />,
  }
  return (
    <Page
      title={shownValue(row)}
      back={back}
      tlp={row.tlp}
      heading={
        <span className="observable">
          <span className="type-chip">{row.dataType}</span>
          <span className="value">{shownValue(row)}</span>
          <CopyMenu dataType={row.dataType} value={plainValue(row)} />
        </span>
      }
      actions={
        analyze && (
          <>
            <Button icon="play" onClick={() => setAsking('responder')}>
              {text('cases.runResponder')}
            </Button>
            <Button kind="primary" icon="observable" onClick={() => setAsking('analyze')}>
              {text('cases.analyze')}
            </Button>
          </>
        )
      }
    >
      <ObservableBar row={row} caseId={caseId} />
      <ObservableDetails row={row} />
      <Tabs
        label={text('cases.observableParts')}
        tabs={tabs.map((tab) => ({
          to:
            path`/cases/${caseId}/observables/${row._id}` +
            (tab === 'analysis' ? '' : `?tab=${tab}`),
          label: text(`cases.observableTab.${tab}`),
          count: counts[tab],
          isCurrent: tab === current,
        }))}
      />
      {content[current]()}
      {asking === 'responder' && (
        <ResponderDialog
          target={target}
          onClose={() => setAsking(undefined)}
          onStarted={() => open('actions')}
        />
      )}
      {asking === 'analyze' && (
        <AnalyzeDialog
          observables={[row]}
          onClose={() => setAsking(undefined)}
          onStarted={() => open('analysis')}
        />
      )}
    </Page>
  )
}
