import { useQuery } from '@tanstack/react-query'
import { keyOf } from '../../base/data/keys.ts'
import { countQuery } from '../../base/data/query.ts'
import { allOf, filterSteps, is, listStep } from '../../base/data/steps.ts'
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
  const { data: alerts } = useQuery({
    queryKey: keyOf('alerts', 'count', 'new'),
    queryFn: ({ signal }) => {
      const isNew = allOf([is('read', false), is('imported', false)])
      return countQuery([listStep('Alert'), ...filterSteps(isNew)], { name: 'new-alerts', signal })
    },
    refetchInterval: everyMs,
    enabled,
  })
  const { data: cases } = useQuery({
    queryKey: keyOf('cases', 'count', 'open'),
    queryFn: ({ signal }) =>
      countQuery([listStep('Case'), ...filterSteps(is('status', 'Open'))], {
        name: 'open-cases',
        signal,
      }),
    refetchInterval: everyMs,
    enabled,
  })
  return {
    ...(alerts && { alerts: { count: alerts, words: 'search.new', isUrgent: true } }),
    ...(cases && { cases: { count: cases, words: 'search.open' } }),
    ...(tasks && { tasks: { count: tasks, words: 'tasks.waitingNow' } }),
  }
}
