import type { InvestigationState, InvestigationTally } from '@assay/contract'
import { sql } from 'kysely'
import { stateOf, tallyOf } from '../domain/investigation.ts'
import { verdictOf } from '../domain/values/verdict.ts'
import type { Db } from '../storage/database.ts'
import { slowly } from '../storage/text-walk.ts'

/** Of each investigation how many values stand where; counted by the database, however many there are. */
export async function talliesOf(
  db: Db,
  organization: string,
  ids: readonly string[],
  seesAll: boolean,
): Promise<Map<string, InvestigationTally>> {
  if (ids.length === 0) return new Map()
  const worked = db
    .selectFrom('investigation_jobs as w')
    .innerJoin('jobs', (join) =>
      join.onRef('jobs.id', '=', 'w.job_id').onRef('jobs.organization', '=', 'w.organization'),
    )
    .where('w.organization', '=', organization)
    .where('w.investigation_id', 'in', ids)
    .select(['w.investigation_id', 'w.value_hash'])
    .select([
      sql<number>`max(case when jobs.status in ('Waiting', 'InProgress') then 1 else 0 end)`.as(
        'running',
      ),
      sql<number>`max(case when jobs.status = 'Failure' then 1 else 0 end)`.as('failed'),
    ])
    .groupBy(['w.investigation_id', 'w.value_hash'])
  const level = sql<number | null>`(select max(a.level) from value_answers as a
    where a.organization = ${organization} and a.value_hash = v.value_hash)`
  const held = sql`exists (select 1 from observables as o
    where o.organization = ${organization} and o.value_hash = v.text_hash
      and (o.data_type = v.data_type or v.is_file = 1))`
  const values = db
    .selectFrom('investigation_values as v')
    .leftJoin(worked.as('j'), (join) =>
      join
        .onRef('j.investigation_id', '=', 'v.investigation_id')
        .onRef('j.value_hash', '=', 'v.value_hash'),
    )
    .where('v.organization', '=', organization)
    .where('v.investigation_id', 'in', ids)
    .select('v.investigation_id')
    .select([
      // Whoever does not see jobs knows of values in cases and alerts only.
      (seesAll ? level : sql<number | null>`case when ${held} then ${level} end`).as('level'),
      (seesAll ? sql<number>`coalesce(j.running, 0)` : sql<number>`0`).as('running'),
      (seesAll ? sql<number>`coalesce(j.failed, 0)` : sql<number>`0`).as('failed'),
    ])
  const rows = await db
    .selectFrom(values.as('counted'))
    .modifyFront(slowly)
    .select(['investigation_id', 'level', 'running', 'failed'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .groupBy(['investigation_id', 'level', 'running', 'failed'])
    .execute()
  const byId = Map.groupBy(rows, ({ investigation_id }) => investigation_id)
  return new Map(
    ids.map((id) => [
      id,
      tallyOf(
        (byId.get(id) ?? []).map((row): [InvestigationState, number] => [
          stateOf(row.level === null ? null : verdictOf(Number(row.level)), {
            isRunning: Number(row.running) === 1,
            hasFailed: Number(row.failed) === 1,
          }),
          Number(row.count),
        ]),
      ),
    ]),
  )
}
