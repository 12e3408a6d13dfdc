import { type Expression, type SqlBool, sql } from 'kysely'
import { everyOrganization, type Scope } from '../../domain/caller.ts'
import type { Criteria } from '../../domain/criteria.ts'
import { looksOnlyAt } from '../../domain/criteria-fields.ts'
import type { Page, Sort } from '../../domain/page.ts'
import type { Dialect } from '../common/dialect.ts'
import type { Db } from '../database.ts'
import { prepared } from '../rows/prepared.ts'
import { compileCriteria } from './compile.ts'
import { type AnyModel, fieldOf } from './model.ts'
import { inScope, rowsWhere } from './rows.ts'

export interface KnownTotals {
  /** Rows in the scope, whatever is searched. */
  readonly all: number
  /** Matching rows; undefined when the search reads more than the counts distinguish. */
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
  // Two of three ask for all of their organization, or for what is not counted.
  const isOfAll = isEverything(criteria)
  if (isOfAll || !looksOnlyAt(criteria, isCounted)) {
    const all = await countedRows(db, counts.table, model.organization, scope)
    return { all, total: isOfAll ? all : undefined }
  }
  const counted: AnyModel = { ...model, table: counts.table }
  const sums = rowsWhere(db, counted, inScope(counted, scope)).select(sumOf(sql`1 = 1`).as('all'))
  return sums
    .select(sumOf(compileCriteria(dialect, counted, criteria)).as('total'))
    .executeTakeFirstOrThrow()
}

const isEverything = (criteria: Criteria): boolean =>
  criteria.kind === 'all' || (criteria.kind === 'and' && criteria.of.every(isEverything))

async function countedRows(db: Db, table: string, column: string, scope: Scope): Promise<number> {
  const isAll = scope === everyOrganization
  const key = `${table} ${isAll}`
  const query = sumQueries.get(key) ?? sumQuery(table, column, isAll)
  sumQueries.set(key, query)
  return Number((await query.now(db, { scope: String(scope) }))[0]?.count ?? 0)
}

const sumQueries = new Map<string, ReturnType<typeof sumQuery>>()

const sumQuery = (table: string, column: string, isAll: boolean) =>
  prepared<{ scope: string }, { count: number | null }>((db, slot) => ({
    compile: () =>
      sql<{ count: number | null }>`select sum(count) as count from ${sql.table(table)}
        where ${isAll ? sql`1 = 1` : sql`${sql.ref(column)} = ${slot('scope')}`}`.compile(db),
  }))

const sumOf = (matches: Expression<SqlBool>) =>
  sql<number>`coalesce(sum(case when ${matches} then count else 0 end), 0)`

/** SQLite reads these in some 5 ms: unnoticeable in the event loop. */
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
  const [first] = sort
  const [usual] = model.defaultSort
  const isUsual =
    !first || fieldOf(model, first.field)?.column === fieldOf(model, usual?.field ?? '')?.column
  const matching = total ?? (criteria.kind === 'all' ? all : undefined)
  if (matching === undefined) return all
  if (matching <= offset) return 0
  return isUsual ? (Math.min(offset + limit, matching) * all) / matching : all
}

/**
 * About how many rows a table has, or had once: the largest number that SQLite gave to a row, which
 * takes a look at one page. PostgreSQL blocks no other caller, so it is not needed there.
 */
export async function sizeOf(db: Db, dialect: Dialect, table: string): Promise<number> {
  if (dialect.name !== 'sqlite') return 0
  const query = sizes.get(table) ?? sizeQuery(table)
  sizes.set(table, query)
  return Number((await query.now(db, {}))[0]?.size ?? 0)
}

const sizes = new Map<string, ReturnType<typeof sizeQuery>>()

const sizeQuery = (table: string) =>
  prepared<Record<never, never>, { size: number | null }>((db) => ({
    compile: () =>
      sql<{ size: number | null }>`select max(rowid) as size from ${sql.table(table)}`.compile(db),
  }))

/** The search requests one value of a column whose index finds few rows. */
const isPinned = (model: AnyModel, criteria: Criteria): boolean =>
  criteria.kind === 'and'
    ? criteria.of.some((part) => isPinned(model, part))
    : criteria.kind === 'equals' && fieldOf(model, criteria.field)?.selective === true
