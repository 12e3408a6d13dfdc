import './cases.css'
import '../response/response.css'
import type { CaseV1 } from '@assay/contract'
import type { ReactNode } from 'react'
import { SimilarCases } from '../response/similar-cases.tsx'
import { Link } from '../routing/link.tsx'
import { navigate, useSearch } from '../routing/location.ts'
import { path } from '../routing/match.ts'
import type { ScreenProps } from '../routing/screen.ts'
import { text } from '../texts/index.ts'
import { MissingPage } from '../ui/missing-page.tsx'
import { Page } from '../ui/page.tsx'
import { Answer } from '../ui/states.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { useLetterKeys } from '../ui/use-letter-keys.ts'
import { CaseBar } from './case-bar.tsx'
import { CaseButtons } from './case-buttons.tsx'
import { ClosedBanner } from './closed-banner.tsx'
import { useCase, useCaseCounts } from './data.ts'
import { ObservablesTab } from './observables/observables-tab.tsx'
import { RelationsTab } from './relations/relations-tab.tsx'
import { StoryTab } from './story/story-tab.tsx'
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
          <ClosedBanner row={row} />
          <CaseTabs row={row} />
        </Page>
      )}
    </Answer>
  )
}

const tabs = ['story', 'observables', 'tasks', 'relations', 'similar'] as const
type Tab = (typeof tabs)[number]

const tabPath = (id: string, tab: Tab) =>
  path`/cases/${id}` + (tab === 'story' ? '' : `?tab=${tab}`)

/** What was a tab of its own and is told by the story now leads there. */
function CaseTabs({ row }: { row: CaseV1 }) {
  const { params } = useSearch()
  const counts = useCaseCounts(row._id).data
  const current = tabs.find((tab) => tab === params.get('tab')) ?? 'story'
  const go = (tab: Tab) => navigate(tabPath(row._id, tab))
  useLetterKeys({
    v: () => go('observables'),
    t: () => go('tasks'),
    m: () => document.querySelector<HTMLElement>('[data-composer]')?.focus(),
  })
  const content: Record<Tab, () => ReactNode> = {
    story: () => <StoryTab row={row} />,
    observables: () => <ObservablesTab row={row} />,
    tasks: () => <TasksTab row={row} />,
    relations: () => <RelationsTab row={row} />,
    similar: () => <SimilarCases origin={{ entity: 'Case', id: row._id }} />,
  }
  return (
    <>
      <Tabs
        label={text('cases.parts')}
        tabs={tabs.map((tab) => ({
          to: tabPath(row._id, tab),
          label: text(`cases.tab.${tab}`),
          count:
            tab === 'observables'
              ? counts?.observables
              : tab === 'tasks'
                ? counts?.tasks
                : undefined,
          isCurrent: tab === current,
        }))}
      />
      {content[current]()}
    </>
  )
}
