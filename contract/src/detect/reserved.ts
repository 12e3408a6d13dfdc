import {
  type Address,
  type Network,
  networkContains,
  parseAddress,
  parseNetwork,
} from './addresses.ts'

export interface ReservedRange {
  readonly range: string
  readonly meaning: string
  /** Whether packets to it travel over the Internet all the same. */
  readonly isGlobal: boolean
  readonly rfc: string
}

/** The special-purpose registries of IANA; the most specific range comes before what holds it. */
const table: readonly (readonly [range: string, meaning: string, rfc: string, isGlobal?: true])[] =
  [
    ['0.0.0.0/32', 'this host', '1122'],
    ['0.0.0.0/8', 'this network', '791'],
    ['10.0.0.0/8', 'private', '1918'],
    ['100.64.0.0/10', 'shared address space of a provider (CGN)', '6598'],
    ['127.0.0.0/8', 'loopback', '1122'],
    ['169.254.169.254/32', 'link-local, metadata service of cloud machines', '3927'],
    ['169.254.0.0/16', 'link-local', '3927'],
    ['172.16.0.0/12', 'private', '1918'],
    ['192.0.0.0/24', 'IETF protocol assignments', '6890'],
    ['192.0.2.0/24', 'documentation (TEST-NET-1)', '5737'],
    ['192.31.196.0/24', 'AS112 name servers', '7535', true],
    ['192.52.193.0/24', 'automatic multicast tunneling', '7450', true],
    ['192.88.99.0/24', 'former 6to4 relays', '7526'],
    ['192.168.0.0/16', 'private', '1918'],
    ['192.175.48.0/24', 'AS112 name servers', '7534', true],
    ['198.18.0.0/15', 'benchmarking', '2544'],
    ['198.51.100.0/24', 'documentation (TEST-NET-2)', '5737'],
    ['203.0.113.0/24', 'documentation (TEST-NET-3)', '5737'],
    ['224.0.0.0/4', 'multicast', '5771'],
    ['255.255.255.255/32', 'broadcast', '8190'],
    ['240.0.0.0/4', 'reserved for future use', '1112'],
    ['::/128', 'unspecified', '4291'],
    ['::1/128', 'loopback', '4291'],
    ['::/96', 'former IPv4-compatible', '4291'],
    ['::ffff:0:0/96', 'IPv4 written as IPv6', '4291'],
    ['::ffff:0:0:0/96', 'former IPv4-translated', '2765'],
    ['64:ff9b::/96', 'IPv4 behind a translator (NAT64)', '6052', true],
    ['64:ff9b:1::/48', 'IPv4 behind a local translator', '8215'],
    ['100::/64', 'discarded', '6666'],
    ['2001::/32', 'Teredo tunnel', '4380', true],
    ['2001:2::/48', 'benchmarking', '5180'],
    ['2001:10::/28', 'former ORCHID', '4843'],
    ['2001:20::/28', 'ORCHIDv2', '7343', true],
    ['2001::/23', 'IETF protocol assignments', '2928'],
    ['2001:db8::/32', 'documentation', '3849'],
    ['2002::/16', '6to4 tunnel', '3056', true],
    ['3fff::/20', 'documentation', '9637'],
    ['5f00::/16', 'segment routing', '9602'],
    ['fc00::/7', 'private (unique local)', '4193'],
    ['fe80::/10', 'link-local', '4291'],
    ['fec0::/10', 'former site-local', '3879'],
    ['ff00::/8', 'multicast', '4291'],
  ]

const ranges = table.map(([range, meaning, rfc, isGlobal = false]) => ({
  network: parseNetwork(range) as Network,
  reserved: { range, meaning, isGlobal, rfc: `RFC ${rfc}` } satisfies ReservedRange,
}))

/** What an address is reserved for; undefined for one that anyone may own. */
export function reservedRange(address: Address): ReservedRange | undefined {
  const inner = mappedIpv4(address)
  const found = inner && ranges.find(({ network }) => networkContains(network, inner))
  return (found ?? ranges.find(({ network }) => networkContains(network, address)))?.reserved
}

/** A network counts by its first address, and only if the range holds all of it. */
export function reservedRangeOfNetwork(network: Network): ReservedRange | undefined {
  return ranges.find(
    (entry) => entry.network.prefix <= network.prefix && networkContains(entry.network, network),
  )?.reserved
}

/** The address inside `::ffff:10.0.0.1`, which is the one that is meant. */
export const mappedIpv4 = ({ version, value }: Address): Address | undefined =>
  version === 6 && value >> 32n === 0xffffn ? { version: 4, value: value & 0xffffffffn } : undefined

/** Not owned by anyone on the Internet: private, loopback, link-local, documentation and so on. */
export function isReservedAddress(text: string): boolean {
  const address = parseAddress(text)
  if (!address) return false
  const inner = mappedIpv4(address)
  const found = reservedRange(inner ?? address)
  return found !== undefined && !found.isGlobal
}
