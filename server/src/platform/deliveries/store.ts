import { type Insertable, type Selectable, type SqlBool, sql, type Updateable } from 'kysely'
import type { Rows } from '../../domain/rows.ts'
import type { Db } from '../../storage/database.ts'
import type { Dialect } from '../../storage/dialect.ts'
import type { WebhookDeliveryTable } from '../../storage/platform-tables.ts'
import { readPage } from '../../storage/row-pages.ts'

export type DeliveryRow = Selectable<WebhookDeliveryTable>

export async function deliveriesOf(
  db: Db,
  organization: string,
  webhookId: string,
  range: { offset: number; limit: number },
): Promise<Rows<ListedDelivery>> {
  const scope = sql<SqlBool>`webhook_deliveries.organization = ${organization}`
  const { batches } = await readPage<ListedDelivery>(db, {
    table: 'webhook_deliveries',
    id: 'id',
    columns: listedColumns,
    scope,
    where: sql<SqlBool>`${scope} and webhook_deliveries.webhook_id = ${webhookId}`,
    order: sql`webhook_deliveries.created_at desc, webhook_deliveries.id desc`,
    range,
    isSlow: false,
  })
  const { total } = await db
    .selectFrom('webhook_deliveries')
    .where('organization', '=', organization)
    .where('webhook_id', '=', webhookId)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { total: Number(total), batches }
}

/** Not the body: nobody is shown it. */
const listedColumns = [
  'id',
  'created_at',
  'attempts',
  'next_attempt_at',
  'delivered_at',
  'last_error',
] as const

export type ListedDelivery = Pick<DeliveryRow, (typeof listedColumns)[number]>

export const insertDeliveries = async (
  db: Db,
  rows: Insertable<WebhookDeliveryTable>[],
): Promise<void> => {
  if (rows.length > 0) await db.insertInto('webhook_deliveries').values(rows).execute()
}

/**
 * Takes what is due, over all organizations, by moving its next attempt behind the lease: whoever
 * dies while sending leaves it to be sent again.
 */
export async function claimDeliveries(
  db: Db,
  dialect: Dialect,
  count: number,
  now: number,
  leaseMs: number,
): Promise<DeliveryRow[]> {
  // Most looks find nothing, and where there are no webhooks all of them: that needs no transaction.
  const first = await db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('next_attempt_at', '<=', now)
    .limit(1)
    .executeTakeFirst()
  if (!first) return []
  return db.transaction().execute(async (tx) => {
    const due = await dialect
      .skipLocked(
        tx
          .selectFrom('webhook_deliveries')
          .selectAll()
          .where('next_attempt_at', '<=', now)
          .orderBy('next_attempt_at')
          .limit(count),
      )
      .execute()
    if (due.length === 0) return []
    await tx
      .updateTable('webhook_deliveries')
      .set({ next_attempt_at: now + leaseMs })
      .where(
        'id',
        'in',
        due.map(({ id }) => id),
      )
      .execute()
    return due
  })
}

export const settleDelivery = (
  db: Db,
  id: string,
  outcome: Updateable<WebhookDeliveryTable>,
): Promise<unknown> =>
  db.updateTable('webhook_deliveries').set(outcome).where('id', '=', id).execute()

/** Small steps: a big delete would hold up every writer. Answers how many went. */
export async function deleteOldDeliveries(db: Db, before: number): Promise<number> {
  const old = await db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('created_at', '<', before)
    .where('next_attempt_at', 'is', null)
    .limit(500)
    .execute()
  if (old.length === 0) return 0
  await db
    .deleteFrom('webhook_deliveries')
    .where(
      'id',
      'in',
      old.map(({ id }) => id),
    )
    .execute()
  return old.length
}
