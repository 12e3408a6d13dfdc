import { randomBytes } from 'node:crypto'
import type { RuleTriggerName } from '@assay/contract'
import { type Selectable, sql } from 'kysely'
import type { LiveRule, RuleBody } from '../../domain/automation/rule.ts'
import type { Db } from '../../storage/database.ts'
import { ownedRow } from '../../storage/rows/owned-row.ts'
import type { RuleRunTable, RuleStepTable, RuleTable } from '../../storage/tables/rules.ts'
import type { PlatformDeps } from '../deps.ts'

export type RuleRow = Selectable<RuleTable>
export type RunRow = Selectable<RuleRunTable>
export type StepRow = Selectable<RuleStepTable>

export const newRuleId = () => randomBytes(12).toString('base64url')

/** In their order. */
export const rulesOf = (db: Db, organization: string): Promise<RuleRow[]> =>
  db
    .selectFrom('rules')
    .selectAll()
    .where('organization', '=', organization)
    .orderBy('position')
    .orderBy('id')
    .execute()

/**
 * One change of the rules of an organization at a time, and none while they are matched. A step that is opening the
 * case of a group, whose row refers to its rule, does not wait: what holds the lock may be waiting for that step.
 */
export async function lockRules({ dialect }: PlatformDeps, tx: Db, organization: string) {
  const rows = await dialect
    .lockContent(
      tx.selectFrom('rules').select('id').where('organization', '=', organization).orderBy('id'),
    )
    .execute()
  return rows.length === 0 ? [] : await rulesOf(tx, organization)
}

/** Those that may act, or count what they miss. */
export const activeRules = (
  db: Db,
  organization: string,
  triggers: readonly RuleTriggerName[],
): Promise<RuleRow[]> =>
  db
    .selectFrom('rules')
    .selectAll()
    .where('organization', '=', organization)
    .where('trigger', 'in', [...triggers])
    .where('state', '!=', 'off')
    .where('paused', '=', 0)
    .orderBy('position')
    .orderBy('id')
    .execute()

export const findRule = (db: Db, organization: string, id: string): Promise<RuleRow | undefined> =>
  db.selectFrom('rules').selectAll().where(ownedRow(organization, id)).executeTakeFirst()

/** Who wrote what this version of a rule does. */
export async function authorOf(db: Db, rule: RuleRow, version: number): Promise<string> {
  const row = await db
    .selectFrom('rule_versions')
    .select('changed_by')
    .where('organization', '=', rule.organization)
    .where('rule_id', '=', rule.id)
    .where('version', '=', version)
    .executeTakeFirst()
  return row?.changed_by ?? rule.updated_by ?? rule.created_by
}

export const bodyOf = ({ body }: Pick<RuleRow, 'body'>): RuleBody => JSON.parse(body)

export const liveRule = (row: RuleRow): LiveRule => ({
  ...bodyOf(row),
  id: row.id,
  organization: row.organization,
  name: row.name,
  position: row.position,
  state: row.state,
  version: row.version,
  trigger: row.trigger,
  runAs: row.run_as,
  runsPerHour: row.runs_per_hour,
  jobsPerDay: row.jobs_per_day,
  expiresAt: row.expires_at,
})

/** Of each rule, those since a moment: of a trial, too, which shows what the budget would do; canceled ones do not count. */
export async function runsSince(
  db: Db,
  ruleIds: readonly string[],
  since: number,
): Promise<Map<string, number>> {
  if (ruleIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('rule_runs')
    .select(['rule_id', (eb) => eb.fn.countAll<number>().as('count')])
    .where('rule_id', 'in', [...ruleIds])
    .where('at', '>', since)
    .where('state', '!=', 'canceled')
    .groupBy('rule_id')
    .execute()
  return new Map(rows.map(({ rule_id, count }) => [rule_id, Number(count)]))
}

/**
 * Jobs that a rule started since a moment, and those that its steps are about to start; one step that analyzes again
 * can start many. Those of the step `without` are not counted. One statement: between two, a step can end, which
 * would count it never or twice.
 */
export async function jobsSince(
  db: Db,
  ruleId: string,
  since: number,
  without?: Pick<StepRow, 'run_id' | 'seq'>,
): Promise<number> {
  const given = sql<string>`case when rule_steps.kind = 'analyzeAgain' and rule_steps.state = 'done'
    then rule_steps.arguments else '{}' end`
  const isDone = sql<number>`case when rule_steps.state = 'done' then 1 else 0 end`
  const reserved = sql<number>`case when rule_steps.state = 'planned' then coalesce(rule_steps.reserved, 0) else 0 end`
  const rows = await db
    .selectFrom('rule_runs')
    .innerJoin('rule_steps', 'rule_steps.run_id', 'rule_runs.id')
    .select(given.as('given'))
    .select((eb) => [
      eb.fn.sum<number>(isDone).as('done'),
      eb.fn.sum<number>(reserved).as('reserved'),
    ])
    .where('rule_runs.rule_id', '=', ruleId)
    .where('rule_runs.at', '>', since)
    .where('rule_steps.kind', 'in', ['analyze', 'analyzeAgain', 'respond'])
    .where('rule_steps.state', 'in', ['done', 'planned'])
    .$if(without !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('rule_steps.run_id', '!=', without?.run_id ?? ''),
          eb('rule_steps.seq', '!=', without?.seq ?? 0),
        ]),
      ),
    )
    .groupBy(given)
    .execute()
  return rows.reduce((sum, row) => {
    const { jobs = 1 } = JSON.parse(row.given) as { jobs?: number }
    return sum + Number(row.done) * jobs + Number(row.reserved)
  }, 0)
}

export const findRun = (db: Db, organization: string, id: string): Promise<RunRow | undefined> =>
  db.selectFrom('rule_runs').selectAll().where(ownedRow(organization, id)).executeTakeFirst()

export const stepsOf = (db: Db, organization: string, runId: string): Promise<StepRow[]> =>
  db
    .selectFrom('rule_steps')
    .selectAll()
    .where('run_id', '=', runId)
    .where('organization', '=', organization)
    .orderBy('seq')
    .execute()
