import { randomBytes } from 'node:crypto'
import type { BudgetWindow } from '@assay/contract'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { type Caller, isOrgadmin, isSuperadmin } from '../../domain/caller.ts'
import type { Dialect } from '../../storage/common/dialect.ts'
import { givenMoment, type MomentSource, momentOf } from '../../storage/common/moment.ts'
import type { Db } from '../../storage/database.ts'
import { forgetKnown } from '../../storage/rows/known-rows.ts'
import type { BudgetTable } from '../../storage/tables/budgets.ts'

export type BudgetRow = Selectable<BudgetTable>

export const newBudgetId = () => randomBytes(9).toString('base64url')

export const windowsOf = ({ windows }: Pick<BudgetRow, 'windows'>): BudgetWindow[] =>
  JSON.parse(windows)

/** What decides about starts: clocks of machines differ, of one database all of them read the same. */
export async function databaseMoment(db: Db, source: MomentSource): Promise<number> {
  const given = givenMoment(source)
  if (given !== null) return given
  const { rows } = await sql<{
    now: number
  }>`select ${momentOf(source.dialect, null)} as now`.execute(db)
  return Number(rows[0]?.now)
}

/** Its own, and those that the operator shares. */
export const usableBudgets = (db: Db, organization: string) =>
  db
    .selectFrom('budgets')
    .selectAll()
    // guard: server/test/budgets/budgets.test.ts
    .where((eb) =>
      eb.or([
        eb('organization', '=', organization),
        eb.and([eb('organization', 'is', null), eb('shared', '=', 1)]),
      ]),
    )

/** What a caller sees; the operator's are also those that are not shared, for superadmins. */
export async function visibleBudgets(
  db: Db,
  caller: Caller,
  id: string | undefined = undefined,
): Promise<BudgetRow[]> {
  const named = usableBudgets(db, caller.organization).$if(id !== undefined, (query) =>
    query.where('id', '=', id as string),
  )
  const usable = await named.orderBy('name').orderBy('id').execute()
  if (!isSuperadmin(caller)) return usable
  const operators = await db
    .selectFrom('budgets')
    .selectAll()
    .where('organization', 'is', null)
    .where('shared', '=', 0)
    .$if(id !== undefined, (query) => query.where('id', '=', id as string))
    .orderBy('name')
    .execute()
  return [...usable, ...operators]
}

export const mayChange = (caller: Caller, { organization }: Pick<BudgetRow, 'organization'>) =>
  // guard (open = true): server/test/budgets/budgets.test.ts
  organization === null
    ? isSuperadmin(caller)
    : isOrgadmin(caller) && organization === caller.organization

export async function countBudgets(db: Db, organization: string | null): Promise<number> {
  const row = await db
    .selectFrom('budgets')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where((eb) =>
      organization === null
        ? eb('organization', 'is', null)
        : eb('organization', '=', organization),
    )
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Whoever changes what is counted for a budget has this lock before any other. */
export const lockedBudget = async (
  tx: Db,
  { dialect }: { readonly dialect: Dialect },
  id: string | null,
): Promise<BudgetRow | undefined> =>
  id === null
    ? undefined
    : dialect.lockRow(tx.selectFrom('budgets').selectAll().where('id', '=', id)).executeTakeFirst()

/** Of `held`, once something may start again. */
export const pauseOver = { state: 'open', until: null, reason: null } as const

export const insertBudget = (tx: Db, row: Insertable<BudgetTable>): Promise<BudgetRow> =>
  tx.insertInto('budgets').values(row).returningAll().executeTakeFirstOrThrow()

export const updateBudget = (
  tx: Db,
  id: string,
  change: Updateable<BudgetTable>,
): Promise<BudgetRow> =>
  tx
    .updateTable('budgets')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export async function removeBudget(tx: Db, id: string): Promise<void> {
  await takeFromWorkers(tx, id)
  await tx.deleteFrom('budgets').where('id', '=', id).execute()
}

/** In whichever organization: its analyzers have none then, and nothing holds its jobs. */
export async function takeFromWorkers(tx: Db, id: string): Promise<void> {
  forgetKnown('workers')
  await tx.updateTable('workers').set({ budget_id: null }).where('budget_id', '=', id).execute()
  await tx.updateTable('held_jobs').set({ budget_id: null }).where('budget_id', '=', id).execute()
}
