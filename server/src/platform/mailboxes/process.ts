import type { Working } from '../../background/background.ts'
import { startSweep } from '../../background/sweep.ts'
import type { Item, Outcome, Work } from '../../background/work.ts'
import { actors } from '../../domain/actors.ts'
import { AppError } from '../../domain/errors.ts'
import { isFailed, isGone } from '../../domain/mail/delivery.ts'
import { mailLimits } from '../../domain/mail/limits.ts'
import { senderRefusal } from '../../domain/mail/sender-rules.ts'
import { readMailReferences } from '../../domain/mail-references.ts'
import { audit } from '../../identity/audit/store.ts'
import { noteReturned } from '../../storage/rows/returned-mail.ts'
import type { Actor } from '../changes/write.ts'
import type { PlatformDeps } from '../deps.ts'
import type { ReadReport } from '../mail/mail-thread.ts'
import { type MailReader, UnreadableMail } from '../mail/read-aside.ts'
import { takeReported } from '../mail/reports.ts'
import {
  claimMails,
  dropFile,
  dropOldFiles,
  type MailRow,
  mailsDue,
  organizationsWithMail,
  removeOldMails,
  settleMail,
} from '../mail/store.ts'
import { nowhere } from './fetch.ts'
import { followUp } from './follow-up.ts'
import { findMailbox, type MailboxRow } from './store.ts'

const everyMs = 2_000
const timeoutMs = 3 * 60_000
const leaseMs = 5 * 60_000
const sweepMs = 60 * 60_000
const dayMs = 24 * 60 * 60_000
/** Longer than mails of a rebuilt mailbox are likely to come again. */
const keptMs = 400 * dayMs
/** For another try by hand. */
const keptFailedMs = 30 * dayMs
const maxAttempts = 5

interface DueMail extends Item {
  readonly row: MailRow
}

export function mailWork(deps: PlatformDeps, reader: MailReader): Work<DueMail> {
  const { db } = deps
  return {
    name: 'mails',
    everyMs,
    limits: { atOnce: 4, perOrganization: 2, timeoutMs },
    organizations: (walk) => organizationsWithMail(db, walk),
    due: (now) => mailsDue(db, now),
    async claim(organization, { count, now }) {
      const rows = await claimMails(db, organization, { count, now, until: now + leaseMs })
      return rows.map((row) => ({ organization, row }))
    },
    run: ({ row }, signal) => processMail(deps, reader, row, signal),
  }
}

export function startMailSweep({ background, clock, db }: PlatformDeps): Working {
  return startSweep(background, {
    name: 'mails',
    everyMs: sweepMs,
    async step() {
      const now = clock.now()
      const more = await dropOldFiles(db, now - keptFailedMs)
      return (await removeOldMails(db, now - keptMs)) || more
    },
  })
}

/** What became of it; a thing that may pass is tried again. */
async function processMail(
  deps: PlatformDeps,
  reader: MailReader,
  row: MailRow,
  signal: AbortSignal,
): Promise<Outcome> {
  const { clock, db, log } = deps
  const fail = async (reason: string) => {
    await settleMail(db, row, { state: 'failed', reason: reason.slice(0, 500), next_at: null })
    return 'failed' as const
  }
  try {
    // Counted when it was claimed: one that ends the process each time ends here.
    if (row.attempts > maxAttempts) return await fail(`Processing failed ${maxAttempts} times`)
    await take(deps, reader, row, signal)
    return 'done'
  } catch (error) {
    if (signal.aborted && !(error instanceof UnreadableMail)) {
      await settleMail(db, row, { next_at: clock.now(), attempts: row.attempts - 1 })
      return 'later'
    }
    if (error instanceof UnreadableMail) return await fail(error.message)
    const isBusy = error instanceof AppError && error.type === 'ServiceUnavailable'
    if (error instanceof AppError && !isBusy) return await fail(error.message)
    if (!isBusy) log.error({ err: error, mail: row.id }, 'failed to process a mail')
    if (row.attempts >= maxAttempts) return await fail(`Processing failed ${maxAttempts} times`)
    await settleMail(db, row, {
      next_at: clock.now() + 60_000 * 2 ** row.attempts,
      ...(isBusy && { attempts: row.attempts - 1 }),
    })
    return 'later'
  }
}

async function take(
  deps: PlatformDeps,
  reader: MailReader,
  row: MailRow,
  signal: AbortSignal,
): Promise<void> {
  const { organization } = row
  const mailbox = await findMailbox(deps.db, organization, row.mailbox_id ?? '')
  const refuse = async (reason: string, report?: ReadReport) => {
    await settleMail(deps.db, row, { ...headOf(report), state: 'refused', reason, next_at: null })
    await dropFile(deps.db, row)
  }
  if (!mailbox) return refuse('The mailbox was deleted')
  const content = () => contentOf(deps, row)
  const report = await reader.read({ organization, signal }, { content, take: mailbox.take })
  if (report.isDeliveryReport) await markReturned(deps, report)
  const refusal = refusalOf(deps, mailbox, report)
  if (refusal !== undefined) return refuse(refusal, report)
  const actor: Actor = { login: actors.mail, organization, ...nowhere }
  const commented = await followUp(deps, actor, row, report)
  if (commented) return
  const received = {
    organization,
    source: mailbox.name,
    mailboxId: mailbox.id,
    uploadedBy: '',
    reporter: report.sender,
    form: JSON.parse(mailbox.alert),
    contentHash: row.content_hash,
    receivedAt: row.received_at,
    file: storedFile(row),
    replyFacts: report.replyFacts,
    leftOut: report.leftOut,
  }
  // The first one last: its row is the mail itself, and ends it.
  for (const [part, reported] of [...report.reported.entries()].reverse())
    await takeReported(deps, actor, received, reported, part)
  await settleMail(deps.db, row, { next_at: null })
  await dropFile(deps.db, row)
}

const headOf = (report: ReadReport | undefined) =>
  report ? { reporter: report.sender, subject: report.subject.slice(0, 500) } : {}

/** Why it makes nothing. */
function refusalOf(
  { secrets }: PlatformDeps,
  mailbox: MailboxRow,
  report: ReadReport,
): string | undefined {
  const proof = (text: string) => secrets.proof('mail-reference', text)
  const isOurs = (header: string) => readMailReferences(header, proof).length > 0
  // guard: server/test/platform/mail-follow-ups.test.ts
  if (isOurs(report.messageId)) return 'Sent by this server'
  // guard: server/test/platform/mail-follow-ups.test.ts
  if (report.isDeliveryReport && isOurs(`${report.returned} ${report.references}`))
    return 'Delivery report about an email of this server'
  // guard: server/test/platform/mail-follow-ups.test.ts
  if (report.isAutomatic && isOurs(report.references)) return 'Automatic reply'
  return senderRefusal(report.sender, {
    allow: JSON.parse(mailbox.allow),
    deny: JSON.parse(mailbox.deny),
  })
}

/** Our mail did not arrive: its row says so, and an address that does not exist is written to no more. */
async function markReturned(
  { clock, db, secrets }: PlatformDeps,
  { deliveries, references, returned }: ReadReport,
): Promise<void> {
  const proof = (text: string) => secrets.proof('mail-reference', text)
  const ours = readMailReferences(`${returned} ${references}`, proof)
  const failed = deliveries.filter(isFailed)
  const now = clock.now()
  for (const { id } of ours.filter(({ kind }) => kind === 'notice'))
    for (const delivery of failed)
      await db.transaction().execute(async (tx) => {
        const { recipient, status } = delivery
        const mail = { id, recipient, status, isGone: isGone(delivery) }
        const user = await noteReturned(tx, mail, now)
        if (!user) return
        await audit(tx, { login: actors.mail, ...nowhere }, now, {
          ...{ action: 'user.addressReturned', objectType: 'user', objectId: user.login },
          ...{ organization: user.organization, details: { email: recipient, status } },
        })
      })
}

async function contentOf({ blobs }: PlatformDeps, row: MailRow): Promise<Buffer> {
  const blob = row.attachment_id === null ? undefined : await blobs.open(row.attachment_id)
  if (!blob) throw new UnreadableMail('The file of the email is missing')
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of blob.stream as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > mailLimits.bytes) throw new UnreadableMail('The email is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size)
}

const storedFile = (row: MailRow) => ({
  sha256: row.attachment_id ?? '',
  sha1: row.attachment_sha1 ?? '',
  md5: row.attachment_md5 ?? '',
  size: row.attachment_size ?? 0,
  name: row.attachment_name ?? 'mail.eml',
  contentType: row.attachment_type ?? 'message/rfc822',
})
