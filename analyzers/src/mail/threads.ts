import { readDomainName } from '../domain/name.ts'
import { type Finding, finding } from '../kit/index.ts'
import { domainOf, headersOf, type Message } from './message.ts'
import { isSameOrganization } from './senders.ts'

const maxText = 50_000
const isReply = /^\s{0,5}(?:re|aw|antw|sv|rif|r|odp)\s?(?:\[\d{1,3}\])?:/i
const mailboxLine =
  /^[>\s*]{0,10}(?:from|von|de|da|to|an|à|para|cc|kopie|sent by)\*?\s?:\*?\s{0,5}(.{3,500})$/gim
const wroteLine = /^[>\s]{0,10}(?:on|le|am|el)\s.{5,300}(?:wrote|a écrit|schrieb|escribió)/gim
const address = /([^\s<>"'(),;:[\]]{1,64}@[a-z0-9.-]{3,255})/gi

/** What the answer brings: people answer from private addresses as well, and then bring nothing of the kind. */
export type Payload = 'risky' | 'link' | 'nothing'

/**
 * A reply to a conversation that its author was not part of. Attackers take threads out of stolen mailboxes
 * and reply from elsewhere, mostly under the name of a participant.
 */
export function threadFindings(message: Message, text: string, payload: Payload): Finding[] {
  const { from, subject, to } = message
  if (!from?.address || !isReply.test(subject) || payload === 'nothing') return []
  if (headersOf(message, 'list-id').length > 0) return []
  const lines = [...text.slice(0, maxText).matchAll(mailboxLine)].map(([line]) => line)
  const wrote = [...text.slice(0, maxText).matchAll(wroteLine)].map(([line]) => line)
  const quoted = [...lines, ...wrote]
  const parties = quoted.flatMap((line) => [...line.matchAll(address)].map(([, one = '']) => one))
  const domains = parties.map(domainOf)
  const own = domainOf(from.address)
  const isKnown = domains.some((domain) => isSameOrganization(domain, own))
  if (
    parties.length < 2 ||
    isKnown ||
    to.some((box) => isSameOrganization(domainOf(box.address), own))
  )
    return []
  // Only threads of this reader: others are reported about, not replied to.
  const isReaders = to.some((box) =>
    domains.some((domain) => isSameOrganization(domain, domainOf(box.address))),
  )
  const name = from.name.trim().toLowerCase()
  const isBorrowed = name.length > 4 && quoted.some((line) => line.toLowerCase().includes(name))
  const isUnlinked =
    headersOf(message, 'in-reply-to').length === 0 && headersOf(message, 'references').length === 0
  const isStrange = payload === 'link' ? isBorrowed && isUnlinked : isBorrowed || isUnlinked
  if (!isReaders || !isStrange) return []
  const other = parties.find(
    (one) => !to.some((box) => isSameOrganization(domainOf(box.address), domainOf(one))),
  )
  return [
    finding('mail.thread-hijack', {
      address: from.address,
      domain: readDomainName(own)?.registrable ?? own,
      other: other ?? parties[0] ?? '',
    }),
  ]
}
