import type { Job, Worker } from '@assay/contract'
import { takesType } from '../data/workers.ts'

/** All that one analyzer said about an observable. */
export interface AnalyzerRuns {
  readonly workerId: string
  readonly workerName: string
  /** Newest first. */
  readonly runs: readonly Job[]
  readonly latest: Job
  /** What its verdict is taken from: a later failure does not undo it. */
  readonly lastSuccess: Job | undefined
}

/** By analyzer, the one that ran last first. Under a new id, with the same name, it is the same. */
export function byAnalyzer(newestFirst: readonly Job[]): AnalyzerRuns[] {
  const groups = Map.groupBy(newestFirst, ({ workerName }) => workerName)
  return [...groups].flatMap(([workerName, runs]) => {
    const [latest] = runs
    if (!latest) return []
    const lastSuccess = runs.find(({ status }) => status === 'Success')
    return [{ workerId: latest.workerId, workerName, runs, latest, lastSuccess }]
  })
}

/** Analyzers that would take it and were never asked. */
export function neverRun(
  analyzers: readonly Worker[],
  groups: readonly AnalyzerRuns[],
  dataType: string,
): Worker[] {
  const asked = new Set(groups.map(({ workerName }) => workerName))
  return analyzers.filter((worker) => takesType(worker, dataType) && !asked.has(worker.name))
}

/** The two newest runs that have ended, the older first. */
export function lastTwo(runs: readonly Job[]): readonly [Job, Job] | undefined {
  const [newer, older] = runs.filter(({ status }) => status === 'Success' || status === 'Failure')
  return newer && older ? [older, newer] : undefined
}

/** In the order given, by day; `dayOf` decides where one ends. */
export function byDay(jobs: readonly Job[], dayOf: (at: number) => string): [string, Job[]][] {
  return [...Map.groupBy(jobs, ({ createdAt }) => dayOf(createdAt))]
}
