import { useQuery } from '@tanstack/react-query'
import { keyOf } from '../../base/data/keys.ts'
import { countQuery } from '../../base/data/query.ts'

/** How many tasks are waiting, for the side bar. */
export const useWaitingTaskCount = (enabled = true): number | undefined =>
  useQuery({
    queryKey: keyOf('tasks', 'waiting-count'),
    queryFn: () => countQuery([{ _name: 'waitingTasks' }], { version: 0 }),
    refetchInterval: 60_000,
    enabled,
  }).data
