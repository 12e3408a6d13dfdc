import {
  type Address,
  formatAddress,
  groupsOfValue,
  mappedIpv4,
  type Network,
  networkContains,
  parseNetwork,
} from '@assay/contract/detect'

export interface Embedded {
  readonly kind: string
  readonly address: string
}

const network = (text: string) => parseNetwork(text) as Network
const teredo = network('2001::/32')
const sixToFour = network('2002::/16')
const nat64 = network('64:ff9b::/96')

const ipv4 = (value: bigint) => formatAddress({ version: 4, value: value & 0xffffffffn })

/** IPv4 addresses embedded in an IPv6 address: lists contain those. */
export function embeddedAddresses(address: Address): Embedded[] {
  const { version, value } = address
  if (version === 4) return []
  const mapped = mappedIpv4(address)
  if (mapped) return [{ kind: 'IPv4 written as IPv6', address: formatAddress(mapped) }]
  if (networkContains(nat64, address)) return [{ kind: 'NAT64 target', address: ipv4(value) }]
  if (networkContains(sixToFour, address))
    return [{ kind: '6to4 gateway', address: ipv4(value >> 80n) }]
  // RFC 4380: the client's address is there with all bits inverted.
  if (networkContains(teredo, address))
    return [
      { kind: 'Teredo server', address: ipv4(value >> 64n) },
      { kind: 'Teredo client', address: ipv4(value ^ 0xffffffffn) },
    ]
  return []
}

/** The hardware address that old self-configuration put into the last 64 bits. */
export function hardwareAddress({ version, value }: Address): string | null {
  if (version === 4) return null
  const [a = 0, b = 0, c = 0, d = 0] = groupsOfValue(value).slice(4)
  if ((b & 0xff) !== 0xff || c >> 8 !== 0xfe) return null
  const bytes = [(a >> 8) ^ 2, a & 255, b >> 8, c & 255, d >> 8, d & 255]
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(':')
}
