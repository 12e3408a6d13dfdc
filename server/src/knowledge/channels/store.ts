import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Page } from '../../domain/page.ts'
import type { Dialect } from '../../storage/common/dialect.ts'
import type { Db } from '../../storage/database.ts'
import { countOf } from '../../storage/rows/count-owned.ts'
import { ownedRow } from '../../storage/rows/owned-row.ts'
import type { ChannelTable, OutboxTable } from '../../storage/tables/notices.ts'

export type ChannelRow = Selectable<ChannelTable>

/** Sealing contexts: copied to another channel they do not open. */
export const urlContext = (id: string) => `channels.url_sealed:${id}` as const
export const secretContext = (id: string) => `channels.secret_sealed:${id}` as const

/** Of one channel in one message. */
const maxTogether = 500

export const channelsOf = (db: Db, organization: string): Promise<ChannelRow[]> =>
  db
    .selectFrom('channels')
    .selectAll()
    .where('organization', '=', organization)
    .orderBy('name')
    .execute()

export const findChannel = (
  db: Db,
  organization: string,
  id: string,
): Promise<ChannelRow | undefined> =>
  db.selectFrom('channels').selectAll().where(ownedRow(organization, id)).executeTakeFirst()

/** Undefined when there is one of this name. */
export const insertChannel = (
  db: Db,
  row: Insertable<ChannelTable>,
): Promise<ChannelRow | undefined> =>
  db
    .insertInto('channels')
    .values(row)
    .onConflict((conflict) => conflict.columns(['organization', 'name']).doNothing())
    .returningAll()
    .executeTakeFirst()

export const updateChannel = (
  db: Db,
  organization: string,
  id: string,
  change: Updateable<ChannelTable>,
): Promise<ChannelRow | undefined> =>
  db
    .updateTable('channels')
    .set(change)
    .where(ownedRow(organization, id))
    .returningAll()
    .executeTakeFirst()

/** What waits for it goes nowhere. */
export async function deleteChannel(db: Db, organization: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('channels')
    .where(ownedRow(organization, id))
    .executeTakeFirst()
  await db
    .deleteFrom('outbox')
    .where('organization', '=', organization)
    .where('channel', '=', 'chat')
    .where('target', '=', id)
    .execute()
  return numDeletedRows > 0n
}

export const messagesOf = async (
  db: Db,
  organization: string,
  channel: string,
  { offset, limit }: Page,
): Promise<{ rows: OutboxTable[]; total: number }> => {
  const found = db
    .selectFrom('outbox')
    .where('organization', '=', organization)
    .where('channel', '=', 'chat')
    .where('target', '=', channel)
  const rows = await found
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .offset(offset)
    .limit(Math.min(limit, 200))
    .execute()
  return { rows, total: await countOf(found) }
}

/** Channels with something due, who waits longest first. */
export async function channelsDue(
  db: Db,
  organization: string,
  now: number,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('outbox')
    .select('target')
    .select((eb) => eb.fn.min('chat_at').as('due'))
    .where('organization', '=', organization)
    .where('chat_at', '<=', now)
    .groupBy('target')
    .orderBy('due')
    .limit(limit)
    .execute()
  return rows.map(({ target }) => target)
}

/**
 * Everything that is due of one channel, for this process until the lease ends: a process that dies while sending
 * leaves it to be sent again. None where another one is sending, or did so a moment ago.
 */
export const claimChannel = (
  { db, dialect }: { readonly db: Db; readonly dialect: Dialect },
  organization: string,
  channel: string,
  { now, leaseMs }: { readonly now: number; readonly leaseMs: number },
): Promise<OutboxTable[]> =>
  db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('channels')
      .set({ busy_until: now + leaseMs })
      .where(ownedRow(organization, channel))
      // guard: server/test/mail/channels.test.ts
      .where((eb) => eb.or([eb('busy_until', 'is', null), eb('busy_until', '<=', now)]))
      .returning('id')
      .executeTakeFirst()
    if (!row) return []
    const due = await dialect
      .skipLocked(
        tx
          .selectFrom('outbox')
          .select('id')
          .where('organization', '=', organization)
          .where('target', '=', channel)
          .where('chat_at', '<=', now)
          .orderBy('created_at')
          .orderBy('id')
          .limit(maxTogether),
      )
      .execute()
    if (due.length === 0) return []
    return tx
      .updateTable('outbox')
      .set({ chat_at: now + leaseMs })
      .where(
        'id',
        'in',
        due.map(({ id }) => id),
      )
      .returningAll()
      .execute()
  })
