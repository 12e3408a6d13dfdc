import { detect, extract } from '@assay/contract/detect'
import { type Mail, plainAddress } from './mail.ts'

export interface MailObservable {
  readonly dataType: string
  readonly data: string
  readonly message: string
}

/** Browsers take no longer addresses. */
const longestLink = 8_192
/** In the text; the links of the HTML come first. */
const maxExtracted = 2_000

/** The trace that a mail leaves, without its files. Recipients are the victims, not the trace. */
export function observablesOf(mail: Mail): MailObservable[] {
  const recipients = new Set(mail.recipients.map((address) => plainAddress(address)))
  const found = new Map<string, MailObservable>()
  const add = (dataType: string, data: string, message: string) => {
    const key = `${dataType}\n${data}`
    if (!found.has(key)) found.set(key, { dataType, data, message })
  }
  const addAddress = (address: string | undefined, message: string) => {
    const plain = plainAddress(address)
    if (plain !== '') add('mail', plain, message)
  }
  addAddress(mail.from?.address, 'Sender')
  for (const { address } of mail.replyTo)
    if (!recipients.has(plainAddress(address))) addAddress(address, 'Reply address')
  const subject = oneLine(mail.subject)
  if (subject !== '') add('mail-subject', subject, 'Subject')
  const links = linksOf(mail)
  for (const link of links) add('url', link, 'Link')
  for (const link of links) {
    const host = hostOf(link)
    if (host) add(host.dataType, host.value, 'Host of a link')
  }
  return [...found.values()]
}

function linksOf({ targets, text, shownText }: Mail): string[] {
  const ofHtml = targets.filter((target) => /^(?:https?|ftp):\/\//i.test(target))
  const ofText = extract(`${text}\n${shownText}`, { max: maxExtracted })
    .filter(({ dataType }) => dataType === 'url')
    .map(({ value }) => value)
  return [...new Set([...ofHtml, ...ofText])].filter(
    (link) => link.length <= longestLink && !/[\0\p{Cc}]/u.test(link) && link.isWellFormed(),
  )
}

function hostOf(link: string) {
  const name = URL.parse(link)?.hostname.replace(/^\[|\]$/g, '')
  const host = name ? detect(name) : undefined
  return host && ['domain', 'fqdn', 'ip'].includes(host.dataType) ? host : undefined
}

/** What a database can store, on one line. */
export const oneLine = (text: string, longest = 1_000): string =>
  text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, longest)
    .toWellFormed()
