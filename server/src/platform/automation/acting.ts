import type { Said } from '../../domain/automation/sentences.ts'
import type { Caller } from '../../domain/caller.ts'
import type { Db } from '../../storage/database.ts'
import type { NoticedPerson } from '../../storage/rows/notices.ts'
import type { Writing } from '../changes/write.ts'
import { findRun, type RuleRow, type RunRow, type StepRow } from './store.ts'

/** What a step is done with. */
export interface Acting {
  readonly run: RunRow
  readonly rule: RuleRow
  readonly caller: Caller
}

export interface Performing extends Acting {
  readonly w: Writing
  readonly step: StepRow
  readonly given: Record<string, unknown>
  readonly told: NoticedPerson[]
}

export interface StepEnd {
  readonly state: 'done' | 'skipped' | 'failed' | 'unknown'
  readonly reason?: Said
  readonly resultType?: NonNullable<StepRow['result_type']>
  readonly resultId?: string
  /** How many it started, if it can be several. */
  readonly jobs?: number
}

/** Only what is still planned: who turned the rule off was first, or was not. */
export async function settle(
  tx: Db,
  step: Pick<StepRow, 'organization' | 'run_id' | 'seq'>,
  { state, reason, resultType, resultId, jobs }: StepEnd,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('rule_steps')
    .set({
      state,
      reason: reason ? JSON.stringify(reason) : null,
      result_type: resultType ?? null,
      result_id: resultId ?? null,
      ...(jobs !== undefined && { arguments: JSON.stringify({ jobs }) }),
      at: now,
    })
    .where('organization', '=', step.organization)
    .where('run_id', '=', step.run_id)
    .where('seq', '=', step.seq)
    // guard: server/test/automation/rules-off.test.ts
    .where('state', '=', 'planned')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Whether the run was canceled while something else took its time. A step that another process has done meanwhile is
 * none: that one continues it.
 */
export async function isCanceled(db: Db, step: StepRow): Promise<boolean> {
  const run = await findRun(db, step.organization, step.run_id)
  return run === undefined || run.state === 'canceled'
}
