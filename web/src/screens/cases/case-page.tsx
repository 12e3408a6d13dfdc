import './cases.css'
import { defangText } from '../../base/model/defang.ts'
import '../../shared/response/response.css'
import type { CaseV1 } from '@assay/contract'
import type { ReactNode } from 'react'
import { Link } from '../../base/routing/link.tsx'
import { navigate, useSearch } from '../../base/routing/location.ts'
import type { ScreenProps } from '../../base/routing/screen.ts'
import { text } from '../../base/texts/index.ts'
import { Page } from '../../base/ui/page.tsx'
import { Answer, isMissing } from '../../base/ui/states.tsx'
import { useLetterKeys } from '../../base/ui/use-letter-keys.ts'
import { SimilarCases } from '../../shared/response/similar-cases.tsx'
import { CaseBar } from './case-bar.tsx'
import { CaseButtons } from './case-buttons.tsx'
import { CaseTabBar, type Tab, tabPath, tabs } from './case-tab-bar.tsx'
import { ClosedBanner } from './closed-banner.tsx'
import { useCase } from './data.ts'
import { GonePage } from './gone-page.tsx'
import { ObservablesTab } from './observables/observables-tab.tsx'
import { RelationsTab } from './relations/relations-tab.tsx'
import { StoryTab } from './story/story-tab.tsx'
import { TasksTab } from './tasks/tasks-tab.tsx'

export function CasePage({ params: { id = '' } }: ScreenProps) {
  const found = useCase(id)
  const back = <Link to="/cases">{text('cases.back')}</Link>
  // Also for one that was shown until now: it was merged or deleted.
  if (isMissing(found.error)) return <GonePage id={id} />
  return (
    <Answer query={found}>
      {(row) => (
        <Page
          title={`#${row.number} ${row.title}`}
          back={back}
          tlp={row.tlp}
          heading={
            <>
              <span className="muted number">#{row.number}</span> {defangText(row.title)}
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

/** An old tab that is part of the story now redirects there. */
function CaseTabs({ row }: { row: CaseV1 }) {
  const { params } = useSearch()
  const current = tabs.find((tab) => tab === params.get('tab')) ?? 'story'
  const go = (tab: Tab) => navigate(tabPath(row._id, tab))
  const comment = () => {
    const focus = () => document.querySelector<HTMLElement>('[data-composer]')?.focus()
    if (current === 'story') return focus()
    go('story')
    // The field has yet to be drawn.
    setTimeout(focus)
  }
  useLetterKeys({
    v: () => go('observables'),
    t: () => go('tasks'),
    m: comment,
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
      <CaseTabBar row={row} current={current} />
      {content[current]()}
    </>
  )
}
