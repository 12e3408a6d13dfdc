import { attachmentsOf, boxOf, checksOf, linksOf, stopsOf } from '../report/facts/mail.ts'
import type { Check, Part, Source, Stop } from '../report/facts/model.ts'
import { reading } from '../report/facts/reading.ts'

interface Box {
  readonly name: string
  readonly address: string
}

/** An email as its analyzer has read it. */
export interface MailModel {
  readonly from: Box
  /** Where it was sent by another address than the visible one. */
  readonly sender: string | undefined
  readonly replyTo: readonly string[]
  readonly to: readonly Box[]
  readonly subject: string
  readonly sent: number | undefined
  readonly checks: readonly (Check & { readonly method: string })[]
  readonly text: string
  readonly links: readonly Part[]
  readonly forms: readonly string[]
  readonly attachments: readonly Part[]
  readonly headers: readonly { readonly name: string; readonly value: string }[]
  readonly stops: readonly Stop[]
}

export function mailOf(source: Source | undefined): MailModel | undefined {
  if (!source) return undefined
  const mail = reading(source.full)
  if (mail.flag('isMail') !== true) return undefined
  const from = boxOf(mail.record('from'))
  const sender = boxOf(mail.record('sender')).address
  return {
    from,
    sender: sender === '' || sender === from.address ? undefined : sender,
    replyTo: mail
      .records('replyTo')
      .map((box) => boxOf(box).address)
      .filter((address) => address !== '' && address !== from.address),
    to: [...mail.records('to'), ...mail.records('cc')].map(boxOf),
    subject: mail.text('subject') ?? '',
    sent: mail.date('date'),
    checks: checksOf(mail).map((check, at) => ({ ...check, method: methods[at] ?? '' })),
    text: mail.text('text')?.trim() ?? '',
    links: linksOf(mail),
    forms: mail.texts('forms'),
    attachments: attachmentsOf(mail, source.found),
    headers: mail.records('headers').map((header) => ({
      name: reading(header).text('name') ?? '',
      value: reading(header).text('value') ?? '',
    })),
    stops: stopsOf(mail.records('hops')),
  }
}

/** In the order of the checks. */
const methods = ['spf', 'dkim', 'dmarc']
