import type { ExpressionBuilder } from 'kysely'
import {
  maxRepliesADay,
  type ReplyBody,
  type ReplyFacts,
  type ReplyOutcome,
  replyRefusal,
} from '../../domain/mail/reply.ts'
import type { Db } from '../database.ts'
import type { Tables } from '../tables/tables.ts'
import { mailSwitch } from './portable-tables.ts'

/** Of one closing. */
const maxAnswers = 200
const dayMs = 24 * 60 * 60_000

interface Closed {
  /** An alert, or a case with all alerts that became it. */
  readonly closed: { readonly alertId: string } | { readonly caseId: string }
  readonly outcome: ReplyOutcome
  /** What our mails are sent from. */
  readonly from: string | undefined
}

/**
 * Writes an answer to each reporter of an alert, once, into the outbox; of the others it says at their mail why there is
 * none. In the transaction that closes the alert or its case, and only where a person does.
 */
export async function answerReporters(
  tx: Db,
  organization: string,
  { closed, outcome, from }: Closed,
  now: number,
): Promise<void> {
  const mailboxes = await answering(tx, organization, from)
  if (mailboxes.size === 0) return
  const ofAlerts = aboutAlerts(organization, closed)
  const mails = () =>
    tx
      .selectFrom('mail_messages')
      .where('organization', '=', organization)
      .where(ofAlerts)
      .where('mailbox_id', 'in', [...mailboxes.keys()])
      .where('state', 'in', ['done', 'duplicate'])
  const rows = await mails()
    .select(['id', 'alert_id', 'mailbox_id', 'reporter', 'received_at', 'reply_facts'])
    .where('replied_at', 'is', null)
    .orderBy('received_at')
    .orderBy('id')
    .limit(maxAnswers + 1)
    .execute()
  if (rows.length === 0) return
  const replied = await mails()
    .select(['alert_id', 'reporter'])
    .distinct()
    .where('replied_at', 'is not', null)
    .execute()
  const answered = new Set(replied.map(reportOf))
  const sent = await sentToday(tx, organization, rows, now)
  const canMail = await tx
    .selectFrom('meta')
    .select('name')
    .where('name', '=', mailSwitch)
    .executeTakeFirst()
  for (const row of rows.slice(0, maxAnswers)) {
    const mailbox = mailboxes.get(row.mailbox_id ?? '')
    const { reporter } = row
    if (!mailbox || reporter === null) continue
    const facts: ReplyFacts | null = JSON.parse(row.reply_facts ?? 'null')
    const count = sent.get(reporter) ?? 0
    const known = { isAnswered: answered.has(reportOf(row)), count, canMail: canMail !== undefined }
    const refusal = replyRefusal(reporter, facts, mailbox.rules) ?? notNow(known)
    const isFirst = await note(tx, organization, row.id, refusal, now)
    // guard: server/test/mail/replies.test.ts
    if (refusal !== undefined || !isFirst) continue
    answered.add(reportOf(row))
    sent.set(reporter, count + 1)
    const body: ReplyBody = {
      ...{ kind: 'reply', outcome, receivedAt: row.received_at, language: mailbox.language },
      ...(facts?.messageId !== undefined && { inReplyTo: facts.messageId }),
    }
    await tx
      .insertInto('outbox')
      .values({
        // The same for the same mail, so its `Message-ID` is, too.
        ...{ id: row.id, organization, channel: 'reply', target: reporter },
        ...{ body: JSON.stringify(body), created_at: now, attempts: 0, next_attempt_at: now },
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  }
  if (rows.length > maxAnswers) await noteRest(tx, organization, ofAlerts)
}

/** One answer for each email that somebody reported, however often: a case may be about several. */
const reportOf = (mail: { readonly alert_id: string | null; readonly reporter: string | null }) =>
  `${mail.alert_id} ${mail.reporter}`

const aboutAlerts =
  (organization: string, closed: Closed['closed']) =>
  (eb: ExpressionBuilder<Tables, 'mail_messages'>) =>
    'alertId' in closed
      ? eb('alert_id', '=', closed.alertId)
      : eb(
          'alert_id',
          'in',
          eb
            .selectFrom('alerts')
            .select('alerts.id')
            // guard: server/test/mail/case-replies.test.ts
            .where('alerts.organization', '=', organization)
            .where('alerts.case_id', '=', closed.caseId),
        )

/** Why one who may be answered is not. */
// guards: server/test/mail/replies.test.ts
function notNow(known: { isAnswered: boolean; count: number; canMail: boolean }) {
  if (known.isAnswered) return 'The reporter got an answer about this email already'
  if (known.count >= maxRepliesADay) return `More than ${maxRepliesADay} answers a day`
  if (!known.canMail) return 'This server sends no mail: mail.url is not set'
  return undefined
}

/** Why a mail that waits in the outbox may not be sent any more; undefined if it may. */
export async function replyEnded(
  db: Db,
  organization: string,
  id: string,
  from: string | undefined,
): Promise<string | undefined> {
  const mail = await db
    .selectFrom('mail_messages')
    .select(['mailbox_id', 'reporter', 'reply_facts'])
    .where('organization', '=', organization)
    .where('id', '=', id)
    .executeTakeFirst()
  const mailbox = (await answering(db, organization, from)).get(mail?.mailbox_id ?? '')
  // guard: server/test/mail/replies.test.ts
  if (!mail || !mailbox) return 'the mailbox answers no more'
  return replyRefusal(mail.reporter, JSON.parse(mail.reply_facts ?? 'null'), mailbox.rules)
}

async function answering(tx: Db, organization: string, from: string | undefined) {
  const rows = await tx
    .selectFrom('mailboxes')
    .select(['id', 'username', 'reply', 'reply_domains', 'reply_language', 'trusted_server'])
    // guard: server/test/mail/replies.test.ts
    .where('organization', '=', organization)
    .execute()
  const own = [...rows.map(({ username }) => username), from ?? ''].map((one) => one.toLowerCase())
  return new Map(
    rows
      .filter(({ reply }) => reply === 'closed')
      .map((row) => [
        row.id,
        {
          language: row.reply_language,
          rules: {
            trustedServer: row.trusted_server,
            domains: JSON.parse(row.reply_domains) as string[],
            own,
          },
        },
      ]),
  )
}

async function sentToday(
  tx: Db,
  organization: string,
  rows: readonly { readonly reporter: string | null }[],
  now: number,
): Promise<Map<string, number>> {
  const reporters = [...new Set(rows.flatMap(({ reporter }) => reporter ?? []))]
  if (reporters.length === 0) return new Map()
  const counts = await tx
    .selectFrom('outbox')
    .select(['target', (eb) => eb.fn.countAll<number>().as('count')])
    .where('organization', '=', organization)
    .where('channel', '=', 'reply')
    .where('target', 'in', reporters)
    .where('created_at', '>', now - dayMs)
    .groupBy('target')
    .execute()
  return new Map(counts.map(({ target, count }) => [target, Number(count)]))
}

/** False where another transaction answered it meanwhile. */
async function note(
  tx: Db,
  organization: string,
  id: string,
  refusal: string | undefined,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('mail_messages')
    .set(refusal === undefined ? { replied_at: now, reply_note: null } : { reply_note: refusal })
    .where('organization', '=', organization)
    .where('id', '=', id)
    .where('replied_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const noteRest = (tx: Db, organization: string, ofAlerts: ReturnType<typeof aboutAlerts>) =>
  tx
    .updateTable('mail_messages')
    .set({ reply_note: `More than ${maxAnswers} reports at once` })
    .where('organization', '=', organization)
    .where(ofAlerts)
    .where('mailbox_id', 'is not', null)
    .where('replied_at', 'is', null)
    .where('reply_note', 'is', null)
    .execute()
