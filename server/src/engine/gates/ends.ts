import { isUnknownFate } from '../../domain/protection/plan.ts'
import type { Db } from '../../storage/database.ts'
import { ownedRow } from '../../storage/rows/owned-row.ts'
import type { EngineDeps } from '../deps.ts'
import {
  gateActor,
  moveResponse,
  type ResponseRow,
  recordResponse,
  storedPlan,
  submittedWithinMs,
} from './store.ts'
import { publishNotices, tellRequester, withdrawQuestion } from './tell.ts'

const step = 100
const minute = 60_000

interface Ended {
  readonly row: ResponseRow
  readonly status: string | null
  readonly message: string | null
  readonly endedAt: number | null
}

/** By what their jobs say, of one job or of all. Answers whether there may be more. */
export async function noteEnds(
  deps: Pick<EngineDeps, 'db' | 'clock' | 'bus'>,
  jobId?: string,
): Promise<boolean> {
  const { db, clock } = deps
  const rows = await db
    .selectFrom('guarded_responses as r')
    .leftJoin('jobs', (join) =>
      join.onRef('jobs.id', '=', 'r.job_id').onRef('jobs.organization', '=', 'r.organization'),
    )
    .selectAll('r')
    .select([
      'jobs.status as job_status',
      'jobs.error_message as job_message',
      'jobs.end_date as job_end',
    ])
    .where('r.state', 'in', ['asked', 'approved', 'running'])
    .where((eb) =>
      eb.or([
        eb('jobs.status', 'in', ['Success', 'Failure', 'Deleted']),
        eb.and([
          eb('jobs.id', 'is', null),
          eb('r.created_at', '<=', clock.now() - submittedWithinMs),
        ]),
      ]),
    )
    .$if(jobId !== undefined, (query) => query.where('r.job_id', '=', jobId ?? ''))
    .limit(step)
    .execute()
  for (const { job_status, job_message, job_end, ...row } of rows) {
    const now = clock.now()
    const change = endOf({ row, status: job_status, message: job_message, endedAt: job_end }, now)
    const told = await db.transaction().execute(async (tx) => {
      const moved = await moveResponse(tx, row, change)
      if (!moved) return []
      if ('undo_at' in change) await handOver(tx, moved)
      const { state, message } = change
      const details = message === null ? { state } : { state, message }
      await recordResponse(tx, gateActor, now, row, 'end', details)
      await withdrawQuestion(tx, row)
      const isFailed = state === 'failed' || state === 'unknown' || state === 'void'
      return isFailed ? tellRequester(tx, row, message, now) : []
    })
    publishNotices(deps, told)
  }
  return rows.length === step
}

/** A responder that was started and whose end no one saw is never started again. */
function endOf({ row, status, message: said, endedAt }: Ended, now: number) {
  const ended_at = endedAt ?? now
  const isStarted = row.state === 'running'
  if (status === 'Success') {
    const { inverse, undoAfterMinutes } = storedPlan(row)
    const undo =
      inverse === null || undoAfterMinutes === null
        ? {}
        : { undo_state: 'planned' as const, undo_at: ended_at + undoAfterMinutes * minute }
    // Of a dry run: why a real one would have been refused.
    const message = row.dry === 1 ? row.message : null
    return { state: 'done' as const, message, ended_at, ...undo }
  }
  if (isStarted && (status !== 'Failure' || isUnknownFate(said)))
    return {
      state: 'unknown' as const,
      message: said ?? 'The job was deleted while the responder was running',
      ended_at,
    }
  if (status === 'Failure')
    return { state: isStarted ? ('failed' as const) : ('void' as const), message: said, ended_at }
  const why = status === null ? 'Its job was not stored' : 'Its job was deleted'
  return { state: 'withdrawn' as const, message: why, ended_at }
}

/** What was done a second time is undone once, at the later of the two moments. */
async function handOver(tx: Db, row: ResponseRow): Promise<void> {
  if (row.target_count === 0) return
  const earlier = await tx
    .selectFrom('guarded_responses')
    .select(['id', 'undo_at'])
    .where('organization', '=', row.organization)
    .where('worker_id', '=', row.worker_id)
    .where('value_hash', '=', row.value_hash)
    .where('undo_state', '=', 'planned')
    .where('id', '!=', row.id)
    .execute()
  if (earlier.length === 0) return
  await tx
    .updateTable('guarded_responses')
    .set({ undo_state: null, undo_at: null, message: `Undone together with response ${row.id}` })
    .where(
      'id',
      'in',
      earlier.map(({ id }) => id),
    )
    .where('undo_state', '=', 'planned')
    .execute()
  const latest = Math.max(row.undo_at ?? 0, ...earlier.map(({ undo_at }) => undo_at ?? 0))
  await tx
    .updateTable('guarded_responses')
    .set({ undo_at: latest })
    .where(ownedRow(row.organization, row.id))
    .execute()
}
