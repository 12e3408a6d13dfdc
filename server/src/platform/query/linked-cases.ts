import { type Expression, type SqlBool, sql } from 'kysely'
import { mapBatches } from '../../domain/rows.ts'
import { withLists } from '../../http/answer-forms.ts'
import { walksRows } from '../../storage/common/text-walk.ts'
import type { Db } from '../../storage/database.ts'
import { readById, readTogether } from '../../storage/rows/pages.ts'
import type { Similar } from '../cases/similar-details.ts'
import { caseV0, caseV1 } from '../cases/views.ts'
import { observableColumns } from '../observables/store.ts'
import { observableV0, observableV1 } from '../observables/views.ts'
import type { CaseRow, ObservableRow } from '../rows.ts'
import type { QueryScope } from './conditions.ts'

/** Observables shown with the linked cases of one batch; `linksCount` counts those that are shown. */
const maxLinks = 10_000

/** Long texts of observables that are read together; with more each case reads its own. */
const maxBytesTogether = 4 * 1024 ** 2

type View = Record<string, unknown>

/** Cases that share a value with the given one, and which of its observables do so. */
export async function linkedCases(
  db: Db,
  scope: QueryScope,
  seeds: Expression<SqlBool>,
  found: readonly Similar<unknown>[],
): Promise<View[]> {
  const rows = found.map(({ row }) => row as CaseRow)
  const links = await linksTo(
    db,
    scope.organization,
    seeds,
    rows.map(({ id }) => id),
  )
  const own = observablesOf(scope.organization)
  const ids = [...new Set([...links.values()].flat())]
  const read = await readTogether<ObservableRow>(db, own, ids, maxBytesTogether)
  const known = read && new Map(read.map((observable) => [observable.id, observable]))
  const view = (observable: ObservableRow): View =>
    scope.version === 0 ? observableV0(observable) : observableV1(observable)
  return rows.map((row) => {
    const linked = links.get(row.id) ?? []
    const shown = scope.version === 0 ? caseV0(row) : caseV1(row, scope.definitions, scope.level)
    if (known) {
      const linkedWith = linked.flatMap((id) => {
        const observable = known.get(id)
        return observable ? [view(observable)] : []
      })
      return { ...shown, linkedWith, linksCount: linkedWith.length }
    }
    const later = readById<ObservableRow>(db, own, linked)
    return withLists<View>(
      { ...shown, linksCount: linked.length },
      { linkedWith: mapBatches(later, (observables) => observables.map(view)) },
    )
  })
}

const observablesOf = (organization: string) => ({
  table: 'observables',
  id: 'id',
  columns: observableColumns,
  scope: sql<SqlBool>`observables.organization = ${organization}`,
})

/** Ids of observables by the case that they lead to, in the order in which they came. */
async function linksTo(
  db: Db,
  organization: string,
  seeds: Expression<SqlBool>,
  caseIds: readonly string[],
): Promise<Map<string, string[]>> {
  const links = new Map<string, string[]>(caseIds.map((id) => [id, []]))
  if (caseIds.length === 0) return links
  const { rows } = await sql<{ id: string; linked_case: string }>`
    select distinct ${walksRows} matched.case_id as linked_case, observables.id,
      observables.created_at
    from observables join observables as matched
      on matched.organization = observables.organization
      and matched.value_hash = observables.value_hash
    where observables.organization = ${organization} and ${seeds}
      and coalesce(observables.ignore_similarity, 0) = 0
      and coalesce(matched.ignore_similarity, 0) = 0
      and matched.case_id in (${sql.join(caseIds)})
    order by observables.created_at, observables.id
    limit ${maxLinks}`.execute(db)
  for (const { linked_case, id } of rows) links.get(linked_case)?.push(id)
  return links
}
