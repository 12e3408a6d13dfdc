import type { Job } from '@assay/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '../../base/api.ts'
import { queryClient, readAgain } from '../../base/data/cache.ts'
import { failed, searchJobs } from '../../base/data/jobs.ts'
import { keyOf } from '../../base/data/keys.ts'
import { useIsLive } from '../../base/live/connection.ts'
import { useCalmEvents } from '../../base/live/use-calm-events.ts'
import type { Outcomes } from '../../base/model/statistics.ts'
import type { Period } from '../../base/model/times.ts'
import { type Chosen, periodBefore, periodOf } from './period.ts'

/** As many as one answer holds without a noticeable wait. */
export const maxJobs = 2_000

export interface Overview {
  readonly period: Period
  /** The newest of the period. */
  readonly jobs: readonly Job[]
  /** How many there are, read or not. */
  readonly total: number
  readonly before: Pick<Outcomes, 'success' | 'failure'>
}

const createdIn = ({ from, to }: Period) => ({
  _and: [{ _gte: { createdAt: from } }, { _lt: { createdAt: to } }],
})

/** Until now has no end: the clock of the server may be ahead of the reader's. */
const createdFor = (chosen: Chosen, period: Period) =>
  typeof chosen === 'string' ? { _gte: { createdAt: period.from } } : createdIn(period)

async function readOverview(chosen: Chosen, signal: AbortSignal): Promise<Overview> {
  const { from, to } = periodOf(chosen, Date.now())
  const query = createdFor(chosen, { from, to })
  const before = createdIn(periodBefore({ from, to }))
  const queries = [{ _and: [before, { status: 'Success' }] }, { _and: [before, failed] }]
  const [page, [success = 0, failure = 0]] = await Promise.all([
    searchJobs({ query, range: `0-${maxJobs}`, sort: '-createdAt' }, signal),
    api.countJobs({ queries }, { signal }),
  ])
  const newestAt = page.rows[0]?.createdAt ?? 0
  return {
    period: { from, to: Math.max(to, newestAt + 1) },
    jobs: page.rows,
    total: page.total,
    before: { success, failure },
  }
}

export const useOverview = (chosen: Chosen, everyMs: number | false) =>
  useQuery({
    queryKey: keyOf('overview', 'jobs', chosen),
    queryFn: ({ signal }) => readOverview(chosen, signal),
    placeholderData: (previous) => previous,
    refetchInterval: everyMs,
  })

const shownInLine = 8

/** The jobs that wait longest, and how many wait: the head of a screen and a panel of it show this. */
export const lineQuery = queryOptions({
  queryKey: keyOf('overview', 'line'),
  queryFn: ({ signal }) =>
    searchJobs(
      { query: { status: 'Waiting' }, range: `0-${shownInLine}`, sort: '+createdAt' },
      signal,
    ),
  staleTime: 1_000,
})

/** What is at work now, whatever period is looked at. */
export const useQueue = (everyMs: number | false) =>
  useQuery({
    queryKey: keyOf('overview', 'queue'),
    queryFn: async ({ signal }) => {
      const [[running = 0], waiting] = await Promise.all([
        api.countJobs({ queries: [{ status: 'InProgress' }] }, { signal }),
        queryClient.fetchQuery(lineQuery),
      ])
      return { running, waiting: waiting.total, oldestAt: waiting.rows[0]?.createdAt }
    },
    refetchInterval: everyMs,
  })

/** Whether the organization has any job at all; asked only when a period is empty. */
export const useHasJobs = (enabled: boolean) =>
  useQuery({
    queryKey: keyOf('overview', 'any'),
    queryFn: async ({ signal }) =>
      ((await api.countJobs({ queries: [{}] }, { signal }))[0] ?? 0) > 0,
    enabled,
  })

/** Polls are a fallback for the events. */
export function usePollMs(isPaused: boolean): number | false {
  const isLive = useIsLive()
  if (isPaused) return false
  return isLive ? 120_000 : 30_000
}

const calmMs = 10_000
/** A long answer is requested less often: two thousand jobs once a minute. */
const msPerJob = 30

/** Reads everything again when jobs have moved, but not with each of them. */
export function useCalmRefresh(isPaused: boolean, jobs: number): void {
  const lastAt = useRef(Date.now())
  const pauseMs = Math.max(calmMs, jobs * msPerJob)
  useCalmEvents({
    isWanted: (event) => !isPaused && 'jobId' in event,
    pauseMs: () => Math.max(1_000, lastAt.current + pauseMs - Date.now()),
    work: () => {
      lastAt.current = Date.now()
      void readAgain(keyOf('overview'))
    },
  })
}
