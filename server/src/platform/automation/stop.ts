import { sql } from 'kysely'
import { actors } from '../../domain/actors.ts'
import { type Said, say } from '../../domain/automation/sentences.ts'
import { heldNeeds } from '../../domain/budgets/fairness.ts'
import { audit } from '../../identity/audit/store.ts'
import type { Db } from '../../storage/database.ts'
import { administratorsOf, type NoticedPerson, notify } from '../../storage/rows/notices.ts'
import type { RuleRow } from './store.ts'

/** In the audit trail; no user can be called so. */
export const ruleActor = { login: actors.rules, address: 'server', requestId: 'rules' }

interface Canceled {
  readonly organization: string
  /** All of the organization without either. */
  readonly ruleId?: string
  readonly runId?: string
}

/**
 * Off means off at once: in the transaction that turns something off, its planned steps are skipped and its jobs that
 * wait for a budget or an approval end without having been started. A step that is being done waits for this, or
 * this for it: both change its row.
 */
export async function cancelPlanned(
  tx: Db,
  { organization, ruleId, runId }: Canceled,
  reason: Said,
  now: number,
): Promise<void> {
  const runs = tx
    .selectFrom('rule_runs')
    .select('id')
    .where('organization', '=', organization)
    .$if(ruleId !== undefined, (query) => query.where('rule_id', '=', ruleId ?? ''))
    .$if(runId !== undefined, (query) => query.where('id', '=', runId ?? ''))
  await tx
    .updateTable('rule_steps')
    .set({ state: 'skipped', reason: JSON.stringify(reason), at: now })
    .where('organization', '=', organization)
    .where('state', 'in', ['planned', 'running'])
    .where('run_id', 'in', runs.where('due_at', 'is not', null))
    .execute()
  await cancelHeldJobs(tx, organization, runs, reason, now)
  await tx
    .deleteFrom('starting_jobs')
    .where('organization', '=', organization)
    .where('cause_run', 'in', runs.where('due_at', 'is not', null))
    .execute()
  await tx
    .updateTable('rule_runs')
    .set({ state: 'canceled', due_at: null, ended_at: now, reason: JSON.stringify(reason) })
    .where('organization', '=', organization)
    .where('due_at', 'is not', null)
    .$if(ruleId !== undefined, (query) => query.where('rule_id', '=', ruleId ?? ''))
    .$if(runId !== undefined, (query) => query.where('id', '=', runId ?? ''))
    .execute()
}

async function cancelHeldJobs(
  tx: Db,
  organization: string,
  // biome-ignore lint/suspicious/noExplicitAny: a subquery, whatever it is made of
  runs: any,
  reason: Said,
  now: number,
): Promise<void> {
  const ended = await tx
    .updateTable('jobs')
    .set({
      status: 'Failure',
      error_message: `Canceled: ${say(reason).text}`,
      end_date: now,
      updated_at: now,
      updated_by: actors.rules,
    })
    .where('organization', '=', organization)
    .where('status', '=', sql.lit('Waiting' as const))
    .where('needs', '=', heldNeeds)
    .where('asked_kind', '=', 'rule')
    .where('cause', 'in', runs)
    .returning('id')
    .execute()
  for (let from = 0; from < ended.length; from += 500)
    await tx
      .deleteFrom('held_jobs')
      .where(
        'job_id',
        'in',
        ended.slice(from, from + 500).map(({ id }) => id),
      )
      .execute()
}

/** The server stops a rule: its administrators are told, and what is planned is canceled. */
export async function stopRule(
  tx: Db,
  rule: Pick<RuleRow, 'id' | 'name' | 'organization'>,
  reason: Said,
  now: number,
): Promise<NoticedPerson[]> {
  const { id, organization, name } = rule
  const { numUpdatedRows } = await tx
    .updateTable('rules')
    .set({ state: 'stopped', stopped: JSON.stringify(reason), stopped_at: now, missed: 0 })
    .where('organization', '=', organization)
    .where('id', '=', id)
    .where('state', 'in', ['on', 'trial'])
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return []
  await cancelPlanned(tx, { organization, ruleId: id }, reason, now)
  const { text } = say(reason)
  await audit(tx, ruleActor, now, {
    action: 'rule.stop',
    objectType: 'rule',
    objectId: id,
    organization,
    details: { name, reason: text },
  })
  return notify(
    tx,
    organization,
    await administratorsOf(tx, organization),
    {
      kind: 'ruleStopped',
      objectType: 'rule',
      objectId: id,
      parameters: { name, reason: text },
    },
    now,
  )
}
