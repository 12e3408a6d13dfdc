import { type SqlBool, sql } from 'kysely'
import {
  limitWindowMs,
  maxMailsOfOrganization,
  maxMailsOfPerson,
} from '../../domain/notices/tries.ts'
import type { Dialect } from '../../storage/common/dialect.ts'
import type { Db } from '../../storage/database.ts'
import { mailSwitch } from '../../storage/rows/portable-tables.ts'
import type { OutboxTable } from '../../storage/tables/notices.ts'

export type OutboxRow = OutboxTable

/** Of one person in one mail. */
const maxTogether = 500

/** Written at start: rows are written only where a process can send them. */
export async function switchMail(db: Db, isOn: boolean): Promise<void> {
  if (!isOn) {
    await db.deleteFrom('meta').where('name', '=', mailSwitch).execute()
    return
  }
  await db
    .insertInto('meta')
    .values({ name: mailSwitch, value: 'on' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Takes all that is due of one receiver, by moving the next attempt behind the lease: a process that dies while
 * sending leaves it to be sent again, under the same Message-ID.
 */
export const claimReceiver = (
  { db, dialect }: { readonly db: Db; readonly dialect: Dialect },
  organization: string,
  { channel, target }: Receiver,
  { now, leaseMs }: { readonly now: number; readonly leaseMs: number },
): Promise<OutboxRow[]> =>
  db
    .with('due', (cte) =>
      dialect.skipLocked(
        cte
          .selectFrom('outbox')
          .select('id')
          .where('organization', '=', organization)
          .where('channel', '=', channel)
          .where('target', '=', target)
          .where('next_attempt_at', '<=', now)
          .orderBy('created_at')
          .orderBy('id')
          // Each answer is about another mail.
          .limit(channel === 'reply' ? 1 : maxTogether),
      ),
    )
    .updateTable('outbox')
    .set({ next_attempt_at: now + leaseMs })
    .where('next_attempt_at', '<=', now)
    .where('id', 'in', (eb) => eb.selectFrom('due').select('id'))
    .returningAll()
    .execute()

/** Users, and addresses of those who reported an email: a login may look like an address. */
export type Receiver = Pick<OutboxRow, 'channel' | 'target'>

/** Receivers with something due, who waits longest first. */
export function receiversDue(
  db: Db,
  organization: string,
  now: number,
  limit: number,
): Promise<Receiver[]> {
  return db
    .selectFrom('outbox')
    .select(['channel', 'target'])
    .select((eb) => eb.fn.min('next_attempt_at').as('due'))
    .where('organization', '=', organization)
    .where('next_attempt_at', '<=', now)
    .groupBy(['channel', 'target'])
    .orderBy('due')
    .limit(limit)
    .execute()
}

/** When one more mail may be sent to this person; undefined now. Several rows are one mail. */
export async function waitsUntil(
  db: Db,
  organization: string,
  { channel, target }: Receiver,
  now: number,
): Promise<number | undefined> {
  const sent = (of: 'person' | 'organization') =>
    db
      .selectFrom('outbox')
      .select((eb) => eb.fn.min('sent_at').as('at'))
      .where('organization', '=', organization)
      .where('sent_at', '>', now - limitWindowMs)
      .$if(of === 'person', (query) =>
        query.where('channel', '=', channel).where('target', '=', target),
      )
      .groupBy('message_id')
      .orderBy('at', 'desc')
      .offset((of === 'person' ? maxMailsOfPerson : maxMailsOfOrganization) - 1)
      .limit(1)
      .executeTakeFirst()
  const [ofPerson, ofOrganization] = [await sent('person'), await sent('organization')]
  const at = Math.max(Number(ofPerson?.at ?? 0), Number(ofOrganization?.at ?? 0))
  return at === 0 ? undefined : at + limitWindowMs
}

export const postpone = (db: Db, ids: readonly string[], until: number): Promise<unknown> =>
  db
    .updateTable('outbox')
    .set({ next_attempt_at: until })
    .where('id', 'in', ids)
    .where('sent_at', 'is', null)
    .execute()

export const settle = (
  db: Db,
  ids: readonly string[],
  outcome: Partial<OutboxRow>,
): Promise<unknown> =>
  db
    .updateTable('outbox')
    .set((eb) => ({ ...outcome, attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', ids)
    .where('sent_at', 'is', null)
    .execute()

/** Small steps: a big delete would hold up every writer. */
export async function deleteOld(db: Db, before: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('outbox')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('outbox')
        .select('id')
        .where('created_at', '<', before)
        .where(sql<SqlBool>`next_attempt_at is null`)
        .where('chat_at', 'is', null)
        .limit(500),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
