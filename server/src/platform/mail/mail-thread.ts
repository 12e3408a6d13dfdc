import { parentPort } from 'node:worker_threads'
import { type ReadMail, readMail } from '@assay/analyzers/mail-reading'
import { type Delivery, deliveriesIn } from '../../domain/mail/delivery.ts'
import { answerIn, isAutomatic, isDeliveryReport, referencesOf } from '../../domain/mail/kinds.ts'
import { mailLimits } from '../../domain/mail/limits.ts'
import { headerOf, type Mail, type MailFile, plainAddress } from '../../domain/mail/mail.ts'
import { oneLine } from '../../domain/mail/observables.ts'
import { type ReplyFacts, replyFactsOf } from '../../domain/mail/reply.ts'
import { type ReportedMail, reportOf } from '../../domain/mail/report.ts'
import { attachedMails, type Take } from '../../domain/mail/reported.ts'

export interface ReadOrder {
  readonly bytes: Uint8Array
  readonly take: Take
}

/** What was received, and the mails that count in it. */
export interface ReadReport {
  /** Address of who sent it here. */
  readonly sender: string
  readonly subject: string
  /** What a person wrote in it, without what is quoted. */
  readonly answer: string
  /** Headers that name the mail that this one answers, and itself. */
  readonly references: string
  readonly messageId: string
  readonly isAutomatic: boolean
  readonly isDeliveryReport: boolean
  /** Of a delivery report: the headers of the mail that did not arrive. */
  readonly returned: string
  /** What it says of each recipient. */
  readonly deliveries: readonly Delivery[]
  /** What decides later whether the sender is answered. */
  readonly replyFacts: ReplyFacts
  readonly files: readonly MailFile[]
  readonly reported: readonly ReportedMail[]
  readonly leftOut: readonly string[]
}

export type ReadAnswer = { readonly report: ReadReport } | { readonly problem: string }

const longestHeader = 16_384

async function read({ bytes, take }: ReadOrder): Promise<ReadAnswer> {
  const outer = await readMail(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  if ('problem' in outer) return outer
  const mail = mailOf(outer)
  const attached = take === 'attached' ? attachedMails(mail) : []
  const leftOut: string[] = []
  const reported: ReportedMail[] = []
  for (const [at, file] of attached.entries()) {
    if (reported.length === mailLimits.reported) {
      leftOut.push(`${attached.length - at} attached mails: the limit is ${mailLimits.reported}`)
      break
    }
    const inner = await readMail(Buffer.from(file.content))
    if ('problem' in inner) leftOut.push(`Attached ${oneLine(file.name, 100)}: ${inner.problem}`)
    else reported.push(reportOf(mailOf(inner), named(file, inner)))
  }
  if (reported.length === 0) reported.push(reportOf(mail, undefined))
  const text = mail.text.trim() === '' ? mail.shownText : mail.text
  return {
    report: {
      sender: plainAddress(mail.from?.address),
      subject: oneLine(mail.subject),
      answer: answerIn(text.slice(0, 16 * mailLimits.commentBytes)),
      references: referencesOf(mail).slice(0, longestHeader),
      messageId: headerOf(mail, 'message-id').slice(0, longestHeader),
      isAutomatic: isAutomatic(mail),
      isDeliveryReport: isDeliveryReport(mail),
      returned: isDeliveryReport(mail) ? returnedHeaders(mail) : '',
      deliveries: isDeliveryReport(mail) ? deliveriesOf(mail) : [],
      replyFacts: replyFactsOf(mail),
      files: mail.attachments.filter(({ isInline }) => !isInline).slice(0, mailLimits.attachments),
      reported,
      leftOut,
    },
  }
}

const mailOf = ({ to, cc, attachments, ...read }: ReadMail): Mail => ({
  ...read,
  recipients: [...to, ...cc].map(({ address }) => address),
  attachments: attachments.map(({ filename, ...file }) => ({ ...file, name: filename })),
})

/** Programs call an attached mail after its subject, or nothing at all. */
const named = (file: MailFile, { form }: ReadMail): MailFile => ({
  ...file,
  name: /\.(?:eml|msg)$/i.test(file.name) ? file.name : `${file.name}.${form}`,
})

/** The mail or its headers are the last part of a report. */
const returnedHeaders = ({ attachments }: Mail): string =>
  attachments
    .filter(({ contentType }) => /^(?:message\/rfc822|text\/rfc822-headers)/i.test(contentType))
    .map(({ content }) => Buffer.from(content.subarray(0, longestHeader)).toString('latin1'))
    .join('\n')

/** A part of its own; some programs put it into the text. */
const deliveriesOf = ({ attachments, text }: Mail): Delivery[] =>
  [
    ...attachments
      .filter(({ contentType }) => /^message\/(?:global-)?delivery-status/i.test(contentType))
      .map(({ content }) => Buffer.from(content.subarray(0, 65_536)).toString('latin1')),
    text,
  ].flatMap(deliveriesIn)

parentPort?.on('message', (order: ReadOrder) => {
  void read(order)
    // What a library says may quote the mail.
    .catch((): ReadAnswer => ({ problem: 'The email cannot be read' }))
    .then((answer) => parentPort?.postMessage(answer))
})
