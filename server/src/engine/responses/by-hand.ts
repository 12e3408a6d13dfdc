import type { Caller, Origin } from '../../domain/caller.ts'
import { badRequest, notFound, overlap } from '../../domain/errors.ts'
import { audit } from '../../identity/audit/store.ts'
import { ownedRow } from '../../storage/rows/owned-row.ts'
import type { EngineDeps } from '../deps.ts'
import { findResponse, type ResponseRow, recordResponse, storedPlan } from '../gates/store.ts'
import { findPolicy, rulesOf } from '../protection/policies.ts'
import type { Deciding } from './decide.ts'
import { startUndo } from './undo.ts'

/** What failed, or was lost, may have acted before that. */
const mayBeUndone: readonly ResponseRow['state'][] = ['done', 'failed', 'unknown']

/** Undoes it now, whatever was planned, and whatever failed before. */
export async function undoNow(deps: EngineDeps, deciding: Deciding): Promise<ResponseRow> {
  const { db, clock } = deps
  const { caller, origin, id, reason } = deciding
  const row = await requireResponse(deps, caller, id)
  // guard: server/test/engine/undone-responses.test.ts
  if (!mayBeUndone.includes(row.state))
    throw overlap(`There is nothing to undo: this response is ${row.state}`)
  // guard: server/test/engine/dry-runs.test.ts
  if (row.dry === 1) throw overlap('There is nothing to undo: this was a dry run')
  // guard: server/test/engine/undone-responses.test.ts
  if (row.undo_state === 'running') throw overlap('It is being undone already')
  const plan = storedPlan(row)
  const inverse = plan.inverse ?? (await currentInverse(deps, row))
  // guard: server/test/engine/undone-responses.test.ts
  if (inverse === null)
    throw badRequest(
      `No responder undoes ${row.worker_name}. An administrator can set inverse in its policy`,
    )
  const planned = await db.transaction().execute(async (tx) => {
    const changed = await tx
      .updateTable('guarded_responses')
      .set({
        undo_state: 'planned',
        undo_at: clock.now(),
        undo_attempts: 0,
        plan: JSON.stringify({ ...plan, inverse }),
        resolved_by: null,
        resolved_at: null,
        resolved_reason: null,
      })
      .where(ownedRow(row.organization, row.id))
      .where('state', '=', row.state)
      .where('undo_attempts', '=', row.undo_attempts)
      // guard: server/test/engine/undone-responses.test.ts
      .where('undo_state', row.undo_state === null ? 'is' : '=', row.undo_state)
      .returningAll()
      .executeTakeFirst()
    if (!changed) throw overlap('It was changed in the meantime. Look again')
    const details = reason === undefined ? {} : { reason }
    const actor = { ...origin, login: caller.login }
    await recordResponse(tx, actor, clock.now(), row, 'ask-undo', details)
    return changed
  })
  await startUndo(deps, planned)
  return requireResponse(deps, caller, id)
}

const currentInverse = async ({ db }: EngineDeps, row: ResponseRow) => {
  const policy = await findPolicy(db, row.organization, row.worker_id)
  return policy ? rulesOf(policy).inverse : null
}

/** A user looked, and says what became of it. */
export async function resolve(deps: EngineDeps, deciding: Deciding): Promise<ResponseRow> {
  const { db, clock } = deps
  const { caller, origin, id, reason = '' } = deciding
  const row = await requireResponse(deps, caller, id)
  const isUnsettled =
    row.state === 'unknown' || row.undo_state === 'failed' || row.undo_state === 'unknown'
  // guard: server/test/engine/undone-responses.test.ts
  if (!isUnsettled || row.resolved_at !== null)
    throw overlap('Only a response with an unknown outcome or a failed undo can be resolved')
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('guarded_responses')
      .set({ resolved_by: caller.login, resolved_at: clock.now(), resolved_reason: reason })
      .where(ownedRow(row.organization, row.id))
      .execute()
    const actor = { ...origin, login: caller.login }
    await recordResponse(tx, actor, clock.now(), row, 'resolve', { reason })
  })
  return requireResponse(deps, caller, id)
}

async function requireResponse(
  { db }: Pick<EngineDeps, 'db'>,
  caller: Caller,
  id: string,
): Promise<ResponseRow> {
  const row = await findResponse(db, caller.organization, id)
  if (!row) throw notFound('response', id)
  return row
}

/** After a backup was restored: what was done since may have been undone already. */
export async function resumeUndos(
  { db, clock }: Pick<EngineDeps, 'db' | 'clock'>,
  { caller, origin }: { readonly caller: Caller; readonly origin: Origin },
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const rows = await tx
      .updateTable('guarded_responses')
      .set({ undo_state: 'planned' })
      .where('undo_state', '=', 'paused')
      .returning('id')
      .execute()
    await audit(tx, { ...origin, login: caller.login }, clock.now(), {
      action: 'response.resume',
      objectType: 'response',
      objectId: 'undo',
      organization: caller.organization,
      details: { count: rows.length },
    })
    return rows.length
  })
}
