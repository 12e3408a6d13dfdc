import { type RawBuilder, sql } from 'kysely'

/**
 * How much of a text a pattern, a word, an order or a group looks at. An equal value is compared
 * whole. Without this limit one pattern of 240 characters takes 1.5 s per text of 1 MB.
 */
export const comparedLength = 8_192

const mark = '/* walks texts */'

/**
 * Marks statements that read texts of any length or compare them with a pattern. The mark is part
 * of the statement, so it cannot be forgotten when a statement is built around it: the drivers run
 * every marked one outside the event loop, with a deadline and a share per organization.
 */
export const walksTexts = <T>(expression: RawBuilder<T>): RawBuilder<T> =>
  sql<T>`${sql.raw(mark)} ${expression}`

/** The same mark for a whole statement that goes from row to row: put anywhere in it. */
export const walksRows = sql.raw(mark)

/** Marks a select that may read much of a large table: `.modifyFront(slowly)`. */
export const slowly = sql.raw('/* slowly */')

/** The driver must not run it where others wait for it. */
export const isLong = (query: { readonly sql: string }): boolean =>
  query.sql.startsWith('select /* slowly */') || query.sql.includes(mark)
