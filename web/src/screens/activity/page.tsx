import type { Job } from '@assay/contract'
import { lazy, Suspense } from 'react'
import { changedSearch, currentLocation, useSearch } from '../../base/routing/location.ts'
import type { ScreenProps } from '../../base/routing/screen.ts'
import { useRights } from '../../base/session/rights.ts'
import { loadTexts } from '../../base/texts/index.ts'
import { Forbidden, Loading } from '../../base/ui/states.tsx'
import { NotFound } from '../../base/ui/whole-page.tsx'
import { JobsPage, type Kind } from '../../shared/jobs/page.tsx'
import { ActivityTabs } from './tabs.tsx'

/** A report is opened now and then, and its views are half of the page. */
const ReportDrawer = lazy(async () => {
  const [{ ReportDrawer: drawer }] = await Promise.all([
    import('../value/report-drawer.tsx'),
    loadTexts(['facts', 'report', 'value']),
  ])
  return { default: drawer }
})

/** Only organizations with policies need it. */
const Guarded = lazy(async () => {
  const [{ ResponsesPanel }] = await Promise.all([
    import('./responses-panel.tsx'),
    loadTexts(['brakes']),
  ])
  return { default: ResponsesPanel }
})

const Review = lazy(async () => {
  const [{ ReviewDialog }] = await Promise.all([
    import('./responses-panel.tsx'),
    loadTexts(['brakes']),
  ])
  return { default: ReviewDialog }
})

/** With the words of rules. */
const AutomationRuns = lazy(async () => {
  const [{ AutomationRunsPage }] = await Promise.all([
    import('./automation/automation-page.tsx'),
    loadTexts(['rules']),
  ])
  return { default: AutomationRunsPage }
})

export function ActivityPage({ params: { view = 'analyses' } }: ScreenProps) {
  const { analyze } = useRights()
  if (view === 'automation')
    return analyze ? (
      <Suspense fallback={<Loading />}>
        <AutomationRuns />
      </Suspense>
    ) : (
      <Forbidden needs="analyze" />
    )
  if (view !== 'analyses' && view !== 'responses') return <NotFound />
  return <Activity key={view} kind={view} />
}

function Activity({ kind }: { kind: Kind }) {
  const { params } = useSearch()
  const { analyze } = useRights()
  const report = params.get('report')
  const response = params.get('response')
  return (
    <JobsPage
      kind={kind}
      pathOf={overList}
      tabs={
        <>
          <ActivityTabs current={kind} />
          {kind === 'responses' && analyze && (
            <Suspense>
              <Guarded />
            </Suspense>
          )}
        </>
      }
    >
      {response && analyze && (
        <Suspense>
          <Review key={response} id={response} />
        </Suspense>
      )}
      {report && (
        <Suspense>
          <ReportDrawer key={report} id={report} />
        </Suspense>
      )}
    </JobsPage>
  )
}

/** The list stays as it is behind its report. */
function overList({ id }: Job): string {
  const { path, search } = currentLocation()
  return path + changedSearch(search, { report: id, part: undefined })
}
