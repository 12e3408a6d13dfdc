import { AppError } from '../../domain/errors.ts'
import type { Db } from '../../storage/database.ts'
import { ownedRow } from '../../storage/rows/owned-row.ts'
import type { Writing } from '../changes/write.ts'
import { type CaseShareRow, entityColumns } from '../rows.ts'

export const shareColumns = [
  ...entityColumns,
  'case_id',
  'shared_with',
  'profile',
  'task_rule',
  'observable_rule',
] as const

export const shareNotFound = () => new AppError('NotFoundError', 'Share not found')

/** Of a case of this organization. */
export const sharesOf = (db: Db, organization: string, caseId: string): Promise<CaseShareRow[]> =>
  db
    .selectFrom('case_shares')
    .select(shareColumns)
    .where('organization', '=', organization)
    .where('case_id', '=', caseId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** By its `~id`; only the owner of the case knows it. */
export async function requireShare(
  db: Db,
  organization: string,
  id: string,
): Promise<CaseShareRow> {
  const row = await db
    .selectFrom('case_shares')
    .select(shareColumns)
    .where(ownedRow(organization, id))
    .executeTakeFirst()
  if (!row) throw shareNotFound()
  return row
}

export type Item = 'task' | 'observable'

const tablesOf = {
  task: { chosen: 'shared_tasks', items: 'tasks', column: 'task_id', rule: 'task_rule' },
  observable: {
    chosen: 'shared_observables',
    items: 'observables',
    column: 'observable_id',
    rule: 'observable_rule',
  },
} as const

// Kysely cannot say "one of these tables"; both pairs have the same form.
const asTasks = (item: Item) => tablesOf[item] as (typeof tablesOf)['task']
export const ruleColumn = (item: Item) => tablesOf[item].rule

/** Marks every task or observable that the case has now. */
export async function chooseAll(w: Writing, share: CaseShareRow, item: Item): Promise<void> {
  const { chosen, items, column } = asTasks(item)
  await w.tx
    .insertInto(chosen)
    .columns(['share_id', column])
    .expression((eb) =>
      eb
        .selectFrom(items)
        .select((one) => [one.val(share.id).as('share_id'), 'id'])
        .where('organization', '=', w.organization)
        .where('case_id', '=', share.case_id),
    )
    .onConflict((conflict) => conflict.columns(['share_id', column]).doNothing())
    .execute()
}

export async function choose(w: Writing, shareId: string, item: Item, ids: readonly string[]) {
  const { chosen, column } = asTasks(item)
  for (const id of ids)
    await w.tx
      .insertInto(chosen)
      .values({ share_id: shareId, [column]: id } as { share_id: string; task_id: string })
      .onConflict((conflict) => conflict.columns(['share_id', column]).doNothing())
      .execute()
}

/** Without an id all of them. */
export async function unchoose(w: Writing, shareId: string, item: Item, id?: string) {
  const { chosen, column } = asTasks(item)
  let query = w.tx.deleteFrom(chosen).where('share_id', '=', shareId)
  if (id !== undefined) query = query.where(column, '=', id)
  await query.execute()
}

/** Some of these shares show it because it was shared individually. */
export async function isChosen(
  w: Writing,
  shares: readonly CaseShareRow[],
  item: Item,
  id: string,
): Promise<boolean> {
  if (shares.length === 0) return false
  const { chosen, column } = asTasks(item)
  const row = await w.tx
    .selectFrom(chosen)
    .select('share_id')
    .where(column, '=', id)
    .where(
      'share_id',
      'in',
      shares.map((share) => share.id),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The shares of its case under which this task or observable is seen. */
export async function sharesOfItem(
  db: Db,
  organization: string,
  item: Item,
  row: { readonly id: string; readonly case_id: string },
): Promise<CaseShareRow[]> {
  const { chosen, column, rule } = asTasks(item)
  const shares = await sharesOf(db, organization, row.case_id)
  const rows = await db.selectFrom(chosen).select('share_id').where(column, '=', row.id).execute()
  const ids = new Set(rows.map(({ share_id }) => share_id))
  return shares.filter((share) => share[rule] === 'all' || ids.has(share.id))
}

/** A task or observable of a case of this organization. */
export const findItem = (db: Db, organization: string, item: Item, id: string) =>
  db
    .selectFrom(asTasks(item).items)
    .select(['id', 'case_id'])
    .where(ownedRow(organization, id))
    .where('case_id', 'is not', null)
    .executeTakeFirst()

export async function requireItem(db: Db, organization: string, item: Item, id: string) {
  const row = await findItem(db, organization, item, id)
  if (!row)
    throw new AppError('NotFoundError', `${item === 'task' ? 'Task' : 'Observable'} not found`)
  return row
}
