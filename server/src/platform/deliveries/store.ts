import {
  type ExpressionBuilder,
  type Insertable,
  type Selectable,
  type SqlBool,
  sql,
  type Updateable,
} from 'kysely'
import type { Rows } from '../../domain/rows.ts'
import type { Dialect } from '../../storage/common/dialect.ts'
import type { Db } from '../../storage/database.ts'
import {
  dueOrganizations,
  dueTogether,
  mostCounted,
  type OrganizationWalk,
} from '../../storage/rows/due.ts'
import { readPage } from '../../storage/rows/pages.ts'
import type { WebhookDeliveryTable } from '../../storage/tables/platform.ts'
import type { Tables } from '../../storage/tables/tables.ts'

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

/** Not the body: it is never shown. */
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

const dueDeliveries = { table: 'webhook_deliveries', at: 'next_attempt_at' } as const

export const organizationsToSend = (db: Db, walk: OrganizationWalk) =>
  dueOrganizations(db, dueDeliveries, walk)

/** Webhooks of one organization that have something to send and are not left alone, with the first due moment. */
export async function receiversOf(db: Db, organization: string, now: number) {
  const rows = await db
    .selectFrom('webhooks')
    .select(['id', 'timeouts'])
    .select((eb) => firstDue(eb, now).as('due'))
    .where('organization', '=', organization)
    .where((eb) => eb.or([eb('paused_until', 'is', null), eb('paused_until', '<=', now)]))
    .execute()
  return rows.flatMap(({ id, timeouts, due }) =>
    due === null ? [] : { id, timeouts: Number(timeouts), due: Number(due) },
  )
}

const firstDue = (eb: ExpressionBuilder<Tables, 'webhooks'>, now: number) =>
  eb
    .selectFrom('webhook_deliveries')
    .select((of) => of.fn.min('next_attempt_at').as('due'))
    .whereRef('webhook_deliveries.webhook_id', '=', 'webhooks.id')
    .where('next_attempt_at', '<=', now)

/**
 * Takes what is due of one webhook by moving its next attempt behind the lease: a process that dies while sending
 * leaves it to be sent again. The choice stands in a CTE because PostgreSQL may otherwise make it twice.
 */
export const claimDeliveries = (
  { db, dialect }: { readonly db: Db; readonly dialect: Dialect },
  webhookId: string,
  { count, now, leaseMs }: { count: number; now: number; leaseMs: number },
): Promise<DeliveryRow[]> =>
  db
    .with('due', (cte) =>
      dialect.skipLocked(
        cte
          .selectFrom('webhook_deliveries')
          .select('id')
          .where('webhook_id', '=', webhookId)
          .where('next_attempt_at', '<=', now)
          .orderBy('next_attempt_at')
          .limit(count),
      ),
    )
    .updateTable('webhook_deliveries')
    .set({ next_attempt_at: now + leaseMs })
    .where('next_attempt_at', '<=', now)
    .where('id', 'in', (eb) => eb.selectFrom('due').select('id'))
    .returningAll()
    .execute()

/** One message at a time, in the whole cluster, to a webhook that hangs. */
export async function claimHanging(
  db: Db,
  webhookId: string,
  { now, leaseMs }: { now: number; leaseMs: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhooks')
    .set({ paused_until: now + leaseMs })
    .where('id', '=', webhookId)
    .where((eb) => eb.or([eb('paused_until', 'is', null), eb('paused_until', '<=', now)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** It answered, or its administrator expects it to. */
export const trustWebhook = (db: Db, id: string): Promise<unknown> =>
  db
    .updateTable('webhooks')
    .set({ timeouts: 0, paused_until: null })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('timeouts', '>', 0), eb('paused_until', 'is not', null)]))
    .execute()

/** Several messages may be late at the same time: the last one that counts decides about the pause. */
export const countTimeout = (
  db: Db,
  id: string,
  restUntil: (timeouts: number) => number | null,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('webhooks')
      .set((eb) => ({ timeouts: eb('timeouts', '+', 1) }))
      .where('id', '=', id)
      .returning('timeouts')
      .executeTakeFirst()
    if (row) await pauseWebhook(tx, id, restUntil(Number(row.timeouts)))
  })

export const pauseWebhook = (db: Db, id: string, until: number | null): Promise<unknown> =>
  db.updateTable('webhooks').set({ paused_until: until }).where('id', '=', id).execute()

/** Without those of webhooks that are left alone for a while: they wait as they should. */
export async function deliveriesDue(db: Db, now: number) {
  const rows = await db
    .selectFrom('webhooks')
    .select((eb) => [
      firstDue(eb, now).as('oldest'),
      eb
        .selectFrom((of) =>
          of
            .selectFrom('webhook_deliveries')
            .select('id')
            .whereRef('webhook_deliveries.webhook_id', '=', 'webhooks.id')
            .where('next_attempt_at', '<=', now)
            .limit(mostCounted)
            .as('counted'),
        )
        .select((of) => of.fn.countAll<number>().as('count'))
        .as('count'),
    ])
    .where((eb) => eb.or([eb('paused_until', 'is', null), eb('paused_until', '<=', now)]))
    .execute()
  return dueTogether(
    rows.map(({ oldest, count }) => ({
      count: Number(count),
      oldest: oldest === null ? undefined : Number(oldest),
    })),
  )
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

/**
 * Gives up what has waited for so long behind a webhook that does not answer: not each of them was tried nine times,
 * but the webhook was often enough. Answers how many there were.
 */
export async function giveUpOldDeliveries(db: Db, now: number, before: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_deliveries')
    .set((eb) => ({
      next_attempt_at: null,
      last_error: eb.fn.coalesce('last_error', eb.val('no response from the webhook for days')),
    }))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('next_attempt_at', '<=', now)
        .where('created_at', '<', before)
        .limit(500),
    )
    .where('next_attempt_at', '<=', now)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
