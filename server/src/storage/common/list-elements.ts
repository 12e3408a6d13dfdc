import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Dialect } from './dialect.ts'

/** The value of one element, inside what `anyElement` and `Dialect.listElements` build. */
export const element = sql.ref<string>('element.value')

/** At least one element passes the test, which speaks of it as `element`. */
export const anyElement = (
  dialect: Dialect,
  list: Expression<unknown>,
  test: Expression<SqlBool>,
): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select 1 from ${dialect.listElements(list)} where ${test})`
