import type { JobStatus } from '@assay/contract'
import type { Working } from '../../background/background.ts'
import type { Item, Room, Work } from '../../background/work.ts'
import type { EngineJob } from '../../domain/response/engine-answers.ts'
import {
  isGivenUp,
  nextQuestionMs,
  nextRetryMs,
  waitFor,
} from '../../domain/response/tracking-rules.ts'
import type { Share } from '../../domain/shares.ts'
import { dueTogether } from '../../storage/rows/due.ts'
import type { PlatformDeps } from '../deps.ts'
import { EngineFailure } from '../engines/calls.ts'
import {
  claimDue,
  dueRowsOf,
  organizationsToAskFor,
  postpone,
  questionsDue,
  type TrackedRow,
  type TrackedTable,
} from './store.ts'

/** What is done with the answers for one table. Each must do nothing for a row that has ended. */
export interface Tracked {
  readonly table: TrackedTable
  begun(row: TrackedRow): Promise<void>
  ended(row: TrackedRow, status: JobStatus, job: EngineJob): Promise<void>
  /** The job no longer exists. */
  lost(row: TrackedRow, reason: string): Promise<void>
}

/** Rows of other processes, and those that become due, are found by this look into the table. */
const lookMs = 500
/**
 * Longer than a question takes. If it runs out nevertheless, two processes ask the same and one of
 * them ends the action; much longer, and a restart after a crash would wait for nothing.
 */
const leaseMs = 15_000
const atOnce = 64
const perOrganization = 32
/** One engine that hangs must leave slots for the others, and one organization for others at the same engine. */
const perEngine = 32
const perEngineOfOrganization = 16
/** Rows that are looked at to find some of engines that are not busy. */
const window = 100
const maxRemembered = 10_000

/** Asks engines about open rows. It keeps no list: a restart loses nothing. */
export const startTracker = (deps: PlatformDeps, kinds: readonly Tracked[]): Working =>
  deps.background.start(trackingWork(deps, kinds))

interface Question extends Item {
  readonly shares: readonly Share[]
  readonly kind: Tracked
  readonly row: TrackedRow
}

export function trackingWork(deps: PlatformDeps, kinds: readonly Tracked[]): Work<Question> {
  const { db } = deps
  const tryLater = makeTryLater(deps)
  const engines = new Set<string>()
  let turn = 0

  const claimOf = async (kind: Tracked, organization: string, { count, now, held }: Room) => {
    const chosen: { id: string; engine_id: string }[] = []
    const left = (engine: string) => {
      const more = chosen.filter(({ engine_id }) => engine_id === engine).length
      const free = sharesOf(organization, engine).map(({ of, limit }) => limit - held(of) - more)
      return Math.min(...free)
    }
    for (;;) {
      const without = [...engines].filter((engine) => left(engine) <= 0)
      const looked = new Set(chosen.map(({ id }) => id))
      const rows = await dueRowsOf(db, kind.table, organization, { now, without, limit: window })
      for (const row of rows) {
        engines.add(row.engine_id)
        if (chosen.length < count && !looked.has(row.id) && left(row.engine_id) > 0)
          chosen.push(row)
      }
      const isAnyFull = [...engines].some(
        (engine) => left(engine) <= 0 && !without.includes(engine),
      )
      if (chosen.length === count || rows.length < window || !isAnyFull) break
    }
    const ids = chosen.map(({ id }) => id)
    const claimed = await claimDue(db, kind.table, ids, { now, leaseMs })
    return claimed.map((row) => ({
      organization,
      shares: sharesOf(organization, row.engine_id),
      kind,
      row,
    }))
  }

  return {
    name: 'tracking',
    everyMs: lookMs,
    limits: { atOnce, perOrganization, timeoutMs: leaseMs },
    async organizations(walk) {
      const found = await Promise.all(
        kinds.map(({ table }) => organizationsToAskFor(db, table, walk)),
      )
      return [...new Set(found.flat())].toSorted(byBytes).slice(0, walk.limit)
    },
    due: async (now) =>
      dueTogether(await Promise.all(kinds.map(({ table }) => questionsDue(db, table, now)))),
    async claim(organization, room) {
      // One table first, and the next time the other.
      turn += 1
      const claimed: Question[] = []
      for (let at = 0; at < kinds.length && claimed.length < room.count; at += 1) {
        const kind = kinds[(turn + at) % kinds.length]
        const held = (of: string) =>
          room.held(of) +
          claimed.filter(({ shares }) => shares.some((share) => share.of === of)).length
        const rest = { ...room, held, count: room.count - claimed.length }
        if (kind) claimed.push(...(await claimOf(kind, organization, rest)))
      }
      return claimed
    },
    async run({ kind, row }) {
      try {
        await ask(deps, kind, row)
        tryLater.forget(row)
        return 'done'
      } catch (error) {
        await tryLater.postpone(kind, row, error)
        return 'failed'
      }
    },
  }
}

const sharesOf = (organization: string, engine: string): Share[] => [
  { of: `engine ${engine}`, limit: perEngine },
  { of: `engine ${engine} of ${organization}`, limit: perEngineOfOrganization },
]

/** As both databases do. */
const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

/**
 * Our own storing failed, or something else of ours: the engine is not to blame and nothing is
 * given up, however often it fails. If not even this can be stored, the claim expires.
 */
function makeTryLater({ db, clock, log }: PlatformDeps) {
  /** Times in a row that an answer could not be stored. Only a pause follows from it. */
  const unstored = new Map<string, number>()
  return {
    forget: (row: TrackedRow) => void unstored.delete(row.id),
    async postpone(kind: Tracked, row: TrackedRow, err: unknown) {
      const failures = (unstored.get(row.id) ?? 0) + 1
      if (unstored.size >= maxRemembered) unstored.clear()
      unstored.set(row.id, failures)
      log.error({ ...nameOf(row), failures, err }, "failed to store the engine's response")
      await postpone(db, kind.table, row.id, {
        next_poll_at: clock.now() + nextRetryMs(failures),
        poll_failures: row.poll_failures,
      }).catch((error: unknown) =>
        log.error({ ...nameOf(row), err: error }, 'failed to postpone an engine poll'),
      )
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
  // Our own stop is not the engine's fault; the next start asks immediately.
  if (stopping.aborted) return void (await again(0, row.poll_failures))
  const failures = row.poll_failures + 1
  log.warn({ ...nameOf(row), failures, reason }, 'failed to get the job status from the engine')
  if (isGivenUp(failures))
    return await kind.lost(row, `The engine ${row.engine_id} is unreachable: ${reason}`)
  await again(nextRetryMs(failures), failures)
}

/** How the log names a row, so it is found by the ids of either side. */
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
  if (!engine) throw new EngineFailure('it is not configured for this organization')
  const atMost = waitFor(clock.now() - row.start_date)
  return engine.as(row.organization).report(row.engine_job_id, atMost)
}
