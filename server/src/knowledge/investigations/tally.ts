import type { InvestigationState, InvestigationTally } from '@assay/contract'
import { sql } from 'kysely'
import { stateOf, tallyOf } from '../../domain/investigation.ts'
import { verdictOf } from '../../domain/values/verdict.ts'
import { slowly } from '../../storage/common/text-walk.ts'
import type { Db } from '../../storage/database.ts'

/** How many values of each investigation are in which group; counted by the database. */
export async function talliesOf(
  db: Db,
  organization: string,
  ids: readonly string[],
  seesAll: boolean,
): Promise<Map<string, InvestigationTally>> {
  if (ids.length === 0) return new Map()
  // The plus keeps SQLite from looking for the highest level of the organization first.
  const level = sql<number | null>`(select max(+a.level) from value_answers as a
    where a.organization = ${organization} and a.value_hash = v.value_hash)`
  const held = sql`exists (select 1 from observables as o
    where o.organization = ${organization} and o.value_hash = v.text_hash
      and (o.data_type = v.data_type or v.is_file = 1))`
  // Looked up from value to value: PostgreSQL, which does not know new rows yet, would else read all
  // jobs again for each of them.
  const worst = sql<number | null>`(select max(case
      when jobs.status in ('Waiting', 'InProgress') then 3 when jobs.status <> 'Failure' then 0
      when jobs.not_applicable is null then 2 else 1 end)
    from investigation_jobs as w
    join jobs on jobs.id = w.job_id and jobs.organization = w.organization
    where w.investigation_id = v.investigation_id and w.value_hash = v.value_hash)`
  const values = db
    .selectFrom('investigation_values as v')
    .where('v.organization', '=', organization)
    .where('v.investigation_id', 'in', ids)
    .select('v.investigation_id')
    .select([
      // A reader who does not see jobs knows only values in cases and alerts.
      (seesAll ? level : sql<number | null>`case when ${held} then ${level} end`).as('level'),
      (seesAll ? worst : sql<null>`null`).as('worst'),
    ])
  const rows = await db
    .selectFrom(values.as('counted'))
    .modifyFront(slowly)
    .select(['investigation_id', 'level', 'worst'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .groupBy(['investigation_id', 'level', 'worst'])
    .execute()
  const byId = Map.groupBy(rows, ({ investigation_id }) => investigation_id)
  return new Map(
    ids.map((id) => [
      id,
      tallyOf(
        (byId.get(id) ?? []).map((row): [InvestigationState, number] => [
          stateOf(row.level === null ? null : verdictOf(Number(row.level)), {
            isRunning: Number(row.worst) === 3,
            hasFailed: Number(row.worst) === 2,
            isNotApplicable: Number(row.worst) === 1,
          }),
          Number(row.count),
        ]),
      ),
    ]),
  )
}
