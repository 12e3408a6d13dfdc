import type { CaseV1 } from '@assay/contract'
import { path } from '../../base/routing/match.ts'
import { text } from '../../base/texts/index.ts'
import { Tabs } from '../../base/ui/tabs.tsx'
import { useCaseCounts, useSimilarCount } from './data.ts'
import { isOpen, useCaseTasks } from './tasks/data.ts'

export const tabs = ['story', 'observables', 'tasks', 'relations', 'similar'] as const
export type Tab = (typeof tabs)[number]

export const tabPath = (id: string, tab: Tab | 'report') =>
  tab === 'report'
    ? path`/cases/${id}/report`
    : path`/cases/${id}` + (tab === 'story' ? '' : `?tab=${tab}`)

/** The parts of a case; its report has an address of its own. */
export function CaseTabBar({ row, current }: { row: CaseV1; current: Tab | 'report' }) {
  const counts = useCaseCounts(row._id).data
  const tasks = useCaseTasks(row._id).data?.rows
  const similar = useSimilarCount(row._id)
  const done =
    tasks && tasks.length > 0
      ? text('cases.openOf', {
          open: tasks.filter((task) => !isOpen(task)).length,
          all: tasks.length,
        })
      : undefined
  const countOf: Partial<Record<Tab | 'report', number | string | undefined>> = {
    observables: counts?.observables,
    tasks: done,
    similar: similar || undefined,
  }
  return (
    <Tabs
      label={text('cases.parts')}
      tabs={[...tabs, 'report' as const].map((tab) => ({
        to: tabPath(row._id, tab),
        label: text(tab === 'report' ? 'cases.report.title' : `cases.tab.${tab}`),
        count: countOf[tab],
        isCurrent: tab === current,
      }))}
    />
  )
}
