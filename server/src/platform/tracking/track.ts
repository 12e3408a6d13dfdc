import type { JobStatus } from '@assay/contract'
import type { EngineJob } from '../../domain/response/engine-answers.ts'
import {
  isGivenUp,
  nextQuestionMs,
  nextRetryMs,
  waitFor,
} from '../../domain/response/tracking-rules.ts'
import type { PlatformDeps } from '../deps.ts'
import { EngineFailure } from '../engines/calls.ts'
import { claimDue, isAnyDue, postpone, type TrackedRow, type TrackedTable } from './store.ts'

/** What is done with the answers for one table. Each must do nothing for a row that has ended. */
export interface Tracked {
  readonly table: TrackedTable
  begun(row: TrackedRow): Promise<void>
  ended(row: TrackedRow, status: JobStatus, job: EngineJob): Promise<void>
  /** There is no job to hear of any more. */
  lost(row: TrackedRow, reason: string): Promise<void>
}

export interface Tracker {
  /** A nudge, not a hand-over: the row is the truth. */
  wake(): void
  /** Resolves when nothing is under way; what was not finished is due again. */
  stop(): Promise<void>
}

/** Rows of other processes, and those that become due, are found by this look into the table. */
const lookMs = 500
/**
 * Longer than a question takes. If it runs out nevertheless, two processes ask the same and one of
 * them ends the action; much longer, and a restart after a crash would wait for nothing.
 */
const leaseMs = 15_000
const maxAtOnce = 64
/** One engine that hangs must leave places for the others. */
const maxPerEngine = 32
const maxRemembered = 10_000

/** Asks engines about open rows. It keeps no list: a restart loses nothing. */
export function startTracker(deps: PlatformDeps, kinds: readonly Tracked[]): Tracker {
  const { db, dialect, clock, log } = deps
  const underWay = new Map<Promise<void>, string>()
  /** Times in a row that an answer could not be stored. Only a pause follows from it. */
  const unstored = new Map<string, number>()
  let isStopped = false
  let claiming: Promise<void> | undefined
  let isNudged = false

  const busyEngines = () => {
    const counts = new Map<string, number>()
    for (const engine of underWay.values()) counts.set(engine, (counts.get(engine) ?? 0) + 1)
    return [...counts].filter(([, count]) => count >= maxPerEngine).map(([engine]) => engine)
  }

  const track = (kind: Tracked, row: TrackedRow) => {
    const work = ask(deps, kind, row)
      .then(() => void unstored.delete(row.id))
      .catch((err: unknown) => tryLater(kind, row, err))
      .finally(() => {
        underWay.delete(work)
        fill()
      })
    underWay.set(work, row.engine_id)
  }

  /**
   * Our own storing failed, or something else of ours: nobody outside is to blame and nothing is
   * given up, however often it fails. If not even this can be stored, the claim runs out.
   */
  const tryLater = async (kind: Tracked, row: TrackedRow, err: unknown) => {
    const failures = (unstored.get(row.id) ?? 0) + 1
    if (unstored.size >= maxRemembered) unstored.clear()
    unstored.set(row.id, failures)
    log.error({ ...nameOf(row), failures, err }, 'what an engine said could not be stored')
    await postpone(db, kind.table, row.id, {
      next_poll_at: clock.now() + nextRetryMs(failures),
      poll_failures: row.poll_failures,
    }).catch((error: unknown) =>
      log.error({ ...nameOf(row), err: error }, 'a question could not be put off'),
    )
  }

  const claim = async () => {
    while (isNudged && !isStopped) {
      isNudged = false
      for (const kind of kinds) {
        const count = maxAtOnce - underWay.size
        if (count <= 0) return
        const now = clock.now()
        // A claim is a write even when it finds nothing; this look is not.
        if (!(await isAnyDue(db, kind.table, now))) continue
        const request = { count, now, leaseMs, without: busyEngines() }
        const rows = await claimDue(db, dialect, kind.table, request)
        for (const row of rows) track(kind, row)
        if (rows.length === count) isNudged = true
      }
    }
  }

  /** One at a time: a nudge during a claim is remembered, not answered with a second one. */
  const fill = () => {
    if (isStopped) return
    isNudged = true
    claiming ??= claim()
      .catch((err: unknown) => log.error({ err }, 'open actions could not be looked up'))
      .finally(() => {
        claiming = undefined
        // A nudge may have come between the last look and here.
        if (isNudged && underWay.size < maxAtOnce) fill()
      })
  }

  const timer = setInterval(fill, lookMs)
  timer.unref()
  fill()
  return {
    wake: fill,
    async stop() {
      isStopped = true
      clearInterval(timer)
      await claiming
      await Promise.all(underWay.keys())
    },
  }
}

type Heard =
  | { readonly kind: 'job'; readonly job: EngineJob }
  /** The engine has it no more. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'silence'; readonly failure: EngineFailure }

/** One question about one row. What goes wrong on our own side is thrown, never reported as the engine's. */
async function ask(deps: PlatformDeps, kind: Tracked, row: TrackedRow): Promise<void> {
  const heard = await listen(deps, row)
  const { db, clock } = deps
  const again = (ms: number, failures: number) =>
    postpone(db, kind.table, row.id, {
      next_poll_at: clock.now() + Math.round(ms),
      poll_failures: failures,
    })
  if (heard.kind === 'gone')
    return await kind.lost(row, `The engine ${row.engine_id} no longer has the job`)
  if (heard.kind === 'silence') return await unheard(deps, kind, row, heard.failure, again)
  const { job } = heard
  switch (job.status) {
    case 'Success':
    case 'Failure':
    case 'Deleted':
      return await kind.ended(row, job.status, job)
    case 'InProgress':
      if (row.status === 'Waiting') await kind.begun(row)
      break
    case 'Waiting':
      break
  }
  await again(nextQuestionMs(clock.now() - row.start_date), 0)
}

async function listen(deps: PlatformDeps, row: TrackedRow): Promise<Heard> {
  try {
    const job = await jobOf(deps, row)
    return job ? { kind: 'job', job } : { kind: 'gone' }
  } catch (error) {
    if (error instanceof EngineFailure) return { kind: 'silence', failure: error }
    throw error
  }
}

async function unheard(
  { log, stopping }: PlatformDeps,
  kind: Tracked,
  row: TrackedRow,
  { message: reason }: EngineFailure,
  again: (ms: number, failures: number) => Promise<unknown>,
): Promise<void> {
  // Our own stop is no fault of the engine; the next start asks at once.
  if (stopping.aborted) return void (await again(0, row.poll_failures))
  const failures = row.poll_failures + 1
  log.warn({ ...nameOf(row), failures, reason }, 'no answer about a job')
  if (isGivenUp(failures))
    return await kind.lost(row, `The engine ${row.engine_id} is out of reach: ${reason}`)
  await again(nextRetryMs(failures), failures)
}

/** What the log calls a row, so that it is found by the ids of either side. */
const nameOf = (row: TrackedRow) => ({
  engine: row.engine_id,
  job: row.engine_job_id,
  row: row.id,
})

async function jobOf(
  { engines, clock }: PlatformDeps,
  row: TrackedRow,
): Promise<EngineJob | undefined> {
  const engine = engines.find(row.organization, row.engine_id)
  if (!engine) throw new EngineFailure('it is not in the settings, or not for this organization')
  const atMost = waitFor(clock.now() - row.start_date)
  return engine.as(row.organization).report(row.engine_job_id, atMost)
}
