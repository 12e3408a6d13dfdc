import { isReservedAddress, parseAddress } from '@assay/contract/detect'
import { type HeaderText, splitComments } from './comments.ts'

export interface Hop {
  /** How the sender called itself, and its address as the receiver saw it. */
  readonly from: string | null
  readonly address: string | null
  readonly by: string | null
  readonly protocol: string | null
  readonly date: string | null
  /** Since the hop before; negative when a clock or a forger was wrong. */
  readonly seconds: number | null
}

const maxHops = 50
const longestHeader = 4_096

/** The way of the mail, its beginning first: every server writes its line above the others. */
export function hopsOf(received: readonly string[]): Hop[] {
  const lines = received
    .slice(0, maxHops)
    .map((line) => line.slice(0, longestHeader))
    .toReversed()
  let before: number | undefined
  return lines.map((line) => {
    const text = splitComments(line)
    const time = timeOf(text.outside)
    const seconds =
      time === undefined || before === undefined ? null : Math.round((time - before) / 1_000)
    before = time ?? before
    const protocol = word(text.outside, 'with')
    return {
      from: /^\s{0,10}from\s{1,10}([^\s;]{1,255})/i.exec(text.outside)?.[1] ?? null,
      address: addressIn(text, /^https?/i.test(protocol ?? word(text.outside, 'via') ?? '')),
      by: word(text.outside, 'by'),
      protocol,
      date: time === undefined ? null : new Date(time).toISOString(),
      seconds,
    }
  })
}

/** The first address outside of private networks: as near to the sender as the headers lead. */
export const originOf = (hops: readonly Hop[]): string | undefined =>
  hops.find(isPublic)?.address ?? undefined

/**
 * Who handed the mail to the servers of the receiver. Lines further down may be made up by the
 * sender; this one was written by a server that the receiver runs.
 */
export const handedOverBy = (hops: readonly Hop[]): Hop | undefined => hops.findLast(isPublic)

/** The receiver's own servers: down to the one that took the mail from outside all lines are theirs. */
export function receiversOf(hops: readonly Hop[]): string[] {
  const outside = hops.findLastIndex(isPublic)
  return hops.slice(Math.max(0, outside)).flatMap(({ by }) => by?.toLowerCase() ?? [])
}

const isPublic = ({ address }: Hop) => address !== null && !isReservedAddress(address)

const word = (text: string, key: string): string | null =>
  new RegExp(`(?:^|\\s)${key}\\s{1,10}([^\\s;]{1,255})`, 'i').exec(text)?.[1] ?? null

/**
 * `from` is followed by the name that the sender claims, which may be `[8.8.8.8]`. What the server
 * saw is in the comment after it, the last one where the claimed name contains parentheses.
 */
function addressIn({ outside, comments }: HeaderText, isOverWeb: boolean): string | null {
  const by = outside.search(/(?:^|\s)by\s/i)
  const end = by < 0 ? outside.length : by
  const seen = comments.filter(({ at, text }) => at <= end + 1 && !isAboutSession(text))
  for (const { text } of seen.toReversed()) {
    const address = addressOf(text.replace(claims, ' '))
    if (address !== undefined) return address
  }
  const [, named = '', rest = ''] =
    /^\s{0,10}from\s{1,10}([^\s;]{1,255})(.*)$/is.exec(outside.slice(0, end)) ?? []
  // Exim without a host name, and mail written on a web page: the server itself wrote the brackets.
  const isSeen = isOverWeb || comments.some(({ text }) => /(?:^|\s)(?:helo|port)=/i.test(text))
  return inBrackets(rest) ?? (isSeen ? inBrackets(named) : undefined) ?? null
}

/** Names that the sender gave itself, as Exim, qmail and others quote them. */
const claims = /(?:^|\s)(?:helo|ehlo|ident)[= ]\S{0,255}/gi
const isAboutSession = (comment: string) =>
  /^(?:using|no client|client|authenticated|envelope|version)/i.test(comment)

function addressOf(comment: string): string | undefined {
  const bare = comment.trim().split('@').at(-1) ?? ''
  return inBrackets(comment) ?? (parseAddress(bare) ? bare : undefined)
}

const inBrackets = (text: string): string | undefined =>
  [...text.matchAll(/\[(?:IPv6:)?([0-9A-Fa-f:.]{2,45})\]/gi)]
    .map(([, address = '']) => address)
    .findLast((address) => parseAddress(address))

function timeOf(outside: string): number | undefined {
  const time = Date.parse(outside.slice(outside.lastIndexOf(';') + 1).trim())
  return Number.isNaN(time) ? undefined : time
}
