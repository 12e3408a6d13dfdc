import { isFreeMail } from '../domain/free-mail.ts'
import { readDomainName } from '../domain/name.ts'
import { type Finding, finding } from '../kit/index.ts'
import { domainOf, headersOf, type Message } from './message.ts'

/** Mailing lists and newsletters send through others; a reply that goes elsewhere is what thieves want. */
export function senderFindings(message: Message, replies: ReplyCircumstances): Finding[] {
  const { from, replyTo, returnPath, sender, messageId } = message
  if (!from || from.address === '') return [finding('mail.sender-missing')]
  const findings: Finding[] = []
  const all = headersOf(message, 'from')
  if (all.length > 1) findings.push(finding('mail.sender-twice', { senders: all.join(' and ') }))
  const shown = /[^\s<>"',;]{1,64}@[^\s<>"',;]{1,255}/.exec(from.name)?.[0]
  if (shown !== undefined && !isSameOrganization(domainOf(shown), domainOf(from.address)))
    findings.push(finding('mail.sender-name', { shown, address: from.address }))
  const elsewhere = replyTo.find(({ address }) => differs(address, from.address))
  if (elsewhere) {
    const readers = [...message.to, ...message.cc].map(({ address }) => address.toLowerCase())
    const isOpen = readers.includes(elsewhere.address.toLowerCase())
    findings.push(replyFinding(elsewhere.address, from.address, { ...replies, isOpen }))
  }
  if (sender && differs(sender.address, from.address))
    findings.push(finding('mail.sender', { sender: sender.address, address: from.address }))
  if (returnPath && differs(returnPath, from.address))
    findings.push(finding('mail.return-path', { sender: returnPath, address: from.address }))
  const made = domainOf(messageId ?? '')
  if (made !== '' && !isSameOrganization(made, domainOf(from.address)))
    findings.push(finding('mail.message-id', { domain: made }))
  return findings
}

export interface ReplyCircumstances {
  readonly list: string | undefined
  readonly isBulk: boolean
  /** Domains that the receiver's checks speak for. */
  readonly authenticatedDomains: readonly string[]
  readonly isSenderAuthenticated: boolean
}

/**
 * A list directs replies to itself, or sends in its own name and directs them to the author. That is
 * a fact where the receiver's checks pass for the list or the author, and a weak reason where there
 * were no checks. An authenticated sender may be a stolen account: with replies to free mail it stays
 * a weak reason.
 */
function replyFinding(
  elsewhere: string,
  address: string,
  {
    list,
    isBulk,
    authenticatedDomains,
    isSenderAuthenticated,
    isOpen,
  }: ReplyCircumstances & { readonly isOpen: boolean },
): Finding {
  const [reply, own] = [domainOf(elsewhere), domainOf(address)]
  const evidence = { elsewhere, address }
  const isOfList =
    list !== undefined && (isSameOrganization(list, reply) || isSameOrganization(list, own))
  const speaksFor = (domain: string | undefined) =>
    domain !== undefined && authenticatedDomains.some((known) => isSameOrganization(known, domain))
  if (isOfList && (isSenderAuthenticated || speaksFor(list)))
    return finding('mail.reply-to-list', { ...evidence, list })
  if (isSenderAuthenticated && isBulk && !isFreeMail(reply) && !isFreeMail(own))
    return finding('mail.reply-to-bulk', evidence)
  // Bug trackers and old lists take part in the conversation openly.
  if (isOfList || isOpen || (isSenderAuthenticated && !isFreeMail(own)))
    return finding('mail.reply-to-possible', evidence)
  return finding('mail.reply-to', evidence)
}

const differs = (one: string, other: string) =>
  domainOf(one) !== '' && !isSameOrganization(domainOf(one), domainOf(other))

/** `mail.example.co.uk` and `example.co.uk` were registered together. */
export const isSameOrganization = (one: string, other: string): boolean =>
  one === other || registered(one) === registered(other)

const registered = (domain: string) => readDomainName(domain)?.registrable ?? domain
