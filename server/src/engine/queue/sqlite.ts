import { sql } from 'kysely'
import { heldNeeds } from '../../domain/budgets/fairness.ts'
import { isAccepted } from '../../domain/needs.ts'
import { sqlite } from '../../storage/common/dialect.ts'
import type { Db } from '../../storage/database.ts'
import { prepared, type Steps, transact } from '../../storage/rows/prepared.ts'
import { type ClaimedJob, claimedColumns, leaseMs } from '../job-rows/claimed.ts'
import { findJobWithReport } from '../job-rows/report-store.ts'
import type { JobRow } from '../job-rows/store.ts'
import { endStepsOn, endValues } from './end-steps.ts'
import { inOrder, leasesOf, roomOf } from './leases.ts'
import type { Queue, QueueSource } from './queue.ts'
import { submitSteps } from './sqlite-submit.ts'

/** One writer at a time: the steps of a transaction see what nothing else changes, and need no locks. */
export function sqliteQueue(source: QueueSource): Queue {
  const { db, queue, clock } = source
  const claimOn =
    (handle: Db): Queue['claim'] =>
    async (owner, count, accepts, except) => {
      if (count <= 0) return []
      const claimed = await transact(handle, () =>
        except === undefined
          ? claimSteps(owner, count, clock.now(), accepts)
          : claimOtherSteps(owner, except, clock.now(), accepts),
      )
      return inOrder(claimed)
    }
  return {
    ...leasesOf(source),
    submit: (submission) => transact(db, () => submitSteps(submission, clock.now())),
    claim: claimOn(queue),
    end(job, end) {
      const values = endValues(source, job, end)
      return transact(queue, () => endSteps(job, end, values))
    },
    read: (organization, id) => findJobWithReport(db, organization, id),
    entering: (work) =>
      db.transaction().execute((tx) =>
        work({
          db: tx,
          submit: (submission) => transact(tx, () => submitSteps(submission, clock.now())),
        }),
      ),
    together: (work) =>
      queue.transaction().execute((tx) =>
        work({
          db: tx,
          claim: claimOn(tx),
          room: (workers) => roomOf(tx, workers),
          isOurTurn: async () => true,
        }),
      ),
  }
}

const endSteps = endStepsOn(sqlite)

export function* claimSteps(owner: string, count: number, now: number, accepts: readonly string[]) {
  // Most often the head of the line may run here, and nothing behind it is looked at. Held jobs are at its end.
  const head = (yield* firstOfAll.step({ count })).filter(({ needs }) => needs !== heldNeeds)
  if (head.every(({ needs }) => isAccepted(needs, accepts)))
    return head.length === 0 ? [] : yield* take(owner, now, head)
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

/**
 * The different needs that wait, from one to the next along the index: fifty thousand jobs that no node
 * here can run are one step.
 */
const allNeeds = prepared<Record<never, never>, { needs: string | null }>((db) => ({
  compile: () =>
    sql<never>`with recursive waiting_needs (needs) as (
      select min(needs) from jobs where status = 'Waiting'
      union all
      select (select min(jobs.needs) from jobs
        where jobs.status = 'Waiting' and jobs.needs > waiting_needs.needs)
      from waiting_needs where waiting_needs.needs is not null)
      select needs from waiting_needs`.compile(db),
}))

/** SQLite keeps no statistics: left to itself, it would rather sort all that wait. */
const firstOfAll = prepared<{ count: number }, FirstJob & Pick<JobRow, 'needs'>>((db, slot) => ({
  compile: () =>
    sql<never>`select id, priority, turn, created_at, needs from jobs indexed by jobs_waiting
      where status = 'Waiting' order by priority desc, turn, created_at, id limit ${slot('count')}`.compile(
      db,
    ),
}))

const firstOfNeeds = prepared<{ needs: string; count: number }, FirstJob>((db, slot) => ({
  compile: () =>
    sql<never>`select id, priority, turn, created_at from jobs
      where status = 'Waiting' and needs = ${slot('needs')}
      order by priority desc, turn, created_at, id limit ${slot('count')}`.compile(db),
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
