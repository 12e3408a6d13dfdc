import type { RuleCredit } from '@assay/contract'
import type { Db } from '../database.ts'
import { inBatches } from './batches.ts'

/** By run, the rule that acted; a rule that was deleted since keeps its name there. */
export async function ruleCredits(
  db: Db,
  organization: string,
  runs: readonly (string | null | undefined)[],
): Promise<Map<string, RuleCredit>> {
  const ids = [...new Set(runs)].filter((id) => typeof id === 'string')
  if (ids.length === 0) return new Map()
  const rows = await inBatches(ids, (some) =>
    db
      .selectFrom('rule_runs')
      .select(['id', 'rule_name'])
      // guard: server/test/automation/rule-credits.test.ts
      .where('organization', '=', organization)
      .where('id', 'in', some)
      .execute(),
  )
  return new Map(rows.map(({ id, rule_name }) => [id, { name: rule_name, runId: id }]))
}

export async function ruleOfJob(
  db: Db,
  organization: string,
  jobId: string,
): Promise<RuleCredit | undefined> {
  const row = await db
    .selectFrom('jobs')
    .innerJoin('rule_runs', (join) =>
      join
        .onRef('rule_runs.id', '=', 'jobs.cause')
        .onRef('rule_runs.organization', '=', 'jobs.organization'),
    )
    .select(['rule_runs.id', 'rule_runs.rule_name'])
    .where('jobs.id', '=', jobId)
    .where('jobs.organization', '=', organization)
    .where('jobs.asked_kind', '=', 'rule')
    .executeTakeFirst()
  return row && { name: row.rule_name, runId: row.id }
}
