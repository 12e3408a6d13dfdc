import { randomBytes } from 'node:crypto'
import type { RuleTriggerName } from '@assay/contract'
import { type SqlBool, sql } from 'kysely'
import type { RuleEvent } from '../../domain/automation/events.ts'
import type { Db } from '../database.ts'
import { prepared } from './prepared.ts'

const activeTriggers = prepared<{ organization: string }, { trigger: RuleTriggerName }>(
  (db, slot) =>
    db
      .selectFrom('rules')
      .select('trigger')
      .distinct()
      .where('organization', '=', slot('organization'))
      // Literals: the small index of active rules serves it.
      .where(sql<SqlBool>`state <> 'off'`)
      .where(sql<SqlBool>`paused = 0`),
)

/** Rows of ten columns: far below the number of values that one statement may bind. */
const batch = 500

/**
 * In the transaction that changes something: what rules of this organization are to be asked about. Without an active
 * rule it costs one look into a small index. Answers whether there is something to do.
 */
export async function recordRuleEvents(
  tx: Db,
  organization: string,
  events: readonly RuleEvent[],
  { now, causeRun }: { readonly now: number; readonly causeRun: string | null },
): Promise<boolean> {
  if (events.length === 0) return false
  const wanted = new Set((await activeTriggers(tx, { organization })).map(({ trigger }) => trigger))
  const rows = events
    .filter(({ kind }) => wanted.has(kind))
    .map(({ kind, objectId, rootId, details = {} }) => ({
      id: randomBytes(12).toString('base64url'),
      organization,
      kind,
      object_id: objectId,
      root_id: rootId,
      cause_run: causeRun,
      at: now,
      due_at: now,
      attempts: 0,
      details: JSON.stringify(details),
    }))
  for (let from = 0; from < rows.length; from += batch)
    await tx
      .insertInto('rule_events')
      .values(rows.slice(from, from + batch))
      .execute()
  return rows.length > 0
}

interface SharedBudget {
  readonly id: string
  /** Null is the operator's: each organization that uses it has its own event. */
  readonly organization: string | null
}

/** In the transaction that changes a budget: whoever uses it and has a rule about that gets an event of its own. */
export async function recordBudgetEvents(
  tx: Db,
  { id, organization }: SharedBudget,
  kind: 'budget.low' | 'provider.down',
  { now, details = {} }: { readonly now: number; readonly details?: Record<string, unknown> },
): Promise<void> {
  const rows = await tx
    .selectFrom('rules')
    .select('organization')
    .distinct()
    .where('trigger', '=', kind)
    .where(sql<SqlBool>`state <> 'off'`)
    .where(sql<SqlBool>`paused = 0`)
    // guard: server/test/automation/rules-providers.test.ts
    .where((eb) =>
      organization === null
        ? eb.exists(
            eb
              .selectFrom('workers')
              .select('workers.id')
              .whereRef('workers.organization', '=', 'rules.organization')
              .where('workers.budget_id', '=', id),
          )
        : eb('organization', '=', organization),
    )
    .orderBy('organization')
    .execute()
  for (const row of rows)
    await recordRuleEvents(tx, row.organization, [{ kind, objectId: id, rootId: id, details }], {
      now,
      causeRun: null,
    })
}
