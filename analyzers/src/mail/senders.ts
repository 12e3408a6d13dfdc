import { readDomainName } from '../domain/name.ts'
import { domainOf, type Message } from './message.ts'

export interface Finding {
  readonly level: 'info' | 'suspicious'
  readonly predicate: string
  readonly value: string
  readonly explanation: string
}

/** Mailing lists and newsletters send through others; a reply that goes elsewhere is what thieves want. */
export function senderFindings(message: Message): Finding[] {
  const { from, replyTo, returnPath, sender, messageId } = message
  if (!from || from.address === '') return [suspicious('missing', 'It names no sender')]
  const findings: Finding[] = []
  const shown = /[^\s<>"',;]{1,64}@[^\s<>"',;]{1,255}/.exec(from.name)?.[0]
  if (shown !== undefined && !isSameOrganization(domainOf(shown), domainOf(from.address)))
    findings.push(suspicious('name', `It shows ${shown} and comes from ${from.address}`))
  const elsewhere = replyTo.find(({ address }) => differs(address, from.address))
  if (elsewhere)
    findings.push(
      suspicious('reply-to', `Answers go to ${elsewhere.address}, not to ${from.address}`),
    )
  if (sender && differs(sender.address, from.address))
    findings.push(noted('sender', `${sender.address} sent it for ${from.address}`))
  if (returnPath && differs(returnPath, from.address))
    findings.push(
      noted('return-path', `It was sent by ${returnPath} in the name of ${from.address}`),
    )
  const made = domainOf(messageId ?? '')
  if (made !== '' && !isSameOrganization(made, domainOf(from.address)))
    findings.push(noted('message-id', `Its id was made at ${made}`))
  return findings
}

const suspicious = (value: string, explanation: string): Finding => ({
  level: 'suspicious',
  predicate: 'Sender',
  value,
  explanation,
})

const noted = (value: string, explanation: string): Finding => ({
  level: 'info',
  predicate: 'Sender',
  value,
  explanation,
})

const differs = (one: string, other: string) =>
  domainOf(one) !== '' && !isSameOrganization(domainOf(one), domainOf(other))

/** `mail.example.co.uk` and `example.co.uk` were registered together. */
export const isSameOrganization = (one: string, other: string): boolean =>
  one === other || registered(one) === registered(other)

const registered = (domain: string) => readDomainName(domain)?.registrable ?? domain
