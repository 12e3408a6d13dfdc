/** An IP address as a number, so ranges are comparisons. */
export interface Address {
  readonly version: 4 | 6
  readonly value: bigint
}

export interface Network {
  readonly version: 4 | 6
  /** First address; bits after the prefix that the text had set are cleared. */
  readonly value: bigint
  readonly prefix: number
}

/** Four decimal numbers. Not `010.1.1.1`: some programs read that as octal, so it means nothing. */
export function parseIpv4(text: string): Address | undefined {
  if (text.length < 7 || text.length > 15) return undefined
  let value = 0
  let octet = -1
  let dots = 0
  for (let at = 0; at <= text.length; at += 1) {
    const code = at === text.length ? dot : text.charCodeAt(at)
    if (code === dot) {
      if (octet < 0 || octet > 255) return undefined
      value = value * 256 + octet
      octet = -1
      dots += 1
    } else if (code >= zero && code <= zero + 9) {
      if (octet === 0) return undefined
      octet = Math.max(octet, 0) * 10 + code - zero
    } else return undefined
  }
  return dots === 4 ? { version: 4, value: BigInt(value) } : undefined
}

const dot = 46
const zero = 48

/** All forms of RFC 4291, without a zone and without brackets. */
export function parseIpv6(text: string): Address | undefined {
  if (text.length < 2 || text.length > 45 || !text.includes(':')) return undefined
  const halves = text.split('::')
  if (halves.length > 2) return undefined
  const left = groupsOf(halves[0] ?? '', halves.length === 1)
  const right = halves.length === 2 ? groupsOf(halves[1] ?? '', true) : []
  if (!left || !right) return undefined
  const missing = 8 - left.length - right.length
  if (halves.length === 1 ? missing !== 0 : missing < 1) return undefined
  const groups = [...left, ...Array<number>(missing).fill(0), ...right]
  return {
    version: 6,
    value: groups.reduce((sum, group) => (sum << 16n) | BigInt(group), 0n),
  }
}

/** The numbers between colons; the last two may be written as an IPv4 address. */
function groupsOf(text: string, mayEndInIpv4: boolean): number[] | undefined {
  if (text === '') return []
  const parts = text.split(':')
  const groups: number[] = []
  for (const [at, part] of parts.entries()) {
    if (/^[0-9a-fA-F]{1,4}$/.test(part)) groups.push(Number.parseInt(part, 16))
    else {
      const inner = mayEndInIpv4 && at === parts.length - 1 ? parseIpv4(part) : undefined
      if (!inner) return undefined
      groups.push(Number(inner.value >> 16n), Number(inner.value & 0xffffn))
    }
  }
  return groups
}

export const parseAddress = (text: string): Address | undefined =>
  text.includes(':') ? parseIpv6(text) : parseIpv4(text)

/** `192.0.2.0/24`; the address before the slash may be any of the network. */
export function parseNetwork(text: string): Network | undefined {
  const slash = text.indexOf('/')
  if (slash < 0 || !/^\d{1,3}$/.test(text.slice(slash + 1))) return undefined
  const address = parseAddress(text.slice(0, slash))
  const prefix = Number(text.slice(slash + 1))
  if (!address || prefix > bitsOf(address.version)) return undefined
  const rest = BigInt(bitsOf(address.version) - prefix)
  return { version: address.version, value: (address.value >> rest) << rest, prefix }
}

export const bitsOf = (version: 4 | 6) => (version === 4 ? 32 : 128)

export const networkContains = (network: Network, address: Address): boolean => {
  if (network.version !== address.version) return false
  const rest = BigInt(bitsOf(network.version) - network.prefix)
  return network.value >> rest === address.value >> rest
}

/** The usual notation: dotted for IPv4, RFC 5952 for IPv6. */
export function formatAddress({ version, value }: Address): string {
  if (version === 4)
    return [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 255n)).join('.')
  const groups = groupsOfValue(value)
  const { start, length } = longestZeros(groups)
  const hex = (part: number[]) => part.map((group) => group.toString(16)).join(':')
  if (length < 2) return hex(groups)
  return `${hex(groups.slice(0, start))}::${hex(groups.slice(start + length))}`
}

export const formatNetwork = (network: Network): string =>
  `${formatAddress(network)}/${network.prefix}`

/** The eight 16-bit groups of an IPv6 address. */
export const groupsOfValue = (value: bigint): number[] =>
  Array.from({ length: 8 }, (_, at) => Number((value >> BigInt(112 - at * 16)) & 0xffffn))

function longestZeros(groups: readonly number[]): { start: number; length: number } {
  let best = { start: 0, length: 0 }
  let start = -1
  for (const [at, group] of groups.entries()) {
    if (group !== 0) start = -1
    else if (start < 0) start = at
    if (start >= 0 && at - start + 1 > best.length) best = { start, length: at - start + 1 }
  }
  return best
}
