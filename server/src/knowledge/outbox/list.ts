import type { OutgoingKind, OutgoingMessage, OutgoingStatus } from '@assay/contract'
import type { Page } from '../../domain/page.ts'
import type { Db } from '../../storage/database.ts'
import { countOf } from '../../storage/rows/count-owned.ts'
import type { OutboxRow } from './store.ts'

const outboxOf = (db: Db, organization: string, status: OutgoingStatus | undefined) =>
  db
    .selectFrom('outbox')
    .where('outbox.organization', '=', organization)
    .$if(status === 'Sent', (query) =>
      query.where('sent_at', 'is not', null).where('returned_at', 'is', null),
    )
    .$if(status === 'Returned', (query) => query.where('returned_at', 'is not', null))
    .$if(status === 'Waiting', (query) =>
      query.where((eb) =>
        eb.or([eb('next_attempt_at', 'is not', null), eb('chat_at', 'is not', null)]),
      ),
    )
    .$if(status === 'GivenUp', (query) =>
      query
        .where('sent_at', 'is', null)
        .where('next_attempt_at', 'is', null)
        .where('chat_at', 'is', null),
    )

/** Mails, answers and chat messages, newest first. */
export async function listMessages(
  db: Db,
  organization: string,
  status: OutgoingStatus | undefined,
  { offset, limit }: Page,
): Promise<{ rows: OutgoingMessage[]; total: number }> {
  const found = outboxOf(db, organization, status)
  const rows = await found
    .leftJoin('channels', (join) =>
      join
        .onRef('channels.id', '=', 'outbox.target')
        .onRef('channels.organization', '=', 'outbox.organization'),
    )
    .selectAll('outbox')
    .select('channels.name as channelName')
    .orderBy('outbox.created_at', 'desc')
    .orderBy('outbox.id')
    .offset(offset)
    .limit(Math.min(limit, 200))
    .execute()
  return { rows: rows.map(messageView), total: await countOf(found) }
}

/** Counted anew from now on: nine more tries in two days. Answers how many. */
export async function tryAgain(
  tx: Db,
  organization: string,
  ids: readonly string[] | undefined,
  { now, canMail }: { readonly now: number; readonly canMail: boolean },
): Promise<number> {
  const ways = [
    { channels: ['chat'] as const, due: { chat_at: now } },
    // Where no process sends mails they would wait for ever.
    ...(canMail ? [{ channels: ['mail', 'reply'] as const, due: { next_attempt_at: now } }] : []),
  ]
  if (ids?.length === 0) return 0
  let count = 0
  for (const { channels, due } of ways) {
    const { numUpdatedRows } = await tx
      .updateTable('outbox')
      .set({ ...due, attempts: 0 })
      .where('organization', '=', organization)
      .where('channel', 'in', channels)
      .where('sent_at', 'is', null)
      .$if(ids === undefined, (query) =>
        query.where('next_attempt_at', 'is', null).where('chat_at', 'is', null),
      )
      .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
      .executeTakeFirst()
    count += Number(numUpdatedRows)
  }
  return count
}

const statusOf = (row: OutboxRow): OutgoingStatus => {
  if (row.returned_at !== null) return 'Returned'
  if (row.sent_at !== null) return 'Sent'
  return row.next_attempt_at === null && row.chat_at === null ? 'GivenUp' : 'Waiting'
}

const messageView = (row: OutboxRow & { channelName: string | null }): OutgoingMessage => {
  const nextAttemptAt = row.next_attempt_at ?? row.chat_at
  return {
    id: row.id,
    way: row.channel,
    to: row.channelName ?? row.target,
    kind: (JSON.parse(row.body) as { kind: OutgoingKind }).kind,
    createdAt: row.created_at,
    status: statusOf(row),
    attempts: row.attempts,
    ...(nextAttemptAt === null ? {} : { nextAttemptAt }),
    ...(row.sent_at === null ? {} : { sentAt: row.sent_at }),
    ...(row.last_error === null ? {} : { lastError: row.last_error }),
  }
}
