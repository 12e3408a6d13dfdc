import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { acceptedParts, isAccepted } from '../../domain/needs.ts'
import type { Db } from '../../storage/database.ts'
import { readKnown } from '../../storage/known-rows.ts'
import { givenMoment } from '../../storage/moment.ts'
import { prepared, type Steps, transact } from '../../storage/prepared.ts'
import { type ClaimedJob, claimedColumns, leaseMs } from '../job-rows/claimed.ts'
import type { JobRow } from '../job-rows/store.ts'

export type QueueDeps = Pick<Deps, 'db' | 'dialect' | 'clock'>

/**
 * Takes up to `count` waiting jobs for this process, of those that it accepts; see `domain/needs.ts`.
 * Each job is claimed exactly once, whoever races.
 */
export async function claimJobs(
  deps: QueueDeps,
  owner: string,
  count: number,
  accepts: readonly string[],
): Promise<ClaimedJob[]> {
  if (count <= 0) return []
  const { db, dialect, clock } = deps
  if (dialect.name === 'sqlite')
    return inOrder(await transact(db, () => claimSteps(owner, count, clock.now(), accepts)))
  return inOrder(await claim(db, { ...claimValues(deps, owner, accepts), count, except: null }))
}

/** The next waiting job of any organization but this one; none or one. */
export async function claimOtherJob(
  deps: QueueDeps,
  owner: string,
  except: string,
  accepts: readonly string[],
): Promise<ClaimedJob[]> {
  const { db, dialect, clock } = deps
  if (dialect.name === 'sqlite')
    return transact(db, () => claimOtherSteps(owner, except, clock.now(), accepts))
  return claim(db, { ...claimValues(deps, owner, accepts), count: 1, except })
}

const claimValues = (deps: QueueDeps, owner: string, accepts: readonly string[]) => ({
  owner,
  now: givenMoment(deps),
  parts: JSON.stringify(acceptedParts(accepts)),
})

const inOrder = (jobs: readonly ClaimedJob[]) =>
  jobs.toSorted((a, b) => b.priority - a.priority || a.turn - b.turn)

interface Claim {
  owner: string
  now: number | null
  parts: string
  count: number
  except: string | null
}

const inQueueOrder = sql`priority desc, turn, created_at, id`

const claim = prepared<Claim & Record<keyof Claim, string | number | null>, ClaimedJob>(
  (db, slot) => ({
    compile: () =>
      sql<never>`select * from claim_jobs_1(
        array(select jsonb_array_elements_text(cast(${slot('parts')} as jsonb))),
        ${slot('owner')}, cast(${slot('count')} as bigint), cast(${slot('except')} as text),
        cast(${slot('now')} as bigint), ${sql.lit(leaseMs)})`.compile(db),
  }),
)

/**
 * The different needs that wait, from one to the next along the index: fifty thousand jobs that nobody
 * here can run are one step.
 */
const waitingNeeds = sql`waiting_needs (needs) as (
  select min(needs) from jobs where status = 'Waiting'
  union all
  select (select min(jobs.needs) from jobs
    where jobs.status = 'Waiting' and jobs.needs > waiting_needs.needs)
  from waiting_needs where waiting_needs.needs is not null)`

/** SQLite: one writer at a time, so the steps of a claim see what nobody else changes. */
export function* claimSteps(owner: string, count: number, now: number, accepts: readonly string[]) {
  const found: FirstJob[] = []
  for (const needs of yield* acceptedNeeds(accepts))
    found.push(...(yield* firstOfNeeds.step({ needs, count })))
  const ids = found.toSorted(byPlace).slice(0, count)
  return ids.length === 0 ? [] : yield* take(owner, now, ids)
}

function* claimOtherSteps(owner: string, except: string, now: number, accepts: readonly string[]) {
  const needs = JSON.stringify(yield* acceptedNeeds(accepts))
  const [first] = (yield* firstOfOthers.step({ except, needs })).sort(byPlace)
  return first ? yield* take(owner, now, [first]) : []
}

function* acceptedNeeds(accepts: readonly string[]): Steps<string[]> {
  const waiting = yield* allNeeds.step({})
  return waiting.flatMap(({ needs }) => (needs !== null && isAccepted(needs, accepts) ? needs : []))
}

const take = (owner: string, now: number, jobs: readonly FirstJob[]) =>
  taken.step({ owner, now, until: now + leaseMs, ids: JSON.stringify(jobs.map(({ id }) => id)) })

type FirstJob = Pick<JobRow, 'id' | 'priority' | 'turn' | 'created_at'>

const byPlace = (a: FirstJob, b: FirstJob) =>
  b.priority - a.priority ||
  a.turn - b.turn ||
  a.created_at - b.created_at ||
  (a.id < b.id ? -1 : 1)

const allNeeds = prepared<Record<never, never>, { needs: string | null }>((db) => ({
  compile: () =>
    sql<never>`with recursive ${waitingNeeds} select needs from waiting_needs`.compile(db),
}))

const firstOfNeeds = prepared<{ needs: string; count: number }, FirstJob>((db, slot) => ({
  compile: () =>
    sql<never>`select id, priority, turn, created_at from jobs
      where status = 'Waiting' and needs = ${slot('needs')}
      order by ${inQueueOrder} limit ${slot('count')}`.compile(db),
}))

const firstOfOthers = prepared<{ except: string; needs: string }, FirstJob>((db, slot) => ({
  compile: () =>
    sql<never>`select id, priority, turn, created_at from jobs where id in (
      select (select id from jobs as first
        where first.status = 'Waiting' and first.organization = organizations.name
          and first.needs = element.value
        order by first.priority desc, first.turn limit 1)
      from organizations, json_each(${slot('needs')}) as element
      where organizations.name <> ${slot('except')})`.compile(db),
}))

const taken = prepared<{ owner: string; now: number; until: number; ids: string }, ClaimedJob>(
  (db, slot) =>
    db
      .updateTable('jobs')
      .set((eb) => ({
        status: 'InProgress' as const,
        start_date: slot('now'),
        updated_at: slot('now'),
        attempts: eb('attempts', '+', 1),
        run: eb('run', '+', 1),
        locked_by: slot('owner'),
        locked_until: slot('until'),
      }))
      .where('status', '=', sql.lit('Waiting' as const))
      .where('id', 'in', sql<string>`(select value from json_each(${slot('ids')}))`)
      .returning(claimedColumns),
)

/** The same, asked no more than once a second where asking is a round trip. */
export async function isShared(db: Db): Promise<boolean> {
  const read = async () => ({ isShared: await hasSeveralTenants(db) })
  return (await readKnown(db, 'workers', ['of several tenants'], read))?.isShared ?? false
}

/** Whether more than one organization has workers: otherwise nobody is kept waiting by anybody. */
export async function hasSeveralTenants(db: Db): Promise<boolean> {
  return (await secondTenant.now(db, {})).length > 0
}

/** Two looks into an index: it is asked with every claim. */
const secondTenant = prepared<Record<never, never>, { organization: string }>((db) =>
  db
    .selectFrom('workers')
    .select('organization')
    .where('organization', '>', (eb) =>
      eb.selectFrom('workers as all').select((all) => all.fn.min('all.organization').as('first')),
    )
    .limit(1),
)
