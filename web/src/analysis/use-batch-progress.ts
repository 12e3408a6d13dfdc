import type { Job } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { keyOf } from '../data/keys.ts'
import { useIsLive, useLiveEvents } from '../live/connection.ts'
import { pendingIdsOf } from './batch.ts'
import type { Batch } from './batches.ts'
import { readJobs, readStatuses } from './job-rows.ts'
import { pollInterval } from './polling.ts'
import { noteStatuses } from './session-jobs.ts'

/** Keeps the jobs of a batch up to date while it is shown, until all have ended. */
export function useBatchProgress(batch: Batch): void {
  const isLive = useIsLive()
  const hasPending = pendingIdsOf(batch.sender).length > 0
  useQuery({
    queryKey: keyOf('batchProgress', batch.id),
    queryFn: async ({ signal }) => {
      const statuses = await readStatuses(pendingIdsOf(batch.sender), signal)
      await refresh(batch, changedIn(batch, statuses), statuses, signal)
      return Date.now()
    },
    enabled: hasPending,
    refetchInterval: () => pollInterval(Date.now() - batch.lastSentAt, isLive),
    staleTime: 0,
    gcTime: 0,
  })
  useLiveRefresh(batch)
}

/** Events come in swarms: the jobs they speak of are read together. */
const pauseMs = 250

function useLiveRefresh(batch: Batch) {
  const changed = useRef(new Set<string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLiveEvents((event) => {
    if (!('jobId' in event) || !batch.everyId.has(event.jobId)) return
    changed.current.add(event.jobId)
    timer.current ??= setTimeout(() => {
      const ids = [...changed.current]
      changed.current.clear()
      timer.current = undefined
      // A poll comes soon; what could not be read now is read then.
      refresh(batch, ids, new Map()).catch(() => {})
    }, pauseMs)
  })
  useEffect(() => () => clearTimeout(timer.current), [])
}

async function refresh(
  batch: Batch,
  ids: readonly string[],
  statuses: ReadonlyMap<string, string>,
  signal?: AbortSignal,
): Promise<void> {
  if (ids.length === 0) return
  const rows = await readJobs(ids, signal)
  const read = new Set(rows.map(({ id }) => id))
  const gone = knownJobs(batch).filter(({ id }) => ids.includes(id) && !read.has(id))
  batch.sender.update([
    ...rows,
    // Deleted meanwhile: the search passes over it, its status says so.
    ...gone.map((job) => ({
      ...job,
      status: (statuses.get(job.id) ?? 'Deleted') as Job['status'],
    })),
  ])
  noteStatuses(new Map([...statuses, ...rows.map(({ id, status }) => [id, status] as const)]))
}

const knownJobs = (batch: Batch) =>
  [...batch.sender.states.values()].flatMap((state) => (state.kind === 'job' ? [state.job] : []))

const changedIn = (batch: Batch, statuses: ReadonlyMap<string, string>) =>
  knownJobs(batch).flatMap(({ id, status }) =>
    (statuses.get(id) ?? status) === status ? [] : [id],
  )
