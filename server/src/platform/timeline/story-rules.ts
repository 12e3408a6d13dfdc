import type { RuleCredit } from '@assay/contract'
import type { Db } from '../../storage/database.ts'
import type { CaseRow } from '../rows.ts'

const maxSteps = 1_000

export const madeName = (kind: string, id: string) => `${kind} ${id}`

/** What rules wrote into the case, opened it for or merged into it; by kind and id of the entry. */
export async function madeByRules(
  db: Db,
  organization: string,
  { id: caseId, created_at }: CaseRow,
): Promise<Map<string, RuleCredit>> {
  const rows = await db
    .selectFrom('rule_steps as s')
    .innerJoin('rule_runs as r', 'r.id', 's.run_id')
    .select(['s.result_type', 's.result_id', 's.target_type', 's.target_id'])
    .select(['r.id', 'r.rule_name', 's.at'])
    .where('s.organization', '=', organization)
    .where('s.result_type', 'in', ['comment', 'case'])
    .where('s.state', '=', 'done')
    .where((eb) =>
      eb.or([
        eb('s.target_id', '=', caseId),
        eb(
          's.target_id',
          'in',
          eb
            .selectFrom('alerts')
            .select('alerts.id')
            .where('alerts.organization', '=', organization)
            .where('alerts.case_id', '=', caseId),
        ),
      ]),
    )
    .orderBy('s.at', 'desc')
    .limit(maxSteps)
    .execute()
  const found = new Map<string, RuleCredit>()
  for (const row of rows) {
    const rule = { name: row.rule_name, runId: row.id }
    if (row.result_type === 'comment') found.set(madeName('comment', row.result_id ?? ''), rule)
    else if (row.result_id === caseId) {
      found.set(madeName('alert', row.target_id), rule)
      // Later ones of a group were merged into it.
      if (row.at === created_at) found.set(madeName('case', caseId), rule)
    }
  }
  return found
}
