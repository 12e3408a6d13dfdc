import { sql } from 'kysely'
import { heldNeeds } from '../../domain/budgets/fairness.ts'
import { isAccepted } from '../../domain/needs.ts'
import { describeNeeds, plainNeeds } from '../../domain/offers.ts'
import type { Db } from '../../storage/database.ts'
import type { EngineDeps } from '../deps.ts'
import { limitedWorkers, needsOfWorker } from '../workers/store.ts'
import { offeredBy, withStates } from './cluster-view.ts'
import { databaseNow, listNodes, type NodeDeps } from './store.ts'

const waiting = sql.lit('Waiting' as const)

interface FailedJob {
  readonly id: string
  readonly organization: string
}

/**
 * Fails jobs that for `afterMs` no node could run; 0 lets them wait. The time runs from when the last
 * node with it was gone, not from the submission: a long queue is no reason to fail. One process at a
 * time; when everything that waits can be run, this is a look into an index.
 */
export async function failUnrunnable(deps: EngineDeps, afterMs: number): Promise<number> {
  const failed = await deps.jobQueue.together(async (own) =>
    (await own.isOurTurn('unrunnable jobs')) ? failIn({ ...deps, db: own.db }, afterMs) : [],
  )
  for (const { id, organization } of failed) {
    deps.log.warn({ job: id }, 'job failed: no node could run it')
    deps.events.publish({ jobId: id, organization, status: 'Failure' })
  }
  return failed.length
}

async function failIn(deps: NodeDeps, afterMs: number): Promise<FailedJob[]> {
  const { db } = deps
  // What is held waits for a budget and not for a node: it is neither freed nor failed.
  // guard (open = await needsThatWait(db)): server/test/budgets/traps.test.ts
  const waitingNeeds = (await needsThatWait(db)).filter((needs) => needs !== heldNeeds)
  const known = await db.selectFrom('missing_offers').selectAll().execute()
  if (waitingNeeds.length === 0 && known.length === 0) return []
  await freeUncounted(db, waitingNeeds)
  const { now, rows } = await listNodes(deps)
  const offered = offeredBy(withStates(rows, now))
  const missing = waitingNeeds.filter((needs) => !isAccepted(plainNeeds(needs), offered))
  const over = known.flatMap(({ needs }) => (missing.includes(needs) ? [] : needs))
  if (over.length > 0) await db.deleteFrom('missing_offers').where('needs', 'in', over).execute()
  const fresh = missing.filter((needs) => !known.some((one) => one.needs === needs))
  if (fresh.length > 0)
    await db
      .insertInto('missing_offers')
      .values(fresh.map((needs) => ({ needs, since: databaseNow(deps) })))
      .execute()
  if (afterMs === 0) return []
  const failed: FailedJob[] = []
  for (const { needs, since } of known)
    if (missing.includes(needs) && now - since >= afterMs)
      failed.push(...(await failWaiting(deps, needs, afterMs)))
  return failed
}

/** Submitted at the moment when the limit of their worker, or the worker itself, was removed. */
async function freeUncounted(db: Db, waitingNeeds: readonly string[]): Promise<void> {
  const held = waitingNeeds.filter((needs) => plainNeeds(needs) !== needs)
  if (held.length === 0) return
  const counted = (await limitedWorkers(db)).map(needsOfWorker)
  for (const needs of held)
    if (!counted.includes(needs))
      await db
        .updateTable('jobs')
        .set({ needs: plainNeeds(needs) })
        .where('status', '=', waiting)
        .where('needs', '=', needs)
        .execute()
}

/** From one to the next along the index: fifty thousand equal ones are one step. */
async function needsThatWait(db: Db): Promise<string[]> {
  const { rows } = await sql<{ needs: string }>`with recursive waiting (needs) as (
    select min(needs) from jobs where status = 'Waiting'
    union all
    select (select min(jobs.needs) from jobs
      where jobs.status = 'Waiting' and jobs.needs > waiting.needs)
    from waiting where waiting.needs is not null)
    select needs from waiting where needs is not null`.execute(db)
  return rows.map(({ needs }) => needs)
}

/** So many at once; the rest with the next heartbeat. */
const maxFailed = 1000

async function failWaiting(deps: NodeDeps, needs: string, afterMs: number): Promise<FailedJob[]> {
  const { db } = deps
  const now = databaseNow(deps)
  const message =
    `No node could run this job within ${duration(afterMs)}: ` +
    `it was waiting for ${describeNeeds(needs)}`
  const due = db
    .selectFrom('jobs')
    .select('id')
    .where('status', '=', waiting)
    .where('needs', '=', needs)
    .where('created_at', '<=', sql<number>`${now} - ${sql.lit(afterMs)}`)
    .limit(maxFailed)
  return db
    .updateTable('jobs')
    .set((eb) => ({
      status: 'Failure' as const,
      error_message: message,
      end_date: now,
      updated_at: now,
      updated_by: eb.ref('created_by'),
    }))
    .where('status', '=', waiting)
    .where('id', 'in', due)
    .returning(['id', 'organization'])
    .execute()
}

function duration(ms: number): string {
  const [count, unit] = ms < 60_000 ? [ms / 1000, 'second'] : [ms / 60_000, 'minute']
  const rounded = Math.round(count)
  return `${rounded} ${unit}${rounded === 1 ? '' : 's'}`
}
