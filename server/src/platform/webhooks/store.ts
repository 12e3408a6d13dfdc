import type { Insertable, Updateable } from 'kysely'
import type { Db } from '../../storage/database.ts'
import { ownedRow } from '../../storage/rows/owned-row.ts'
import type { WebhookTable } from '../../storage/tables/platform.ts'
import type { WebhookRow } from '../deliveries/queue.ts'

export const findWebhook = (
  db: Db,
  organization: string,
  id: string,
): Promise<WebhookRow | undefined> =>
  db.selectFrom('webhooks').selectAll().where(ownedRow(organization, id)).executeTakeFirst()

export const insertWebhook = (db: Db, row: Insertable<WebhookTable>): Promise<WebhookRow> =>
  db.insertInto('webhooks').values(row).returningAll().executeTakeFirstOrThrow()

export const updateWebhook = (
  db: Db,
  organization: string,
  id: string,
  change: Updateable<WebhookTable>,
): Promise<WebhookRow | undefined> =>
  db
    .updateTable('webhooks')
    .set(change)
    .where(ownedRow(organization, id))
    .returningAll()
    .executeTakeFirst()

export async function deleteWebhook(db: Db, organization: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('webhooks')
    .where(ownedRow(organization, id))
    .executeTakeFirst()
  return numDeletedRows > 0n
}
