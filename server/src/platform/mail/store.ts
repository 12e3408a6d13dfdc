import type { Insertable, Selectable, Updateable } from 'kysely'
import { joinsMs } from '../../domain/mail/limits.ts'
import { markOrphaned } from '../../storage/blobs/orphaned-blobs.ts'
import type { Db } from '../../storage/database.ts'
import {
  dueOrganizations,
  dueRows,
  firstDue,
  type OrganizationWalk,
} from '../../storage/rows/due.ts'
import type { MailMessageTable } from '../../storage/tables/mail.ts'

export type MailRow = Selectable<MailMessageTable>

const due = { table: 'mail_messages', at: 'next_at' } as const

export const organizationsWithMail = (db: Db, walk: OrganizationWalk) =>
  dueOrganizations(db, due, walk)

export const mailsDue = (db: Db, now: number) => dueRows(db, due, now)

/** The oldest that wait, for this process alone until `until`. */
export async function claimMails(
  db: Db,
  organization: string,
  { count, now, until }: { count: number; now: number; until: number },
): Promise<MailRow[]> {
  const waiting = await firstDue(db, 'mail_messages', organization, { count, now })
  const claimed: MailRow[] = []
  for (const { id, next_at } of waiting) {
    const row = await db
      .updateTable('mail_messages')
      .set((eb) => ({ next_at: until, attempts: eb('attempts', '+', 1) }))
      .where('organization', '=', organization)
      .where('id', '=', id)
      // Another process may have been faster.
      .where('next_at', '=', next_at)
      .returningAll()
      .executeTakeFirst()
    if (row) claimed.push(row)
  }
  return claimed
}

export const settleMail = (
  db: Db,
  { organization, id }: Pick<MailRow, 'organization' | 'id'>,
  change: Updateable<MailMessageTable>,
) =>
  db
    .updateTable('mail_messages')
    .set(change)
    .where('organization', '=', organization)
    .where('id', '=', id)
    .execute()

/** What a mail became. One that was known before keeps its row. */
export const saveMail = (
  tx: Db,
  row: Insertable<MailMessageTable> & { organization: string },
): Promise<MailRow> =>
  tx
    .insertInto('mail_messages')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['organization', 'content_hash', 'uploaded_by', 'part']).doUpdateSet({
        state: row.state,
        alert_id: row.alert_id ?? null,
        comment_id: row.comment_id ?? null,
        message_key: row.message_key ?? null,
        reporter: row.reporter ?? null,
        subject: row.subject ?? null,
        reply_facts: row.reply_facts ?? null,
        reason: null,
        received_at: row.received_at,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()

export const findMail = (
  db: Db,
  organization: string,
  of: Pick<MailRow, 'content_hash' | 'uploaded_by' | 'part'>,
): Promise<MailRow | undefined> =>
  db
    .selectFrom('mail_messages')
    .selectAll()
    .where('organization', '=', organization)
    .where('content_hash', '=', of.content_hash)
    .where('uploaded_by', '=', of.uploaded_by)
    .where('part', '=', of.part)
    .executeTakeFirst()

/** The alert that a report of this mail joins: it was made of the same one, within the last days, and still exists. */
export const joinedAlert = (
  db: Db,
  organization: string,
  key: string,
  now: number,
): Promise<{ id: string } | undefined> =>
  db
    .selectFrom('mail_messages')
    .innerJoin('alerts', 'alerts.id', 'mail_messages.alert_id')
    .select('alerts.id')
    .where('mail_messages.organization', '=', organization)
    .where('mail_messages.message_key', '=', key)
    .where('alerts.organization', '=', organization)
    .where('alerts.created_at', '>', now - joinsMs)
    .orderBy('alerts.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Alerts that were made of this mail before, and may have lost their mails, have the first ones. */
export async function freeReference(
  db: Db,
  { organization, source, key }: { organization: string; source: string; key: string },
): Promise<string> {
  const taken = await db
    .selectFrom('alerts')
    .select('source_ref')
    .where('organization', '=', organization)
    .where('type', '=', 'mail')
    .where('source', '=', source)
    .where('source_ref', '>=', key)
    // The sign behind the hyphen.
    .where('source_ref', '<', `${key}.`)
    .execute()
  const numbers = taken.map(({ source_ref }) => Number(source_ref.slice(key.length + 1)) || 1)
  return numbers.length === 0 ? key : `${key}-${Math.max(...numbers) + 1}`
}

const removedAtOnce = 500

/** Answers whether there may be more. */
export async function removeOldMails(db: Db, before: number): Promise<boolean> {
  const old = await db
    .selectFrom('mail_messages')
    .select('id')
    .where('received_at', '<', before)
    .where('next_at', 'is', null)
    .orderBy('received_at')
    .limit(removedAtOnce)
    .execute()
  if (old.length === 0) return false
  await db
    .deleteFrom('mail_messages')
    .where(
      'id',
      'in',
      old.map(({ id }) => id),
    )
    .execute()
  return old.length === removedAtOnce
}

/** What became of it is in alerts and comments: the mail as it came is no longer needed. */
export async function dropFile(db: Db, row: MailRow): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await settleMail(tx, row, { attachment_id: null })
    await markOrphaned(tx, [row.attachment_id])
  })
}

/** Of failed ones that were not tried again. */
export async function dropOldFiles(db: Db, before: number): Promise<boolean> {
  const old = await db
    .selectFrom('mail_messages')
    .selectAll()
    .where('received_at', '<', before)
    .where('attachment_id', 'is not', null)
    .where('next_at', 'is', null)
    .limit(100)
    .execute()
  for (const row of old) await dropFile(db, row)
  return old.length === 100
}
