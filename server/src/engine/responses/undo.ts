import type { Caller } from '../../domain/caller.ts'
import { AppError } from '../../domain/errors.ts'
import { secretNamesIn } from '../../domain/input-items.ts'
import { isUnknownFate, maxUndoAttempts, undoPauseMs } from '../../domain/protection/plan.ts'
import { removed } from '../../domain/redaction.ts'
import type { PolicyRules } from '../../domain/responder-policy.ts'
import type { Db } from '../../storage/database.ts'
import { ownedRow } from '../../storage/rows/owned-row.ts'
import type { EngineDeps } from '../deps.ts'
import { gateActor, type ResponseRow, recordResponse, storedPlan } from '../gates/store.ts'
import { publishNotices, tellOfUndo } from '../gates/tell.ts'
import { openSecretInputs } from '../job-rows/secret-inputs.ts'
import { newJobId, submit } from '../jobs/submit.ts'
import { findWorker } from '../workers/store.ts'

type Values = Readonly<Record<string, unknown>>

const step = 20
/** A submission that took longer did not store its job. */
const submittedWithinMs = 2 * 60_000

/** Undoes what is due, and notes what became of it. Answers whether there may be more. */
export async function undoDue(deps: EngineDeps): Promise<boolean> {
  const due = await deps.db
    .selectFrom('guarded_responses')
    .selectAll()
    .where('undo_state', '=', 'planned')
    .where('undo_at', '<=', deps.clock.now())
    .orderBy('undo_at')
    .limit(step)
    .execute()
  for (const row of due) await startUndo(deps, row)
  return due.length === step
}

/** On the same object as it was. Its job is named before it is stored, so it is submitted once. */
export async function startUndo(deps: EngineDeps, row: ResponseRow): Promise<void> {
  const { db, clock } = deps
  const { inverse, ...plan } = storedPlan(row)
  if (inverse === null) return
  const jobId = newJobId(clock.now())
  const begun = await db.transaction().execute(async (tx) => {
    const change = {
      undo_state: 'running',
      undo_job_id: jobId,
      undo_at: clock.now(),
      undo_attempts: row.undo_attempts + 1,
    } as const
    if (!(await moveUndo(tx, row, change))) return false
    await recordResponse(tx, gateActor, clock.now(), row, 'undo', { undoJobId: jobId })
    return true
  })
  // Another process was faster.
  if (!begun) return
  const input = {
    ...(plan.data === null
      ? { attachment: { hash: plan.file, name: plan.fileName ?? undefined } }
      : { data: JSON.parse(plan.data) as unknown }),
    dataType: plan.dataType,
    tlp: plan.tlp,
    pap: plan.pap,
    message: plan.message,
    ...(plan.label === null ? {} : { label: plan.label }),
    parameters: await parametersFor(deps, row, inverse, plan.parameters),
  }
  try {
    await submit(deps, undoerOf(row), 'responder', inverse.responder, input, undefined, {
      passedAs: jobId,
      waits: true,
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await failUndo(
      deps,
      { ...row, undo_state: 'running', undo_attempts: row.undo_attempts + 1 },
      error.message,
    )
  }
}

/** Those that the responder takes which undoes it. */
async function parametersFor(
  deps: EngineDeps,
  row: ResponseRow,
  inverse: NonNullable<PolicyRules['inverse']>,
  given: Values,
): Promise<Values> {
  const { db, catalogue } = deps
  const worker = await findWorker(db, row.organization, 'responder', inverse.responder)
  const items = worker && catalogue.find('responder', worker.definition_id)?.inputItems
  const secret = (await openSecretInputs(deps, row)) ?? {}
  // A secret goes where it is declared as one, and nowhere else.
  const shown = Object.entries(given).filter(([, value]) => value !== removed)
  const own = Object.fromEntries(
    secretNamesIn(items ?? [], secret).map((name) => [name, secret[name]]),
  )
  const all = { ...Object.fromEntries(shown), ...own, ...inverse.parameters }
  if (!items) return all
  const names = new Set(items.map(({ name }) => name))
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.has(name)))
}

/** For whom it was done. What undoes it was approved with it. */
const undoerOf = (row: ResponseRow): Caller => ({
  login: row.requested_by,
  organization: row.organization,
  roles: ['read', 'analyze'],
  via: 'key',
  service: true,
  asks: { login: row.requested_by, kind: 'rule', cause: `undo/${row.id}` },
})

const moveUndo = async (
  tx: Db,
  row: Pick<ResponseRow, 'organization' | 'id' | 'undo_state' | 'undo_attempts'>,
  change: Partial<ResponseRow>,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('guarded_responses')
    .set(change)
    .where(ownedRow(row.organization, row.id))
    .where('undo_state', '=', row.undo_state)
    .where('undo_attempts', '=', row.undo_attempts)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Three tries, then it stays until a user resolves it. */
async function failUndo(
  deps: Pick<EngineDeps, 'db' | 'clock' | 'bus'>,
  row: ResponseRow,
  message: string,
): Promise<void> {
  const { db, clock } = deps
  const now = clock.now()
  const isOver = row.undo_attempts >= maxUndoAttempts
  const change = isOver
    ? ({ undo_state: 'failed', message } as const)
    : ({ undo_state: 'planned', message, undo_at: now + undoPauseMs(row.undo_attempts) } as const)
  const told = await db.transaction().execute(async (tx) => {
    if (!(await moveUndo(tx, row, change))) return []
    await recordResponse(tx, gateActor, now, row, isOver ? 'undo-failed' : 'undo-retry', {
      message,
    })
    return isOver ? tellOfUndo(tx, row, message, now) : []
  })
  publishNotices(deps, told)
}

/** What became of the jobs that undo. */
export async function noteUndone(deps: Pick<EngineDeps, 'db' | 'clock' | 'bus'>): Promise<boolean> {
  const { db, clock } = deps
  const rows = await db
    .selectFrom('guarded_responses as r')
    .leftJoin('jobs', (join) =>
      join.onRef('jobs.id', '=', 'r.undo_job_id').onRef('jobs.organization', '=', 'r.organization'),
    )
    .selectAll('r')
    .select(['jobs.status as job_status', 'jobs.error_message as job_message'])
    .where('r.undo_state', '=', 'running')
    .where((eb) =>
      eb.or([
        eb('jobs.status', 'in', ['Success', 'Failure', 'Deleted']),
        eb.and([eb('jobs.id', 'is', null), eb('r.undo_at', '<=', clock.now() - submittedWithinMs)]),
      ]),
    )
    .limit(step)
    .execute()
  for (const { job_status: status, job_message, ...row } of rows) {
    if (status === 'Success') await endUndo(deps, row, 'done')
    else if (status === 'Deleted' || isUnknownFate(job_message)) await endUndo(deps, row, 'unknown')
    else await failUndo(deps, row, job_message ?? 'The server stopped before the job was stored')
  }
  return rows.length === step
}

async function endUndo(
  deps: Pick<EngineDeps, 'db' | 'clock' | 'bus'>,
  row: ResponseRow,
  undo_state: 'done' | 'unknown',
): Promise<void> {
  const { db, clock } = deps
  const now = clock.now()
  const change =
    undo_state === 'done'
      ? { undo_state, state: 'undone' as const, message: null, ended_at: now }
      : { undo_state, message: 'The outcome of the responder that undoes it is not known' }
  const told = await db.transaction().execute(async (tx) => {
    if (!(await moveUndo(tx, row, change))) return []
    await recordResponse(tx, gateActor, now, row, undo_state === 'done' ? 'undone' : 'undo-unknown')
    return undo_state === 'done' ? [] : tellOfUndo(tx, row, change.message, now)
  })
  publishNotices(deps, told)
}
