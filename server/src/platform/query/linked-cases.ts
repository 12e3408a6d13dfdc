import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '../../storage/database.ts'
import type { Similar } from '../cases/similar.ts'
import { caseV0, observableV0 } from '../render/v0.ts'
import { caseV1, observableV1 } from '../render/v1.ts'
import type { CaseRow, ObservableRow } from '../rows.ts'
import type { QueryScope } from './conditions.ts'

/** Observables shown with all linked cases together; `linksCount` counts those that are shown. */
const mostLinks = 10_000

/** Cases that share a value with the one asked about, and which of its observables do so. */
export async function linkedCases(
  db: Db,
  scope: QueryScope,
  seeds: Expression<SqlBool>,
  found: readonly Similar<unknown>[],
): Promise<Record<string, unknown>[]> {
  const rows = found.map(({ row }) => row as CaseRow)
  const links = await linksTo(
    db,
    scope.organization,
    seeds,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const linkedWith = (links.get(row.id) ?? []).map((observable) =>
      scope.version === 0 ? observableV0(observable) : observableV1(observable),
    )
    const shown = scope.version === 0 ? caseV0(row) : caseV1(row, scope.definitions)
    return { ...shown, linkedWith, linksCount: linkedWith.length }
  })
}

async function linksTo(
  db: Db,
  organization: string,
  seeds: Expression<SqlBool>,
  caseIds: readonly string[],
): Promise<Map<string, ObservableRow[]>> {
  const links = new Map<string, ObservableRow[]>(caseIds.map((id) => [id, []]))
  if (caseIds.length === 0) return links
  const { rows } = await sql<ObservableRow & { linked_case: string }>`
    select distinct matched.case_id as linked_case, observables.*
    from observables join observables as matched
      on matched.organization = observables.organization
      and matched.value_hash = observables.value_hash
    where observables.organization = ${organization} and ${seeds}
      and coalesce(observables.ignore_similarity, 0) = 0
      and coalesce(matched.ignore_similarity, 0) = 0
      and matched.case_id in (${sql.join(caseIds)})
    order by observables.created_at, observables.id
    limit ${mostLinks}`.execute(db)
  for (const { linked_case, ...row } of rows) links.get(linked_case)?.push(row)
  return links
}
