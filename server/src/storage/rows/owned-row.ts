import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'

/**
 * `.where(ownedRow(organization, id))`: the row with this id, if it is the organization's; that of
 * another one is not there. For statements on one table that has both columns.
 */
export const ownedRow =
  (organization: string, id: string) =>
  // biome-ignore lint/suspicious/noExplicitAny: of any table of ours that has the two columns
  (row: ExpressionBuilder<any, any>) =>
    // guard (open = row.and({ id })): server/test/platform/tasks.test.ts
    row.and({ organization, id })

/**
 * The same question where the rows are found by what they belong to, such as a case or an alert. SQLite
 * keeps no statistics: asked plainly, it would rather look through everything that the organization has.
 */
export const alsoOf = (organization: string) =>
  sql<SqlBool>`coalesce(organization, '') = ${organization}`
