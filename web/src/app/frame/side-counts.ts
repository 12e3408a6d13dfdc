import { useQuery } from '@tanstack/react-query'
import { newAlertCount, openCaseCount } from '../../base/data/counts.ts'
import type { TextKey } from '../../base/texts/index.ts'
import { useWaitingTaskCount } from '../../screens/tasks/waiting-count.ts'
import type { Section } from '../routes.tsx'

export interface SideCount {
  readonly count: number
  /** Said after it. */
  readonly words: TextKey
  readonly isUrgent?: boolean
}

const everyMs = 60_000

/** What waits for the user, next to the screen that shows it. */
export function useSideCounts(enabled: boolean): Partial<Record<Section, SideCount>> {
  const tasks = useWaitingTaskCount(enabled)
  const { data: alerts } = useQuery({ ...newAlertCount, refetchInterval: everyMs, enabled })
  const { data: cases } = useQuery({ ...openCaseCount, refetchInterval: everyMs, enabled })
  return {
    ...(alerts && { alerts: { count: alerts, words: 'search.new', isUrgent: true } }),
    ...(cases && { cases: { count: cases, words: 'search.open' } }),
    ...(tasks && { tasks: { count: tasks, words: 'tasks.waitingNow' } }),
  }
}
