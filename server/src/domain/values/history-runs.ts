import type { AskerKind } from '../caller.ts'

/** A job about one value, as far as its history is made of it. */
export interface HistoryJob {
  readonly id: string
  readonly workerId: string
  readonly worker: string
  /** Name and version of the program; unknown of a job that was removed before they were kept. */
  readonly definition?: string | undefined
  readonly outcome: 'done' | 'failed' | 'open'
  readonly startedAt: number
  /** Of an open job, none. */
  readonly endedAt?: number | undefined
  readonly asker?: HistoryAsker | undefined
  /** The lists and feeds on which it was found; unknown of analyzers that read none. */
  readonly hits?: readonly ListHit[] | undefined
  readonly hasReport: boolean
}

export interface HistoryAsker {
  readonly login: string
  readonly kind: AskerKind | null
  readonly cause: string | null
}

const watchPrefix = 'watch/'

/** Why a job ran that a watch started. */
export const watchCause = (id: string): string => `${watchPrefix}${id}`
export const isOfWatch = ({ cause }: HistoryAsker): boolean =>
  cause?.startsWith(watchPrefix) ?? false

export interface ListHit {
  readonly list: string
  readonly source: 'list' | 'feed'
}

/** The jobs that one request started, the first one first. */
export interface HistoryRun {
  readonly jobs: readonly HistoryJob[]
  /** When the last result came: from then on it counts. */
  readonly endedAt: number
}

/** Clients start one analyzer after the other: between two of one request there is never so much time. */
const gapMs = 15_000

interface OpenRun {
  readonly jobs: HistoryJob[]
  readonly workers: Set<string>
  lastAt: number
}

/**
 * Analyzers that ran together: started by the same one, for the same cause, one right after the other. An
 * analyzer that is there already begins another run. Runs without any result are none yet. Oldest first.
 */
export function runsOf(jobs: readonly HistoryJob[]): HistoryRun[] {
  const sorted = jobs.toSorted((a, b) => a.startedAt - b.startedAt || (a.id < b.id ? -1 : 1))
  const all: OpenRun[] = []
  const latest = new Map<string, OpenRun>()
  for (const job of sorted) {
    const key = JSON.stringify(job.asker ? [job.asker.login, job.asker.kind, job.asker.cause] : [])
    const open = latest.get(key)
    if (open && job.startedAt - open.lastAt <= gapMs && !open.workers.has(job.workerId)) {
      open.jobs.push(job)
      open.workers.add(job.workerId)
      open.lastAt = job.startedAt
      continue
    }
    const run = { jobs: [job], workers: new Set([job.workerId]), lastAt: job.startedAt }
    all.push(run)
    latest.set(key, run)
  }
  return all
    .flatMap(({ jobs }) => {
      const ends = jobs.flatMap(({ endedAt }) => endedAt ?? [])
      return ends.length === 0 ? [] : [{ jobs, endedAt: Math.max(...ends) }]
    })
    .sort((a, b) => a.endedAt - b.endedAt || startOf(a) - startOf(b))
}

const startOf = ({ jobs: [first] }: HistoryRun) => first?.startedAt ?? 0

export interface ListChange extends ListHit {
  readonly change: 'added' | 'removed'
  /** The list was changed between these two reports. */
  readonly since: number
  readonly until: number
  readonly workerId: string
}

const keyOf = ({ list, source }: ListHit) => `${source} ${list}`

/** On which lists it is now and was not before, or the other way round. */
export function listChanges(before: HistoryJob, after: HistoryJob): ListChange[] {
  if (!before.hits || !after.hits) return []
  const between = {
    since: before.startedAt,
    until: after.endedAt ?? after.startedAt,
    workerId: after.workerId,
  }
  const [old, fresh] = [new Set(before.hits.map(keyOf)), new Set(after.hits.map(keyOf))]
  return [
    ...after.hits
      .filter((hit) => !old.has(keyOf(hit)))
      .map((hit) => ({ ...hit, ...between, change: 'added' as const })),
    ...before.hits
      .filter((hit) => !fresh.has(keyOf(hit)))
      .map((hit) => ({ ...hit, ...between, change: 'removed' as const })),
  ]
}

const versioned = /^(.*?)((?:_\d+)+)$/

/** `Domain_2_1` is version 2.1 of `Domain`. */
export function programOf(definition: string): { name: string; version: string } {
  const [, name = definition, version = ''] = versioned.exec(definition) ?? []
  return { name, version: version.slice(1).replaceAll('_', '.') }
}
