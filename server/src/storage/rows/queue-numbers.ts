import { sql } from 'kysely'
import { heldPriority } from '../../domain/budgets/fairness.ts'
import { windowMs } from '../../domain/rate.ts'
import type { Db } from '../database.ts'

/** Numbers about all organizations, for the operator alone. None of them reads a table from end to end. */
export interface QueueNumbers {
  readonly depths: readonly { organization: string; name: string; status: string; jobs: number }[]
  /** When the oldest one that waits was submitted. */
  readonly oldest: readonly { organization: string; name: string; at: number }[]
  readonly quotas: readonly { organization: string; name: string; left: number }[]
  readonly sessions: number
  readonly nodes: readonly { version: string; nodes: number; slots: number; running: number }[]
  /** Responses that wait for a user. */
  readonly responses: readonly { organization: string; state: string; count: number }[]
}

/** Of one organization; what is further back is not considered. */
const lookedAt = 1_000
const maxOrganizations = 200
const maxQuotas = 200
/** Of a window with more jobs than this the rest is not counted. */
const maxCounted = 10_000
const silentMs = 30_000

export async function queueNumbers(db: Db, now: number): Promise<QueueNumbers> {
  const depths = await db
    .selectFrom('job_counts')
    .select(['organization', 'worker_name as name', 'status'])
    .select(sql<number>`sum(count)`.as('jobs'))
    .where('status', 'in', ['Waiting', 'InProgress'])
    .groupBy(['organization', 'worker_name', 'status'])
    .having(sql`sum(count)`, '>', 0)
    .execute()
  const waiting = new Set(depths.filter((row) => row.status === 'Waiting').map(organizationOf))
  const oldest = []
  for (const organization of [...waiting].slice(0, maxOrganizations))
    oldest.push(...(await oldestOf(db, organization)))
  const { sessions } = await db
    .selectFrom('sessions')
    .select(sql<number>`count(*)`.as('sessions'))
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  const nodes = await db
    .selectFrom('nodes')
    .select('version')
    .select(sql<number>`count(*)`.as('nodes'))
    .select(sql<number>`sum(slots)`.as('slots'))
    .select(sql<number>`sum(running)`.as('running'))
    .where('seen_at', '>', now - silentMs)
    .groupBy('version')
    .execute()
  const quotas = await quotasOf(db, now)
  return { depths, oldest, quotas, sessions, nodes, responses: await openResponses(db) }
}

const organizationOf = ({ organization }: { organization: string }) => organization

/** By the index of the queue of one organization. */
const oldestOf = (db: Db, organization: string) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('jobs')
        .select(['organization', 'worker_name', 'created_at'])
        .where('status', '=', 'Waiting')
        .where('organization', '=', organization)
        // Those that wait for an approval wait for a person.
        .where('priority', '>', heldPriority)
        .orderBy('priority', 'desc')
        .orderBy('turn')
        .limit(lookedAt)
        .as('first'),
    )
    .select(['organization', 'worker_name as name'])
    .select(sql<number>`min(created_at)`.as('at'))
    .groupBy(['organization', 'worker_name'])
    .execute()

async function quotasOf(db: Db, now: number): Promise<QueueNumbers['quotas']> {
  const limited = await db
    .selectFrom('workers')
    .select(['id', 'organization', 'name', 'rate', 'rate_unit'])
    .where('rate', 'is not', null)
    .where('rate_unit', 'is not', null)
    .orderBy('id')
    .limit(maxQuotas)
    .execute()
  const quotas = []
  for (const { id, organization, name, rate, rate_unit } of limited) {
    if (rate === null || rate_unit === null) continue
    const { used } = await db
      .selectFrom((from) =>
        from
          .selectFrom('jobs')
          .select('id')
          .where('worker_id', '=', id)
          .where('created_at', '>', now - windowMs(rate_unit))
          .limit(Math.min(rate, maxCounted))
          .as('counted'),
      )
      .select(sql<number>`count(*)`.as('used'))
      .executeTakeFirstOrThrow()
    quotas.push({ organization, name, left: Math.max(0, rate - used) })
  }
  return quotas
}

/** Approvals that are asked for, and what could not be undone. */
async function openResponses(db: Db): Promise<QueueNumbers['responses']> {
  const asked = await db
    .selectFrom('guarded_responses')
    .select('organization')
    .select(sql<number>`count(*)`.as('count'))
    .where('state', '=', 'asked')
    .groupBy('organization')
    .execute()
  const failed = await db
    .selectFrom('guarded_responses')
    .select('organization')
    .select(sql<number>`count(*)`.as('count'))
    .where('undo_state', 'in', ['failed', 'unknown', 'paused'])
    .where('resolved_at', 'is', null)
    .groupBy('organization')
    .execute()
  return [
    ...asked.map((row) => ({ ...row, state: 'asked' })),
    ...failed.map((row) => ({ ...row, state: 'not undone' })),
  ]
}
