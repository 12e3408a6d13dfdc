import type { Job } from '@assay/contract'
import { useSyncExternalStore } from 'react'
import { onLiveEvent } from '../../base/live/connection.ts'
import { shownValue } from '../../base/model/observable.ts'
import { isFinal } from '../../base/model/statuses.ts'

/** A job that was started in this tab. */
export interface SessionJob {
  readonly id: string
  /** The harmless value. */
  readonly label: string
  readonly analyzer: string
  readonly status: string
  /** Epoch milliseconds. */
  readonly startedAt: number
}

/** More than a person looks through; the jobs page has the rest. */
const maxJobs = 2000

let jobs: readonly SessionJob[] = []
let lastStartAt = 0
const listeners = new Set<() => void>()

function set(next: readonly SessionJob[]) {
  jobs = next
  for (const listener of listeners) listener()
}

/** Called with every job that the page starts. A job that comes twice is kept once, with its newer status. */
export function rememberJobs(started: readonly Job[]): void {
  if (started.length === 0) return
  lastStartAt = Date.now()
  const added = new Map(started.map((job) => [job.id, sessionJob(job)]))
  set([...added.values(), ...jobs.filter(({ id }) => !added.has(id))].slice(0, maxJobs))
}

/** The result of a poll or an event; ids of other sessions are ignored. */
export function noteStatuses(statuses: ReadonlyMap<string, string>): void {
  const isNews = ({ id, status }: SessionJob) => (statuses.get(id) ?? status) !== status
  if (!jobs.some(isNews)) return
  set(jobs.map((job) => (isNews(job) ? { ...job, status: statuses.get(job.id) as string } : job)))
}

/** At sign-out: the next person at this browser need not see them. */
export const forgetJobs = () => set([])

export const sessionJobs = () => jobs

/** Milliseconds since a job was started in this tab. */
export const sinceLastStart = () => Date.now() - lastStartAt

/** The jobs of this session, newest first; the ones that have ended stay, with their last status. */
export const useSessionJobs = () => useSyncExternalStore(subscribe, sessionJobs)

export const isPending = ({ status }: SessionJob) => !isFinal(status)

const sessionJob = (job: Job): SessionJob => ({
  id: job.id,
  label: shownValue(job),
  analyzer: job.workerName,
  status: job.status,
  startedAt: job.createdAt,
})

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

onLiveEvent((event) => {
  if ('jobId' in event) noteStatuses(new Map([[event.jobId, event.status]]))
})
