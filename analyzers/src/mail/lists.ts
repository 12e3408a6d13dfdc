import { domainOf, headersOf, type Message } from './message.ts'
import { isSameOrganization } from './senders.ts'

/** What a mail says about having been sent to many. */
export interface Distribution {
  /** Domain of the mailing list: `lists.example.org`. */
  readonly list: string | undefined
  /** Of a list or a newsletter. */
  readonly isBulk: boolean
  /** Hosts at which one unsubscribes: they belong to the service that sends. */
  readonly services: readonly string[]
}

const longest = 2_000

export function distributionOf(message: Message): Distribution {
  const value = (name: string) => headersOf(message, name)[0]?.slice(0, longest) ?? ''
  const id = /<([^<>\s]{1,255})>\s{0,10}$/.exec(value('list-id'))?.[1] ?? value('list-id').trim()
  const post = /<mailto:([^>?\s]{1,320})/i.exec(value('list-post'))?.[1] ?? ''
  const unsubscribe = value('list-unsubscribe')
  const list = domainOf(post) || (/^[\w.-]{3,255}$/.test(id) ? id.toLowerCase() : '')
  return {
    list: list === '' ? undefined : list,
    isBulk:
      list !== '' || unsubscribe !== '' || /^(?:bulk|list)\b/i.test(value('precedence').trim()),
    services: [...unsubscribe.matchAll(/<((?:https?|mailto):[^>\s]{1,1000})>/gi)].flatMap(
      ([, address = '']) =>
        /^mailto:/i.test(address)
          ? domainOf(address.slice(7).split('?')[0] ?? '')
          : (URL.parse(address)?.hostname.toLowerCase() ?? []),
    ),
  }
}

/**
 * The list that a mail came through: one that it is also addressed to, and not in the name of its
 * reader's colleague, which is what attackers use their own list for.
 */
export function relayingList(
  { from, to, cc }: Message,
  { list }: Distribution,
): string | undefined {
  const readers = [...to, ...cc].map(({ address }) => domainOf(address))
  const own = domainOf(from?.address ?? '')
  if (list === undefined || !readers.some((domain) => isSameOrganization(domain, list)))
    return undefined
  const isColleague = readers.some(
    (domain) => isSameOrganization(domain, own) && !isSameOrganization(domain, list),
  )
  return isColleague ? undefined : list
}
