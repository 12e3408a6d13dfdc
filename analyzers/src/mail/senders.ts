import { readDomainName } from '../domain/name.ts'
import { type Finding, finding } from '../kit/index.ts'
import { domainOf, headersOf, type Message } from './message.ts'

/** Mailing lists and newsletters send through others; a reply that goes elsewhere is what thieves want. */
export function senderFindings(message: Message): Finding[] {
  const { from, replyTo, returnPath, sender, messageId } = message
  if (!from || from.address === '') return [finding('mail.sender-missing')]
  const findings: Finding[] = []
  const all = headersOf(message, 'from')
  if (all.length > 1) findings.push(finding('mail.sender-twice', { senders: all.join(' and ') }))
  const shown = /[^\s<>"',;]{1,64}@[^\s<>"',;]{1,255}/.exec(from.name)?.[0]
  if (shown !== undefined && !isSameOrganization(domainOf(shown), domainOf(from.address)))
    findings.push(finding('mail.sender-name', { shown, address: from.address }))
  const elsewhere = replyTo.find(({ address }) => differs(address, from.address))
  if (elsewhere)
    findings.push(finding('mail.reply-to', { elsewhere: elsewhere.address, address: from.address }))
  if (sender && differs(sender.address, from.address))
    findings.push(finding('mail.sender', { sender: sender.address, address: from.address }))
  if (returnPath && differs(returnPath, from.address))
    findings.push(finding('mail.return-path', { sender: returnPath, address: from.address }))
  const made = domainOf(messageId ?? '')
  if (made !== '' && !isSameOrganization(made, domainOf(from.address)))
    findings.push(finding('mail.message-id', { domain: made }))
  return findings
}

const differs = (one: string, other: string) =>
  domainOf(one) !== '' && !isSameOrganization(domainOf(one), domainOf(other))

/** `mail.example.co.uk` and `example.co.uk` were registered together. */
export const isSameOrganization = (one: string, other: string): boolean =>
  one === other || registered(one) === registered(other)

const registered = (domain: string) => readDomainName(domain)?.registrable ?? domain
