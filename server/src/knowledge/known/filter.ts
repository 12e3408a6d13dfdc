import type { ValueFilter } from '@assay/contract'
import { refang } from '@assay/contract/detect'
import { type ExpressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '../../domain/caller.ts'
import { valueKey } from '../../domain/values/key.ts'
import { notAnalyzed } from '../../domain/values/summary.ts'
import { rankOf } from '../../domain/values/verdict.ts'
import type { Dialect } from '../../storage/common/dialect.ts'
import type { Db } from '../../storage/database.ts'
import type { Tables } from '../../storage/tables/tables.ts'

/** Observables of one case that a filter looks at. */
const maxOfCase = 10_000

/** Whose list, and what of it. */
export interface KnownQuery {
  readonly organization: string
  readonly login: string
  /** Only what is in an alert or a case. */
  readonly onlyHeld: boolean
  readonly levels: readonly number[]
  readonly filter: ValueFilter
  readonly text: string | undefined
  /** Those of the case, if it asks for one. */
  readonly keys: readonly string[] | undefined
}

const allLevels = [notAnalyzed, 0, 1, 2, 3]

export async function queryOf(
  db: Db,
  { organization, login }: Caller,
  filter: ValueFilter,
  onlyHeld: boolean,
): Promise<KnownQuery> {
  const text = refang((filter.text ?? '').trim()).toLowerCase()
  const levels = filter.level?.length
    ? filter.level.map((level) => (level === 'notAnalyzed' ? notAnalyzed : rankOf(level)))
    : allLevels
  const keys =
    filter.caseNumber === undefined
      ? undefined
      : await keysOfCase(db, organization, filter.caseNumber)
  return {
    organization,
    login,
    onlyHeld,
    levels: [...new Set(levels)],
    filter,
    text: text === '' ? undefined : text,
    keys,
  }
}

/** Of a case of the organization; of another one there are none. */
async function keysOfCase(db: Db, organization: string, number: number): Promise<string[]> {
  const rows = await db
    .selectFrom('observables')
    .innerJoin('cases', 'cases.id', 'observables.case_id')
    .select(['observables.data_type', 'observables.attachment_id', 'observables.data'])
    .where('cases.organization', '=', organization)
    .where('observables.organization', '=', organization)
    .where('cases.number', '=', number)
    .limit(maxOfCase)
    .execute()
  return [
    ...new Set(
      rows.map(({ data_type: dataType, attachment_id: file, data }) =>
        valueKey(file === null ? { dataType, data: data ?? '' } : { dataType, hash: file }),
      ),
    ),
  ]
}

type Known = ExpressionBuilder<Tables & { k: Tables['known_values'] }, 'k'>

/** Everything but the verdict, which an index is chosen by. */
export const isWanted =
  (dialect: Dialect, { organization, login, onlyHeld, filter, text, keys }: KnownQuery) =>
  (eb: Known) => {
    const { since, until, dataType, inCase, tag, watched } = filter
    const { minSeen, changedSince, notCheckedSince } = filter
    return eb.and([
      ...(onlyHeld ? [sql<SqlBool>`(k.cases > 0 or k.alerts > 0)`] : []),
      ...(since === undefined ? [] : [eb('k.last_seen', '>=', since)]),
      ...(until === undefined ? [] : [eb('k.last_seen', '<', until)]),
      ...(dataType?.length ? [eb('k.data_type', 'in', dataType)] : []),
      ...(inCase === undefined ? [] : [eb('k.cases', inCase ? '>' : '=', 0)]),
      ...(tag === undefined
        ? []
        : [sql<SqlBool>`k.tags <> '[]'`, dialect.listContains(sql.ref('k.tags'), tag)]),
      ...(minSeen === undefined ? [] : [eb('k.seen', '>=', minSeen)]),
      ...(changedSince === undefined ? [] : [eb('k.changed_at', '>=', changedSince)]),
      ...(notCheckedSince === undefined
        ? []
        : [sql<SqlBool>`coalesce(k.checked_at, 0) < ${notCheckedSince}`]),
      ...(text === undefined ? [] : [dialect.containsText(sql.ref('k.search'), text)]),
      ...(keys === undefined
        ? []
        : [
            sql<SqlBool>`k.value_hash in (select element.value
              from ${dialect.listElements(sql`cast(${JSON.stringify(keys)} as text)`)})`,
          ]),
      ...(watched === true
        ? [
            eb(
              'k.value_hash',
              'in',
              eb
                .selectFrom('value_watches as w')
                .select('w.value_hash')
                .where('w.organization', '=', organization)
                .where('w.login', '=', login),
            ),
          ]
        : []),
    ])
  }

/** What few rows may have: all of an index is read to find them. */
export const isRare = ({ text, filter }: KnownQuery) =>
  text !== undefined || filter.tag !== undefined || filter.notCheckedSince !== undefined

/**
 * One select for each verdict, so each is a walk along an index; or one for all of them, which reads the
 * index with all that is filtered by.
 */
export const branchesOf = (query: KnownQuery): (readonly number[])[] =>
  isRare(query) || query.levels.length === allLevels.length
    ? [query.levels]
    : query.levels.map((level) => [level])

export function known(
  db: Db,
  dialect: Dialect,
  query: KnownQuery,
  levels: readonly number[] = query.levels,
) {
  const [level] = levels
  return db
    .selectFrom('known_values as k')
    .where('k.organization', '=', query.organization)
    .$if(levels.length === 1, (q) =>
      isRare(query)
        ? q.where(sql<SqlBool>`+k.level = ${sql.lit(level ?? 0)}`)
        : q.where('k.level', '=', level ?? 0),
    )
    .$if(levels.length > 1 && levels.length < allLevels.length, (q) =>
      // The plus keeps SQLite from reading a row for each entry of another index.
      q.where(sql<SqlBool>`+k.level in (${sql.join(levels.map((one) => sql.lit(one)))})`),
    )
    .where(isWanted(dialect, query) as never) as SelectQueryBuilder<
    Tables & { k: Tables['known_values'] },
    'k',
    object
  >
}
