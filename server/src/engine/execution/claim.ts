import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { acceptedParts, isAccepted } from '../../domain/needs.ts'
import type { Db } from '../../storage/database.ts'
import { postgres } from '../../storage/dialect.ts'
import { readKnown } from '../../storage/known-rows.ts'
import { givenMoment, momentOf } from '../../storage/moment.ts'
import { prepared, type Steps, transact } from '../../storage/prepared.ts'
import { type ClaimedJob, claimedColumns, leaseMs } from '../jobs/claimed.ts'
import type { JobRow } from '../jobs/store.ts'

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
  const values = claimValues(deps, owner, accepts)
  const claimed: ClaimedJob[] = []
  // Others look at the same first candidates. What they took of them is made up for from behind.
  for (let reach = 3 * count; ; reach *= 4) {
    const rows = await claim(db, { ...values, count: count - claimed.length, reach })
    claimed.push(...rows.filter((row): row is Candidates & ClaimedJob => row.id !== null))
    if (claimed.length >= count || (rows[0]?.candidates ?? 0) < reach) return inOrder(claimed)
  }
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
  return claimOther(db, { ...claimValues(deps, owner, accepts), except })
}

const claimValues = (deps: QueueDeps, owner: string, accepts: readonly string[]) => ({
  owner,
  now: givenMoment(deps),
  parts: JSON.stringify(acceptedParts(accepts)),
})

const inOrder = (jobs: readonly ClaimedJob[]) =>
  jobs.toSorted((a, b) => b.priority - a.priority || a.turn - b.turn)

type Claim = { owner: string; now: number | null; parts: string }
type Candidates = { candidates: number }

const inQueueOrder = sql`priority desc, turn, created_at, id`
const columns = (of: string) => sql.join(claimedColumns.map((column) => sql.ref(`${of}.${column}`)))

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

const accepted = (parts: string) => sql`accepted as materialized (
  select needs from waiting_needs where needs is not null and exists (
    select 1 from ${postgres.listElements(sql`cast(${parts} as text)`)}
    where strpos('|' || needs || '|', element.value) > 0))`

const claimedBy = (owner: string, now: number | null) => sql`claimed as (
  update jobs set status = 'InProgress', start_date = moment.now, updated_at = moment.now,
    attempts = attempts + 1, run = run + 1, locked_by = ${owner},
    locked_until = moment.now + ${sql.lit(leaseMs)}
  from next, ${momentOf(postgres, now)} as moment (now)
  where jobs.id = next.id returning ${columns('jobs')})`

/**
 * By their ids: the condition on the status is written so that no index of the queue fits, which with
 * old statistics the planner would walk from end to end; and of an array it expects few.
 */
const locked = (count: unknown) => sql`next as materialized (
  select id from jobs
  where id = any (array(select candidates.id from candidates)) and status || '' = 'Waiting'
  order by ${inQueueOrder} limit ${count} for update skip locked)`

/**
 * One statement, so that a claim needs no transaction around it. The candidates are chosen without a
 * lock, by the index of each need.
 */
const claim = prepared<
  Claim & { count: number; reach: number },
  Candidates & { [C in keyof ClaimedJob]: ClaimedJob[C] | null }
>(
  (db, slot) => ({
    compile: () =>
      sql<never>`with recursive ${waitingNeeds}, ${accepted(slot('parts'))},
      candidates as materialized (
        select first.* from accepted cross join lateral (
          select id, priority, turn, created_at from jobs
          where status = 'Waiting' and jobs.needs = accepted.needs
          order by ${inQueueOrder} limit ${slot('reach')}) as first
        order by ${inQueueOrder} limit ${slot('reach')}),
      ${locked(slot('count'))},
      ${claimedBy(slot('owner'), slot('now'))}
      select claimed.*, (select count(*) from candidates) as candidates
      from (values (1)) as always left join claimed on true`.compile(db),
  }),
  { isPlannedOnce: false },
)

/**
 * Through the organizations and not along the queue: the jobs of the one that is left out may be a
 * hundred thousand, and all of them stand before the one that is looked for.
 */
const claimOther = prepared<Claim & { except: string }, ClaimedJob>(
  (db, slot) => ({
    compile: () =>
      sql<never>`with recursive ${waitingNeeds}, ${accepted(slot('parts'))},
      candidates as materialized (
        select first.* from organizations cross join accepted cross join lateral (
          select id, priority, turn, created_at from jobs
          where status = 'Waiting' and jobs.organization = organizations.name
            and jobs.needs = accepted.needs
          order by priority desc, turn limit 1) as first
        where organizations.name <> ${slot('except')}),
      ${locked(sql.lit(1))},
      ${claimedBy(slot('owner'), slot('now'))}
      select * from claimed`.compile(db),
  }),
  { isPlannedOnce: false },
)

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
