import { domainToASCII } from 'node:url'
import {
  bitsOf,
  formatNetwork,
  mappedIpv4,
  type Network,
  type ProtectedKind,
  parseAddress,
  parseNetwork,
} from '@assay/contract'

/** What a protected observable is compared by. */
export interface ProtectedEntry {
  readonly id: string
  readonly kind: ProtectedKind
  /** As `readEntry` writes it. */
  readonly value: string
  readonly note: string
}

/** The shipped entry that stands for every public suffix. */
export const everySuffix = '*'

/** An address is a network of one; IPv4 written as IPv6 is IPv4. */
export function readRange(text: string): Network | undefined {
  const bare = text.trim().replace(/^\[(.*)\]$/, '$1')
  const address = parseAddress(bare.replace(/%.*$/, ''))
  const network = address ? { ...address, prefix: bitsOf(address.version) } : parseNetwork(bare)
  if (!network) return undefined
  const inner = network.prefix >= 96 ? mappedIpv4(network) : undefined
  return inner ? { ...inner, prefix: network.prefix - 96 } : network
}

/** As in DNS: lowercase, `xn--` labels, no dot at the end. A single label is a name, too. */
export function readName(text: string): string | undefined {
  const bare = text.trim().replace(/\.$/, '').toLowerCase()
  const ascii = /^[\x21-\x7e]+$/.test(bare) ? bare : domainToASCII(bare)
  const isName = ascii.length <= 253 && /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/.test(ascii)
  return isName && parseAddress(ascii) === undefined ? ascii : undefined
}

export function readMail(text: string): string | undefined {
  const [, local, host = ''] = /^([^\s@]{1,64})@([^\s@]{1,255})$/.exec(text.trim()) ?? []
  const name = readName(host)
  return local === undefined || name === undefined ? undefined : `${local.toLowerCase()}@${name}`
}

const readHash = (text: string) =>
  /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{56}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})$/i.test(
    text.trim(),
  )
    ? text.trim().toLowerCase()
    : undefined

const readText = (text: string) => {
  const bare = text.trim().toLowerCase()
  return bare === '' || bare.length > 256 || /\p{Cc}/u.test(bare) ? undefined : bare
}

const readers: Readonly<Record<ProtectedKind, (text: string) => string | undefined>> = {
  range(text) {
    const network = readRange(text)
    return network && formatNetwork(network)
  },
  domain: (text) => readName(text.trim().replace(/^\*\./, '')),
  mail: readMail,
  hash: readHash,
  account: readText,
  host: readText,
}

/** What a value of this kind looks like, where one does not. */
const expected: Readonly<Record<ProtectedKind, string>> = {
  range: 'an IP address or a network such as 192.0.2.0/24',
  domain: 'a domain name such as example.org',
  mail: 'an email address such as ada@example.org',
  hash: 'an MD5, SHA-1, SHA-224, SHA-256, SHA-384 or SHA-512 hash in hexadecimal',
  account: 'a name of at most 256 characters',
  host: 'a name of at most 256 characters',
}

/** In the one spelling that is stored and compared. */
export const readEntry = (
  kind: ProtectedKind,
  text: string,
): { readonly value: string } | { readonly problem: string } => {
  const value = readers[kind](text)
  return value === undefined ? { problem: `value must be ${expected[kind]}` } : { value }
}
