import { type Expression, type SqlBool, sql } from 'kysely'
import type { Scope } from '../domain/caller.ts'
import type { Criteria } from '../domain/criteria.ts'
import { looksOnlyAt } from '../domain/criteria-fields.ts'
import type { Page, Sort } from '../domain/page.ts'
import type { Db } from './database.ts'
import type { Dialect } from './dialect.ts'
import { compileCriteria } from './search-compile.ts'
import { type AnyModel, fieldOf } from './search-model.ts'
import { inScope, rowsWhere } from './search-rows.ts'

export interface KnownTotals {
  /** Rows in the scope, whatever is searched. */
  readonly all: number
  /** Rows that match; undefined when the search looks at more than the counts tell apart. */
  readonly total: number | undefined
}

/** From the counts of the model, without looking at a row. */
export async function knownTotals(
  db: Db,
  dialect: Dialect,
  model: AnyModel,
  criteria: Criteria,
  scope: Scope,
): Promise<KnownTotals | undefined> {
  const { counts } = model
  if (!counts) return undefined
  // A field that the model does not have matches nothing in either table.
  const isCounted = (name: string) => {
    const field = fieldOf(model, name)
    return !field || counts.columns.includes(field.column)
  }
  const counted: AnyModel = { ...model, table: counts.table }
  const sums = rowsWhere(db, counted, inScope(counted, scope)).select(sumOf(sql`1 = 1`).as('all'))
  if (!looksOnlyAt(criteria, isCounted)) {
    const { all } = await sums.executeTakeFirstOrThrow()
    return { all, total: undefined }
  }
  return sums
    .select(sumOf(compileCriteria(dialect, counted, criteria)).as('total'))
    .executeTakeFirstOrThrow()
}

const sumOf = (matches: Expression<SqlBool>) =>
  sql<number>`coalesce(sum(case when ${matches} then count else 0 end), 0)`

/** SQLite reads these in some 5 ms: nobody notices it in the event loop. */
export const fewRows = 20_000

/**
 * How many rows the page will have to look at, about. Newest first it walks along an index until the
 * page is full, which is soon when many rows match; any other order needs all of them.
 */
export function rowsToRead(
  model: AnyModel,
  { all, total }: KnownTotals,
  criteria: Criteria,
  { offset, limit }: Page,
  sort: readonly Sort[],
): number {
  if (isPinned(model, criteria)) return 0
  if (total === undefined) return all
  if (total <= offset) return 0
  const [first] = sort
  const [usual] = model.defaultSort
  const isUsual =
    !first || fieldOf(model, first.field)?.column === fieldOf(model, usual?.field ?? '')?.column
  return isUsual ? (Math.min(offset + limit, total) * all) / total : all
}

/** The search asks for one value of a column that an index finds few rows by. */
const isPinned = (model: AnyModel, criteria: Criteria): boolean =>
  criteria.kind === 'and'
    ? criteria.of.some((part) => isPinned(model, part))
    : criteria.kind === 'equals' && fieldOf(model, criteria.field)?.selective === true
