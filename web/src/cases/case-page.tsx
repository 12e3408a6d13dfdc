import './cases.css'
import '../response/response.css'
import type { CaseV1 } from '@assay/contract'
import type { ReactNode } from 'react'
import { SimilarCases } from '../response/similar-cases.tsx'
import { Link } from '../routing/link.tsx'
import { useSearch } from '../routing/location.ts'
import { path } from '../routing/match.ts'
import type { ScreenProps } from '../routing/screen.ts'
import { text } from '../texts/index.ts'
import { MissingPage } from '../ui/missing-page.tsx'
import { Page } from '../ui/page.tsx'
import { Answer } from '../ui/states.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { CaseActionsTab } from './actions/case-actions-tab.tsx'
import { CaseBar } from './case-bar.tsx'
import { CaseButtons } from './case-buttons.tsx'
import { useCase, useCaseCounts } from './data.ts'
import { ObservablesTab } from './observables/observables-tab.tsx'
import { SummaryTab } from './summary-tab.tsx'
import { TasksTab } from './tasks/tasks-tab.tsx'

export function CasePage({ params: { id = '' } }: ScreenProps) {
  const found = useCase(id)
  const back = <Link to="/cases">{text('cases.back')}</Link>
  return (
    <Answer query={found} missing={<MissingPage what={text('cases.case')} id={id} back={back} />}>
      {(row) => (
        <Page
          title={`#${row.number} ${row.title}`}
          back={back}
          tlp={row.tlp}
          heading={
            <>
              <span className="muted number">#{row.number}</span> {row.title}
            </>
          }
          actions={<CaseButtons row={row} />}
        >
          <CaseBar row={row} />
          <CaseTabs row={row} />
        </Page>
      )}
    </Answer>
  )
}

const tabs = ['summary', 'observables', 'tasks', 'actions', 'similar'] as const
type Tab = (typeof tabs)[number]

function CaseTabs({ row }: { row: CaseV1 }) {
  const { params } = useSearch()
  const counts: Partial<Record<Tab, number>> = useCaseCounts(row._id).data ?? {}
  const current = tabs.find((tab) => tab === params.get('tab')) ?? 'summary'
  const content: Record<Tab, () => ReactNode> = {
    summary: () => <SummaryTab row={row} />,
    observables: () => <ObservablesTab row={row} />,
    tasks: () => <TasksTab row={row} />,
    actions: () => <CaseActionsTab row={row} />,
    similar: () => <SimilarCases origin={{ entity: 'Case', id: row._id }} />,
  }
  return (
    <>
      <Tabs
        label={text('cases.parts')}
        tabs={tabs.map((tab) => ({
          to: path`/cases/${row._id}` + (tab === 'summary' ? '' : `?tab=${tab}`),
          label: text(`cases.tab.${tab}`),
          count: counts[tab],
          isCurrent: tab === current,
        }))}
      />
      {content[current]()}
    </>
  )
}
