import type { ExpressionBuilder } from 'kysely'

/**
 * `.where(ownedRow(organization, id))`: the row with this id, if it is the organization's; that of
 * another one is not there. For statements on one table that has both columns.
 */
export const ownedRow =
  (organization: string, id: string) =>
  // biome-ignore lint/suspicious/noExplicitAny: of any table of ours that has the two columns
  (row: ExpressionBuilder<any, any>) =>
    row.and({ organization, id })
