import { randomBytes } from 'node:crypto'
import { type Selectable, sql, type Updateable } from 'kysely'
import { actors } from '../../domain/actors.ts'
import { heldNeeds } from '../../domain/budgets/fairness.ts'
import type { Origin } from '../../domain/caller.ts'
import type { Target } from '../../domain/protection/targets.ts'
import type { PolicyRules } from '../../domain/responder-policy.ts'
import { audit } from '../../identity/audit/store.ts'
import type { Db } from '../../storage/database.ts'
import { ownedRow } from '../../storage/rows/owned-row.ts'
import type { GuardedResponseTable } from '../../storage/tables/responses.ts'

export type ResponseRow = Selectable<GuardedResponseTable>

/** Nothing has happened to the response yet: no decision, no end, no undo. */
export const untouched = {
  started_at: null,
  decided_by: null,
  decided_at: null,
  decision_reason: null,
  ended_at: null,
  undo_at: null,
  undo_state: null,
  undo_job_id: null,
  undo_attempts: 0,
  resolved_by: null,
  resolved_at: null,
  resolved_reason: null,
} satisfies Partial<ResponseRow>
type Actor = Origin & { readonly login: string }

/** In the audit trail; no user can be called so. */
export const gateActor: Actor = { login: actors.responses, address: 'server', requestId: 'gate' }

/** A row whose job is not there by then has none: between the two transactions of a submission there may be none yet. */
export const submittedWithinMs = 60_000

export const newResponseId = () => randomBytes(12).toString('base64url')

export const findResponse = (
  db: Db,
  organization: string,
  id: string,
): Promise<ResponseRow | undefined> =>
  db
    .selectFrom('guarded_responses')
    .selectAll()
    .where(ownedRow(organization, id))
    .executeTakeFirst()

export const responseOfJob = (
  db: Db,
  organization: string,
  jobId: string,
): Promise<ResponseRow | undefined> =>
  db
    .selectFrom('guarded_responses')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('organization', '=', organization)
    .executeTakeFirst()

/** Whether this job undoes what another one did. */
export async function isUndo(db: Db, organization: string, jobId: string): Promise<boolean> {
  const row = await db
    .selectFrom('guarded_responses')
    .select('id')
    .where('undo_job_id', '=', jobId)
    .where('organization', '=', organization)
    .executeTakeFirst()
  return row !== undefined
}

/** Only if nothing has moved it on since; answers the row as it is then. */
export const moveResponse = (
  tx: Db,
  row: Pick<ResponseRow, 'organization' | 'id' | 'state'>,
  change: Updateable<GuardedResponseTable>,
): Promise<ResponseRow | undefined> =>
  tx
    .updateTable('guarded_responses')
    .set(change)
    .where(ownedRow(row.organization, row.id))
    .where('state', '=', row.state)
    .returningAll()
    .executeTakeFirst()

/** What a job was submitted with, and how it is undone. */
export interface StoredPlan {
  readonly data: string | null
  readonly dataType: string
  readonly file: string | null
  readonly fileName: string | null
  readonly tlp: number
  readonly pap: number
  readonly message: string
  readonly label: string | null
  readonly parameters: Record<string, unknown>
  /** Targets that its parameters name. */
  readonly named: readonly Target[]
  readonly inverse: PolicyRules['inverse']
  readonly undoAfterMinutes: number | null
}

export const storedPlan = ({ plan }: Pick<ResponseRow, 'plan'>): StoredPlan => JSON.parse(plan)

/** What became of a response, in the audit trail. */
export const recordResponse = (
  tx: Db,
  actor: Actor,
  now: number,
  row: Pick<ResponseRow, 'organization' | 'id' | 'worker_name' | 'job_id'>,
  change: string,
  details: Record<string, unknown> = {},
) =>
  audit(tx, actor, now, {
    action: `response.${change}`,
    objectType: 'response',
    objectId: row.id,
    organization: row.organization,
    details: { responder: row.worker_name, jobId: row.job_id, ...details },
  })

/** A job that waits for an approval ends without having been started; false if it no longer waits. */
export async function endHeldJob(
  tx: Db,
  { organization, job_id }: Pick<ResponseRow, 'organization' | 'job_id'>,
  message: string,
  login: string,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('jobs')
    .set({
      status: 'Failure',
      error_message: message,
      end_date: now,
      updated_at: now,
      updated_by: login,
    })
    .where(ownedRow(organization, job_id))
    .where('status', '=', sql.lit('Waiting' as const))
    .where('needs', '=', heldNeeds)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
