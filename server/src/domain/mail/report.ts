import { contentKey } from './content-key.ts'
import { mailLimits } from './limits.ts'
import type { Mail, MailFile } from './mail.ts'
import { plainAddress } from './mail.ts'
import { type MailObservable, observablesOf, oneLine } from './observables.ts'

/** One mail that makes an alert, or joins one. */
export interface ReportedMail {
  /** The same in every copy of the mail. */
  readonly key: string
  readonly subject: string
  readonly from: string
  readonly replyTo: readonly string[]
  readonly date: string | undefined
  readonly text: string
  /** The mail itself, if it came in another one; else it is what was received. */
  readonly file: MailFile | undefined
  readonly attachments: readonly MailFile[]
  readonly observables: readonly MailObservable[]
  /** A sentence each. */
  readonly leftOut: readonly string[]
}

const { attachments: maxAttachments, observables: maxObservables } = mailLimits

export function reportOf(mail: Mail, file: MailFile | undefined): ReportedMail {
  const own = mail.attachments.filter(
    ({ isInline, contentType }) => !(isInline && isPicture(contentType)),
  )
  const pictures = mail.attachments.length - own.length
  const attachments = own.slice(0, maxAttachments)
  const all = observablesOf(mail)
  // The mail and its files count as well.
  const observables = all.slice(0, Math.max(0, maxObservables - attachments.length - 1))
  const leftOut = [
    ...mail.missing.map(oneLineOf),
    ...(own.length > attachments.length
      ? [`${own.length - attachments.length} attachments: the limit is ${maxAttachments}`]
      : []),
    ...(all.length > observables.length
      ? [`${all.length - observables.length} observables: the limit is ${maxObservables}`]
      : []),
    ...(pictures > 0 ? [`Images in the text as separate files: ${pictures}`] : []),
  ]
  return {
    key: contentKey(mail),
    subject: oneLine(mail.subject),
    from: plainAddress(mail.from?.address) || oneLine(mail.from?.address ?? '', 300),
    replyTo: mail.replyTo.map(({ address }) => oneLine(address, 300)),
    date: mail.date,
    // Cut here already: what lies beyond is not shown, and a thread would have to hand it over.
    text: (mail.text.trim() === '' ? mail.shownText : mail.text).slice(0, 4 * mailLimits.shownText),
    file,
    attachments,
    observables,
    leftOut,
  }
}

const isPicture = (contentType: string) => /^image\//i.test(contentType)

const oneLineOf = (text: string) => oneLine(text, 300)
