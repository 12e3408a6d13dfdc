import type { Job } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { api } from '../../base/api.ts'
import { searchJobs } from '../../base/data/jobs.ts'
import { keyOf } from '../../base/data/keys.ts'
import { useIsLive, useLiveEvents } from '../../base/live/connection.ts'
import { isFinal } from '../../base/model/statuses.ts'

/** The most per request. */
const maxIds = 200
/** A batch may end a hundred jobs in a second: they are read together. */
const gatherMs = 250

/** The rows with their current state; which rows there are and their order does not change. */
export function useLiveJobs(rows: readonly Job[]): Job[] {
  const [changed, setChanged] = useState<ReadonlyMap<string, Job>>(new Map())
  const present = useMemo(
    () => rows.map((row) => newerOf(row, changed.get(row.id))),
    [rows, changed],
  )
  const known = useMemo(() => new Map(present.map((job) => [job.id, job])), [present])

  const readLater = useGathered(async (ids) => {
    const query = { _in: { _field: 'id', _values: ids } }
    const { rows: read } = await searchJobs({ query, range: `0-${ids.length}` })
    setChanged((before) => new Map([...before, ...read.map((job) => [job.id, job] as const)]))
  })

  const note = (id: string, status: string) => {
    const job = known.get(id)
    if (!job || job.status === status) return
    if (status !== 'Deleted' && status !== 'NotFound') return readLater(id)
    // A search does not find what was deleted.
    const gone: Job = { ...job, status: 'Deleted', updatedAt: Date.now() }
    setChanged((before) => new Map([...before, [id, gone]]))
  }

  useLiveEvents((event) => {
    if ('jobId' in event) note(event.jobId, event.status)
  })

  const unfinished = present.filter(({ status }) => !isFinal(status)).map(({ id }) => id)
  const statuses = useStatuses(unfinished.slice(0, maxIds))
  // biome-ignore lint/correctness/useExhaustiveDependencies: only an answer is worth a look
  useEffect(() => {
    for (const [id, status] of Object.entries(statuses ?? {})) note(id, status)
  }, [statuses])

  return present
}

/** A list may be read again while a change is on its way: what ended stays ended. */
const newerOf = (row: Job, other: Job | undefined) =>
  other && !(isFinal(row.status) && !isFinal(other.status)) ? other : row

/** Polls quickly at first, then ever more slowly; events make it a safety net. */
function useStatuses(ids: readonly string[]) {
  const isLive = useIsLive()
  const { data } = useQuery({
    queryKey: keyOf('jobStatus', ids),
    queryFn: ({ signal }) => api.jobStatus({ jobIds: [...ids] }, { signal }),
    enabled: ids.length > 0,
    gcTime: 0,
    refetchInterval: ({ state }) => (isLive ? 15_000 : pauseAfter(state.dataUpdateCount)),
  })
  return data
}

const pauseAfter = (polls: number) => (polls < 10 ? 1000 : polls < 20 ? 2000 : 5000)

function useGathered(read: (ids: string[]) => Promise<void>): (id: string) => void {
  const waiting = useRef(new Set<string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const flush = () => {
    const ids = [...waiting.current].slice(0, maxIds)
    for (const id of ids) waiting.current.delete(id)
    timer.current = waiting.current.size > 0 ? setTimeout(flush, gatherMs) : undefined
    // What could not be read is noticed again by the next poll.
    read(ids).catch(() => {})
  }
  return (id) => {
    waiting.current.add(id)
    timer.current ??= setTimeout(flush, gatherMs)
  }
}
