import type { Item, Work } from '../../background/work.ts'
import { said } from '../../domain/automation/sentences.ts'
import { AppError } from '../../domain/errors.ts'
import type { Db } from '../../storage/database.ts'
import { dueOrganizations, dueRows } from '../../storage/rows/due.ts'
import { noticeEvent } from '../../storage/rows/notices.ts'
import type { PlatformDeps } from '../deps.ts'
import { removeStartsOf } from '../tracking/starts.ts'
import { type Acting, settle } from './acting.ts'
import { startJobs } from './jobs.ts'
import { performStep } from './perform.ts'
import { callerOf } from './rights.ts'
import { stopRule } from './stop.ts'
import { authorOf, findRule, type RunRow, type StepRow, stepsOf } from './store.ts'

/** How long a process that is not heard of keeps a run; another one then continues it. */
const takenMs = 60_000
const maxAttempts = 6

const runsDue = { table: 'rule_runs', at: 'due_at' } as const

interface DueRun extends Item {
  readonly run: RunRow
}

/** Does what runs have planned, step by step; a run that was interrupted continues with its next step. */
export function actWork(deps: PlatformDeps, trackerWake: () => void): Work<DueRun> {
  const { db } = deps
  return {
    name: 'rule-steps',
    everyMs: 1_000,
    limits: { atOnce: 8, perOrganization: 2, timeoutMs: takenMs - 5_000 },
    // Our own engine is reached over HTTP.
    organizations: async (walk) => (isReachable(deps) ? dueOrganizations(db, runsDue, walk) : []),
    due: (now) => dueRows(db, runsDue, now),
    claim: async (organization, { count, now }) =>
      (await takeRuns(db, organization, count, now)).map((run) => ({ organization, run })),
    async run({ run }, signal) {
      const isDone = await act(deps, run, signal, trackerWake)
      return isDone ? 'done' : 'later'
    },
  }
}

const isReachable = ({ config, selfUrl }: PlatformDeps) =>
  config.platform.engines !== undefined || selfUrl() !== undefined

async function takeRuns(
  db: Db,
  organization: string,
  count: number,
  now: number,
): Promise<RunRow[]> {
  const due = await db
    .selectFrom('rule_runs')
    .select(['id', 'due_at'])
    .where('organization', '=', organization)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(count)
    .execute()
  const taken: RunRow[] = []
  for (const { id, due_at } of due) {
    const row = await db
      .updateTable('rule_runs')
      .set({ due_at: now + takenMs })
      .where('organization', '=', organization)
      .where('id', '=', id)
      .where('due_at', '=', due_at)
      .returningAll()
      .executeTakeFirst()
    if (row) taken.push(row)
  }
  return taken
}

/** Answers whether nothing is left to do. */
export async function act(
  deps: PlatformDeps,
  run: RunRow,
  signal: AbortSignal,
  trackerWake: () => void,
): Promise<boolean> {
  const { db, clock } = deps
  for (const step of await stepsOf(db, run.organization, run.id)) {
    if (step.state !== 'planned') continue
    if (signal.aborted) return putBack(db, run, clock.now(), run.attempts)
    // Before each step: a run may take long, and who is locked meanwhile does nothing more.
    const acting = await actingFor(deps, run)
    if (!acting) return true
    try {
      if (startsJobs(step)) {
        await settle(db, step, await startJobs(deps, acting, step), clock.now())
        trackerWake()
      } else await performStep(deps, acting, step)
    } catch (error) {
      if (isPassing(error) && run.attempts + 1 < maxAttempts)
        return putBack(db, run, clock.now() + 2_000 * 3 ** run.attempts, run.attempts + 1)
      if (!(error instanceof AppError))
        deps.log.error({ err: error, run: run.id, step: step.seq }, 'a step of a rule failed')
      const reason =
        error instanceof AppError
          ? said('reason.refused', { message: error.message.slice(0, 500) })
          : said('reason.failed')
      await settle(db, step, { state: 'failed', reason }, clock.now())
    }
  }
  await endRun(db, run, clock.now())
  return true
}

/** Undefined if there is no one to act for, which stops the rule and cancels what it has planned. */
async function actingFor(deps: PlatformDeps, run: RunRow): Promise<Acting | undefined> {
  const { db, clock, bus } = deps
  const rule = await findRule(db, run.organization, run.rule_id)
  if (!rule) return undefined
  const author = await authorOf(db, rule, run.version)
  const caller = await callerOf(db, rule, { id: run.id, author })
  if (caller) return { run, rule, caller }
  const now = clock.now()
  const people = await db
    .transaction()
    .execute((tx) => stopRule(tx, rule, said('stopped.runAs', { login: rule.run_as }), now))
  for (const person of people) bus.publish(noticeEvent(person, now))
  return undefined
}

const startsJobs = ({ kind }: StepRow) =>
  kind === 'analyze' || kind === 'analyzeAgain' || kind === 'respond'

/** The same may succeed a little later: an engine that does not answer, a database that is away. */
const isPassing = (error: unknown) =>
  !(error instanceof AppError) ||
  error.type === 'EngineError' ||
  error.type === 'ServiceUnavailable'

async function putBack(db: Db, run: RunRow, at: number, attempts: number): Promise<boolean> {
  await db
    .updateTable('rule_runs')
    .set({ due_at: at, attempts })
    .where('organization', '=', run.organization)
    .where('id', '=', run.id)
    .where('due_at', 'is not', null)
    .execute()
  return false
}

async function endRun(db: Db, run: RunRow, now: number): Promise<void> {
  const steps = await stepsOf(db, run.organization, run.id)
  if (steps.some(({ state }) => state === 'planned')) return
  await removeStartsOf(db, run.organization, run.id)
  const isFailed = steps.some(({ state }) => state === 'failed' || state === 'unknown')
  await db
    .updateTable('rule_runs')
    .set({ state: isFailed ? 'failed' : 'done', due_at: null, ended_at: now })
    .where('organization', '=', run.organization)
    .where('id', '=', run.id)
    .where('due_at', 'is not', null)
    .execute()
}
