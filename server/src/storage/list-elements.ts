import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Dialect } from './dialect.ts'

/** The value of one element, inside what `anyElement` and `elementsOf` build. */
export const element = sql.ref<string>('element.value')

/** A JSON array of strings as rows of the one column `element.value`. */
export const elementsOf = (dialect: Dialect, list: Expression<unknown>): RawBuilder<unknown> => {
  switch (dialect.name) {
    case 'sqlite':
      return sql`json_each(${list}) as element`
    case 'postgres':
      return sql`jsonb_array_elements_text((${list})::jsonb) as element (value)`
  }
}

/** At least one element passes the test, which speaks of it as `element`. */
export const anyElement = (
  dialect: Dialect,
  list: Expression<unknown>,
  test: Expression<SqlBool>,
): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select 1 from ${elementsOf(dialect, list)} where ${test})`
