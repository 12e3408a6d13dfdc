import type { MailMessage } from '@assay/contract'
import { type Insertable, type Selectable, type SqlBool, sql, type Updateable } from 'kysely'
import type { Rows } from '../../domain/rows.ts'
import type { Db } from '../../storage/database.ts'
import { dueOrganizations, dueRows, type OrganizationWalk } from '../../storage/rows/due.ts'
import { ownedRow } from '../../storage/rows/owned-row.ts'
import { readPage } from '../../storage/rows/pages.ts'
import type { MailboxTable } from '../../storage/tables/mail.ts'
import type { MailRow } from '../mail/store.ts'

export type MailboxRow = Selectable<MailboxTable>

/** Sealing context of the password: copied to another mailbox it does not open. */
export const secretContext = (id: string) => `mailboxes.secret_sealed:${id}` as const

export const mailboxesOf = (db: Db, organization: string): Promise<MailboxRow[]> =>
  db
    .selectFrom('mailboxes')
    .selectAll()
    .where('organization', '=', organization)
    .orderBy('name')
    .execute()

export const findMailbox = (
  db: Db,
  organization: string,
  id: string,
): Promise<MailboxRow | undefined> =>
  db.selectFrom('mailboxes').selectAll().where(ownedRow(organization, id)).executeTakeFirst()

/** Undefined when there is one of this name. */
export const insertMailbox = (
  db: Db,
  row: Insertable<MailboxTable>,
): Promise<MailboxRow | undefined> =>
  db
    .insertInto('mailboxes')
    .values(row)
    .onConflict((conflict) => conflict.columns(['organization', 'name']).doNothing())
    .returningAll()
    .executeTakeFirst()

export const updateMailbox = (
  db: Db,
  organization: string,
  id: string,
  change: Updateable<MailboxTable>,
): Promise<MailboxRow | undefined> =>
  db
    .updateTable('mailboxes')
    .set(change)
    .where(ownedRow(organization, id))
    .returningAll()
    .executeTakeFirst()

/** Its mails that wait go nowhere; what others became stays. */
export async function deleteMailbox(db: Db, organization: string, id: string): Promise<string[]> {
  await db
    .updateTable('mail_messages')
    .set({ state: 'refused', reason: 'The mailbox was deleted', next_at: null })
    .where('organization', '=', organization)
    .where('mailbox_id', '=', id)
    .where('state', '=', 'new')
    .execute()
  const files = await db
    .selectFrom('mail_messages')
    .select('attachment_id')
    .where('organization', '=', organization)
    .where('mailbox_id', '=', id)
    .where('attachment_id', 'is not', null)
    .execute()
  await db
    .updateTable('mail_messages')
    .set({ attachment_id: null })
    .where('organization', '=', organization)
    .where('mailbox_id', '=', id)
    .execute()
  await db.deleteFrom('mailboxes').where(ownedRow(organization, id)).execute()
  return files.flatMap(({ attachment_id }) => attachment_id ?? [])
}

const due = { table: 'mailboxes', at: 'next_at' } as const

export const organizationsToRead = (db: Db, walk: OrganizationWalk) =>
  dueOrganizations(db, due, walk)

export const mailboxesDue = (db: Db, now: number) => dueRows(db, due, now)

/** For this process alone until the lease ends. A broken one waits behind those that work. */
export async function claimMailboxes(
  db: Db,
  organization: string,
  lease: { count: number; now: number; until: number; owner: () => string },
): Promise<MailboxRow[]> {
  const found = await db
    .selectFrom('mailboxes')
    .select('id')
    .where('organization', '=', organization)
    .where('next_at', '<=', lease.now)
    .where((eb) => eb.or([eb('locked_until', 'is', null), eb('locked_until', '<', lease.now)]))
    .orderBy('failures')
    .orderBy('next_at')
    .limit(lease.count)
    .execute()
  const claimed: MailboxRow[] = []
  for (const { id } of found) {
    const row = await db
      .updateTable('mailboxes')
      // Due again only when the lease is over: nobody looks at what is being read.
      .set({ locked_by: lease.owner(), locked_until: lease.until, next_at: lease.until })
      .where(ownedRow(organization, id))
      .where('next_at', '<=', lease.now)
      .where((eb) => eb.or([eb('locked_until', 'is', null), eb('locked_until', '<', lease.now)]))
      .returningAll()
      .executeTakeFirst()
    if (row) claimed.push(row)
  }
  return claimed
}

/** False when it was changed, deleted or taken over in the meantime. */
export async function isHeld(db: Db, row: MailboxRow): Promise<boolean> {
  const found = await db
    .selectFrom('mailboxes')
    .select('id')
    .where(ownedRow(row.organization, row.id))
    .where('locked_by', '=', row.locked_by)
    .executeTakeFirst()
  return found !== undefined
}

/** What a look brought; nothing when someone else has the mailbox by now. */
export const settleMailbox = (
  db: Db,
  row: MailboxRow,
  { next_at, ...change }: Updateable<MailboxTable> & Pick<MailboxRow, 'next_at'>,
) =>
  db
    .updateTable('mailboxes')
    .set({ ...change, locked_by: null, locked_until: null })
    // Someone asked for another look during this one, which may have seen too little.
    .set({
      next_at: sql<number>`case when next_at < locked_until then next_at else cast(${next_at} as bigint) end`,
    })
    .where(ownedRow(row.organization, row.id))
    .where('locked_by', '=', row.locked_by)
    .returningAll()
    .executeTakeFirst()

/** Mails of this mailbox that were taken since then. */
export async function countSince(db: Db, row: MailboxRow, since: number): Promise<number> {
  const { count } = await db
    .selectFrom('mail_messages')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organization', '=', row.organization)
    .where('mailbox_id', '=', row.id)
    .where('received_at', '>', since)
    .where('part', '=', 0)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function messagesOf(
  db: Db,
  organization: string,
  mailboxId: string,
  range: { offset: number; limit: number },
): Promise<Rows<ListedMail>> {
  const scope = sql<SqlBool>`mail_messages.organization = ${organization}`
  const { batches } = await readPage<ListedMail>(db, {
    table: 'mail_messages',
    id: 'id',
    columns: listedColumns,
    scope,
    where: sql<SqlBool>`${scope} and mail_messages.mailbox_id = ${mailboxId}`,
    order: sql`mail_messages.received_at desc, mail_messages.id desc`,
    range,
    isSlow: false,
  })
  const { total } = await db
    .selectFrom('mail_messages')
    .where('organization', '=', organization)
    .where('mailbox_id', '=', mailboxId)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { total: Number(total), batches }
}

const listedColumns = [
  'id',
  'received_at',
  'size',
  'state',
  'reason',
  'subject',
  'reporter',
  'alert_id',
  'comment_id',
  'replied_at',
  'reply_note',
] as const

export type ListedMail = Pick<MailRow, (typeof listedColumns)[number]>

export const messageView = (row: ListedMail): MailMessage => ({
  id: row.id,
  receivedAt: row.received_at,
  size: row.size,
  state: row.state,
  ...(row.reason !== null && { reason: row.reason }),
  ...(row.subject !== null && { subject: row.subject }),
  ...(row.reporter !== null && { reporter: row.reporter }),
  ...(row.alert_id !== null && { alertId: row.alert_id }),
  ...(row.comment_id !== null && { commentId: row.comment_id }),
  ...(row.replied_at !== null && { repliedAt: row.replied_at }),
  ...(row.reply_note !== null && { notReplied: row.reply_note }),
})

/** Those whose file is still here. */
export async function retryFailed(
  db: Db,
  organization: string,
  mailboxId: string,
  now: number,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('mail_messages')
    .set({ state: 'new', reason: null, attempts: 0, next_at: now })
    .where('organization', '=', organization)
    .where('mailbox_id', '=', mailboxId)
    .where('state', '=', 'failed')
    .where('attachment_id', 'is not', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
