import type { Db } from '../database.ts'

interface Returned {
  /** Of the mail, as its Message-ID says. */
  readonly id: string
  readonly isGone: boolean
  /** In lower case. */
  readonly recipient: string
  readonly status: string
}

/**
 * A mail server said that it could not deliver one of our mails. Whose mailbox it is said to does not matter: there is
 * one sender for all organizations. Who knows the id has the mail or carries it, and only its own receiver is marked.
 * Answers whose address it was, if it is marked as gone now.
 */
export async function noteReturned(
  tx: Db,
  { id, recipient, isGone, status }: Returned,
  now: number,
): Promise<{ login: string; organization: string } | undefined> {
  const row = await tx
    .selectFrom('outbox')
    .innerJoin('users', 'users.login', 'outbox.target')
    .select(['users.login', 'users.organization', 'users.email'])
    .where('outbox.channel', '=', 'mail')
    .where((eb) => eb.or([eb('outbox.message_id', '=', id), eb('outbox.id', '=', id)]))
    .limit(1)
    .executeTakeFirst()
  // guard: server/test/mail/returned.test.ts
  if (row?.email?.toLowerCase() !== recipient) return undefined
  await tx
    .updateTable('outbox')
    .set({ returned_at: now, last_error: `returned ${status}`.trim() })
    .where('message_id', '=', id)
    .where('target', '=', row.login)
    .where('returned_at', 'is', null)
    .execute()
  if (!isGone) return undefined
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ email_state: 'open', email_returned_at: now })
    .where('login', '=', row.login)
    .where('email', '=', row.email)
    .where('email_state', 'in', ['confirmed', 'provider'])
    .executeTakeFirst()
  return numUpdatedRows > 0n ? { login: row.login, organization: row.organization } : undefined
}
