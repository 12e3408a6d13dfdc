import { sql } from 'kysely'
import { acceptedParts } from '../../domain/needs.ts'
import { postgres } from '../../storage/common/dialect.ts'
import { givenMoment } from '../../storage/common/moment.ts'
import type { Db } from '../../storage/database.ts'
import { prepared, transact } from '../../storage/rows/prepared.ts'
import { shareCalls } from '../../storage/rows/shared-calls.ts'
import { type ClaimedJob, leaseMs } from '../job-rows/claimed.ts'
import { findJobWithReport, type JobWithReportRow } from '../job-rows/report-store.ts'
import { endStepsOn, endValues } from './end-steps.ts'
import { inOrder, leasesOf, roomOf } from './leases.ts'
import { isShareable, sharedEnds } from './postgres-ends.ts'
import { submitShared, submitWithin } from './postgres-submit.ts'
import type { LimitedWorker, Queue, QueueSource, SharedWork } from './queue.ts'

/**
 * Many processes at once: what would be many round trips is a function of the database each, and calls of
 * the same moment share one. They are the files of `storage/postgres/functions`.
 */
export function postgresQueue(source: QueueSource): Queue {
  const { db, queue } = source
  const endTogether = sharedEnds(queue)
  const readTogether = sharedReads(db)
  const claimOn =
    (handle: Db): Queue['claim'] =>
    async (owner, count, accepts, except) => {
      if (count <= 0) return []
      const rows = await claimed(handle, {
        owner,
        now: givenMoment(source),
        parts: JSON.stringify(acceptedParts(accepts)),
        count: except === undefined ? count : 1,
        except: except ?? null,
      })
      return inOrder(rows)
    }
  return {
    ...leasesOf(source),
    submit: submitShared(source),
    claim: claimOn(queue),
    end(job, end) {
      const values = endValues(source, job, end)
      return isShareable(end)
        ? endTogether({ ...values, organization: job.organization, end })
        : transact(queue, () => endSteps(job, end, values))
    },
    async read(organization, id) {
      const row = await readTogether({ organization, id })
      if (row === undefined || (row.report_bytes ?? 0) <= shortBytes) return row
      return findJobWithReport(db, organization, id)
    },
    entering: (work) =>
      db.transaction().execute((tx) => work({ db: tx, submit: submitWithin(source, tx) })),
    together: (work) =>
      queue.transaction().execute((tx) =>
        work({
          db: tx,
          claim: claimOn(tx),
          room: (workers) => lockedRoom(tx, workers),
          isOurTurn: (turn) => isOurTurn(tx, turn),
        }),
      ),
  }
}

const endSteps = endStepsOn(postgres)

type Claim = {
  owner: string
  now: number | null
  parts: string
  count: number
  except: string | null
}

const claimed = prepared<Claim, ClaimedJob>((db, slot) => ({
  compile: () =>
    sql<never>`select * from claim_jobs_1(
      array(select jsonb_array_elements_text(cast(${slot('parts')} as jsonb))),
      ${slot('owner')}, cast(${slot('count')} as bigint), cast(${slot('except')} as text),
      cast(${slot('now')} as bigint), ${sql.lit(leaseMs)})`.compile(db),
}))

async function lockedRoom(tx: Db, workers: readonly LimitedWorker[]) {
  // In the order of their ids, so two nodes never deadlock.
  for (const { id } of workers)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`limit ${id}`}, 0))`.execute(tx)
  return roomOf(tx, workers)
}

/** Lock numbers that nothing else here uses; processes of other versions use the same. */
const turns: Readonly<Record<SharedWork, number>> = { 'unrunnable jobs': 0x6e_6f_64_65 }

async function isOurTurn(tx: Db, turn: SharedWork): Promise<boolean> {
  const { rows } = await sql<{ is_ours: boolean }>`
    select pg_try_advisory_xact_lock(${sql.lit(turns[turn])}) as is_ours`.execute(tx)
  return rows[0]?.is_ours === true
}

/** Of 256 reports that are read at once. */
const shortBytes = 65_536

interface Key {
  readonly organization: string
  readonly id: string
}

const sharedReads = (db: Db) =>
  shareCalls<Key, JobWithReportRow | undefined>({
    bytesOf: () => 0,
    async run(keys) {
      const rows = await jobsById(db, { ids: JSON.stringify(keys.map(({ id }) => id)) })
      const found = new Map(rows.map((row) => [row.id, row]))
      return keys.map(({ organization, id }) => {
        const row = found.get(id)
        // Jobs of others look like those that do not exist.
        return row?.organization === organization ? row : undefined
      })
    },
  })

const jobsById = prepared<{ ids: string }, JobWithReportRow>((db, slot) => ({
  compile: () =>
    sql<never>`select * from read_jobs_2(
      array(select json_array_elements_text(cast(${slot('ids')} as json))),
      ${sql.lit(shortBytes)})`.compile(db),
}))
