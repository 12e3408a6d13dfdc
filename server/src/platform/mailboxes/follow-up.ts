import { cutText } from '../../domain/mail/kinds.ts'
import { mailLimits } from '../../domain/mail/limits.ts'
import { plainAddress } from '../../domain/mail/mail.ts'
import { type MailReference, readMailReferences } from '../../domain/mail-references.ts'
import type { ReceivedFile } from '../../http/fields.ts'
import type { Db } from '../../storage/database.ts'
import { addAttachments } from '../attachments/change.ts'
import { type Actor, write } from '../changes/write.ts'
import { createComment } from '../comments/change.ts'
import type { PlatformDeps } from '../deps.ts'
import type { ReadReport } from '../mail/mail-thread.ts'
import { stageFile } from '../mail/reports.ts'
import { dropFile, type MailRow, settleMail } from '../mail/store.ts'
import type { Owner } from '../parents/owner.ts'

/** More than a person attaches to an answer. */
const maxFiles = 20

/**
 * An answer to a mail of ours, by someone who reported the alert: a comment there. A reference proves that we sent
 * the mail, not who answers, so the address must be known as well.
 */
export async function followUp(
  deps: PlatformDeps,
  actor: Actor,
  row: MailRow,
  report: ReadReport,
): Promise<boolean> {
  const owner = await answered(deps, row.organization, report)
  if (!owner) return false
  const staged: ReceivedFile[] = []
  try {
    const files = report.files.slice(0, maxFiles)
    for (const file of files) staged.push(await stageFile(deps.blobs, file))
    await write(
      deps,
      actor,
      async (w) => {
        // Not `mentionPeople`: who writes from outside notifies no one by name.
        const comment = await createComment(w, owner, wordsOf(report, files.length))
        if (staged.length > 0) await addAttachments(w, owner, staged)
        await settleMail(w.tx, row, {
          state: 'followup',
          reporter: report.sender,
          subject: report.subject.slice(0, 500),
          comment_id: comment.id,
          alert_id: owner.kind === 'alert' ? owner.id : null,
          next_at: null,
        })
      },
      staged,
    )
  } finally {
    await Promise.all(staged.map((file) => file.discard()))
  }
  await dropFile(deps.db, row)
  return true
}

async function answered(
  { db, secrets }: PlatformDeps,
  organization: string,
  { references, sender }: ReadReport,
): Promise<Owner | undefined> {
  if (plainAddress(sender) === '') return undefined
  const proof = (text: string) => secrets.proof('mail-reference', text)
  for (const reference of readMailReferences(references, proof)) {
    const owner = await ownerOf(db, organization, reference, sender)
    if (owner) return owner
  }
  return undefined
}

/** What the id is of; an answer to a reporter has that of their mail. */
const referred = {
  alert: 'alerts.id',
  case: 'alerts.case_id',
  reply: 'mail_messages.id',
} as const

/** Where its case is by now, if a user made one of it; an alert of another organization is not there. */
async function ownerOf(
  db: Db,
  organization: string,
  { kind, id }: MailReference,
  sender: string,
): Promise<Owner | undefined> {
  if (kind !== 'alert' && kind !== 'case' && kind !== 'reply') return undefined
  const row = await db
    .selectFrom('mail_messages')
    .innerJoin('alerts', 'alerts.id', 'mail_messages.alert_id')
    .select(['alerts.id', 'alerts.case_id'])
    .where('alerts.organization', '=', organization)
    .where(referred[kind], '=', id)
    .where('mail_messages.organization', '=', organization)
    // guard: server/test/platform/mail-follow-ups.test.ts
    .where('mail_messages.reporter', '=', sender)
    .limit(1)
    .executeTakeFirst()
  if (!row) return undefined
  return row.case_id === null ? { kind: 'alert', id: row.id } : { kind: 'case', id: row.case_id }
}

/** As code: nothing in it is a link, an image or a mention. */
function wordsOf({ sender, answer, files }: ReadReport, kept: number): string {
  const { text, isCut } = cutText(
    answer.replace(/[^\P{Cc}\n\t]/gu, ' ').trim(),
    mailLimits.commentBytes,
  )
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  const leftOut = files.length - kept
  return [
    `by mail from \`${sender}\``,
    text === '' ? '(no text)' : `${fence}\n${text}\n${fence}`,
    ...(isCut ? [`The text was cut at ${mailLimits.commentBytes / 1024} KiB.`] : []),
    ...(leftOut > 0 ? [`${leftOut} files were left out: the limit is ${maxFiles}.`] : []),
  ].join('\n\n')
}
