import type { Job } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { searchJobs, useJobs } from '../data/jobs.ts'
import { keyOf } from '../data/keys.ts'
import { useIsLive, useLiveEvents } from '../live/connection.ts'
import { useSearch } from '../routing/place.ts'
import { filterOf, filterSearch, isPreset } from './filter.ts'
import { queryOf } from './query.ts'
import { useLiveJobs } from './use-live-jobs.ts'

export const pageSizes = [50, 100, 500, 1000, 10_000] as const
export const defaultSort = '-createdAt'

/** The rows as they stood when the reader came; later answers bring news of them, not other rows. */
interface Held {
  readonly key: string
  readonly rows: readonly Job[]
  readonly total: number
}

/** The list that the address describes. Rows never move by themselves: new ones are counted. */
export function useJobList() {
  const { params, set } = useSearch()
  const filterKey = filterSearch(params)
  const filter = useMemo(() => filterOf(new URLSearchParams(filterKey)), [filterKey])
  const [turn, setTurn] = useState(0)
  // "The last hour" ends when it is asked for; a moving end would be another list at each drawing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` asks anew
  const query = useMemo(() => queryOf(filter, Date.now()), [filter, turn])
  const sort = sortOf(params.get('sort'))
  const size = pageSizes.find((one) => String(one) === params.get('size')) ?? pageSizes[0]
  const from = (Math.max(1, Math.floor(Number(params.get('page')) || 1)) - 1) * size
  const search = { query, range: `${from}-${from + size}`, sort }
  const list = useJobs(search)

  const key = JSON.stringify(search)
  const [held, setHeld] = useState<Held>()
  const isSettled = list.data !== undefined && !list.isPlaceholderData
  if (list.data && isSettled && held?.key !== key) setHeld({ key, ...list.data })

  const rows = useMemo(() => {
    if (held?.key !== key) return list.data?.rows ?? []
    const news = new Map(list.data?.rows.map((job) => [job.id, job]))
    return held.rows.map((job) => news.get(job.id) ?? job)
  }, [held, key, list.data])

  const showNew = () => {
    if (isPreset(filter.created)) setTurn(turn + 1)
    else void list.refetch().then(() => setHeld(undefined))
  }

  return {
    filter,
    filterKey,
    query,
    sort,
    size,
    from,
    list,
    rows: useLiveJobs(rows),
    total: list.data?.total ?? 0,
    newJobs: useNewJobs(query, isSettled ? held?.total : undefined, rows),
    showNew,
    change: set,
  }
}

/** `+` in an address is a blank to whoever reads it. */
function sortOf(given: string | null): string {
  const sort = given?.replace(/^ /, '+') ?? ''
  return /^[-+]\w+$/.test(sort) ? sort : defaultSort
}

/** How many more there are than when the list was read. */
function useNewJobs(
  query: Record<string, unknown>,
  known: number | undefined,
  rows: readonly Job[],
) {
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
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useLiveEvents((event) => {
    if (!('jobId' in event) || rows.some(({ id }) => id === event.jobId)) return
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void refetch()
    }, 1000)
  })
  return Math.max(0, (data ?? 0) - (known ?? 0))
}
