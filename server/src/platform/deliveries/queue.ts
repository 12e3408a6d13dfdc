import { randomUUID } from 'node:crypto'
import type { ChangeEvent } from '@assay/contract'
import type { Insertable, Selectable } from 'kysely'
import { inTurns } from '../../domain/own-turn.ts'
import type { Db } from '../../storage/database.ts'
import type { WebhookDeliveryTable, WebhookTable } from '../../storage/tables/platform.ts'
import { insertDeliveries } from './store.ts'

export type WebhookRow = Selectable<WebhookTable>

/** More would make every change of a case write as many rows. */
export const maxWebhooks = 20

export const webhooksOf = (db: Db, organization: string): Promise<WebhookRow[]> =>
  db
    .selectFrom('webhooks')
    .selectAll()
    .where('organization', '=', organization)
    .orderBy('created_at')
    .orderBy('id')
    .limit(maxWebhooks)
    .execute()

/** The message as it is sent; the keys are those of today's platform, and who did it. */
export function deliveryOf(
  webhook: WebhookRow,
  now: number,
  change: ChangeEvent,
): Insertable<WebhookDeliveryTable> {
  const id = randomUUID()
  const body = {
    id,
    operation: change.operation,
    objectType: change.objectType,
    objectId: change.objectId,
    rootId: change.rootId,
    base: change.rootId === change.objectId,
    startDate: change.date,
    organisation: change.organization,
    user: change.user,
    details: change.details,
  }
  return {
    id,
    organization: webhook.organization,
    webhook_id: webhook.id,
    body: JSON.stringify(body),
    created_at: now,
    attempts: 0,
    next_attempt_at: now,
  }
}

/** Called in the transaction of the changes: what happened is delivered, what was rolled back is not. */
export async function queueDeliveries(
  tx: Db,
  organization: string,
  now: number,
  changes: readonly ChangeEvent[],
): Promise<void> {
  if (changes.length === 0) return
  const webhooks = (await webhooksOf(tx, organization)).filter(({ enabled }) => enabled === 1)
  for (const webhook of webhooks) {
    const wanted = JSON.parse(webhook.object_types) as string[]
    const delivered = changes
      .filter(({ objectType }) => wanted.length === 0 || wanted.includes(objectType))
      // Its own creation is not delivered to it.
      .filter(({ objectId }) => objectId !== webhook.id)
    // SQLite takes at most 32,766 values in one statement; a row has seven.
    for await (const some of inTurns(delivered))
      await insertDeliveries(
        tx,
        some.map((change) => deliveryOf(webhook, now, change)),
      )
  }
}
