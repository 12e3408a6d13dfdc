import type { Job } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { searchJobs, useJobs } from '../../base/data/jobs.ts'
import { keyOf } from '../../base/data/keys.ts'
import { allOf } from '../../base/data/steps.ts'
import { useIsLive } from '../../base/live/connection.ts'
import { useCalmEvents } from '../../base/live/use-calm-events.ts'
import type { ListState } from '../list/declaration.ts'
import { conditionOf } from '../list/filters.ts'
import type { Query } from './query.ts'
import { useLiveJobs } from './use-live-jobs.ts'

/** The rows as they were when the reader came; later answers update them, but add no rows. */
interface Held {
  readonly key: string
  readonly rows: readonly Job[]
  readonly total: number
}

/** The jobs that the address requests. Rows never move by themselves: new ones are counted. */
export function useJobList(
  { declared, values, sort, from, size }: ListState<Job>,
  type: Job['type'],
) {
  const [turn, setTurn] = useState(0)
  // "The last hour" ends at the request; a moving end would be another list at each drawing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` asks anew
  const condition = useMemo(
    () => allOf([{ type }, conditionOf(declared.filters, values)]) ?? {},
    [values, turn, type],
  )
  const search = { query: condition, range: `${from}-${from + size}`, sort }
  const query = useJobs(search)

  const key = JSON.stringify(search)
  const [held, setHeld] = useState<Held>()
  const isSettled = query.data !== undefined && !query.isPlaceholderData
  if (query.data && isSettled && held?.key !== key) setHeld({ key, ...query.data })

  const rows = useMemo(() => {
    if (held?.key !== key) return query.data?.rows ?? []
    const news = new Map(query.data?.rows.map((job) => [job.id, job]))
    return held.rows.map((job) => news.get(job.id) ?? job)
  }, [held, key, query.data])

  const showNew = () => {
    if (values.created?.length) setTurn(turn + 1)
    else void query.refetch().then(() => setHeld(undefined))
  }

  return {
    query,
    condition,
    rows: useLiveJobs(rows),
    total: query.data?.total ?? 0,
    newJobs: useNewJobs(condition, isSettled ? held?.total : undefined, rows),
    showNew,
  }
}

/** How many more there are than when the list was read. */
function useNewJobs(query: Query, known: number | undefined, rows: readonly Job[]) {
  const isLive = useIsLive()
  const { data, refetch } = useQuery({
    queryKey: keyOf('jobs', 'count', query, known),
    queryFn: async ({ signal }) => (await searchJobs({ query, range: '0-1' }, signal)).total,
    enabled: known !== undefined,
    staleTime: 10_000,
    gcTime: 0,
    ...(known === undefined ? {} : { initialData: known }),
    refetchInterval: isLive ? 60_000 : 15_000,
  })
  useCalmEvents({
    isWanted: (event) => 'jobId' in event && !rows.some(({ id }) => id === event.jobId),
    pauseMs: () => 1000,
    work: () => void refetch(),
  })
  return Math.max(0, (data ?? 0) - (known ?? 0))
}
