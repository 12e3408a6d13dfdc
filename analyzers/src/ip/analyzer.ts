import {
  type Address,
  bitsOf,
  formatAddress,
  formatNetwork,
  type Network,
  parseAddress,
  parseNetwork,
  type ReservedRange,
  refang,
  reservedRange,
  reservedRangeOfNetwork,
} from '@assay/contract/detect'
import type { Finding, Findings, Resource } from '../kit/index.ts'
import { artifact, defineAnalyzer, fail, finding, taxonomy } from '../kit/index.ts'
import { placesOf, type Sourced } from './databases.ts'
import { ipDescription } from './description.ts'
import { embeddedAddresses, hardwareAddress } from './embedded.ts'
import { reverseName, reverseZone } from './reverse-name.ts'

export const analyzer = defineAnalyzer({
  ...ipDescription,
  async run({ data }, { config }) {
    const text = refang(data).trim()
    const network = parseNetwork(text)
    if (network) return aboutNetwork(network, config.databases)
    const address = parseAddress(text)
    if (address) return aboutAddress(address, config.databases)
    return fail('Neither an IP address nor a network')
  },
})

async function aboutAddress(address: Address, databases: readonly Resource[]): Promise<Findings> {
  const text = formatAddress(address)
  const reserved = reservedRange(address)
  const embedded = embeddedAddresses(address)
  const { places, incomplete } = await placesOf(databases, text)
  return {
    taxonomies: [taxonomy('info', 'IP', 'Family', `IPv${address.version}`)],
    findings: [
      ...reservedFindings(text, reserved),
      ...embedded.map(({ kind, address: inner }) =>
        finding('ip.embedded', { value: text, kind, inner }),
      ),
      ...placeFindings(text, places),
    ],
    full: {
      address: text,
      version: address.version,
      integer: String(address.value),
      reverseName: reverseName(address),
      isGlobal: reserved?.isGlobal ?? true,
      reserved: reserved ?? null,
      embedded,
      hardwareAddress: hardwareAddress(address),
      places,
      ...(incomplete.length > 0 ? { incomplete } : {}),
    },
    artifacts: [
      ...embedded.map((inner) =>
        artifact('ip', inner.address, { kind: 'contains', message: inner.kind }),
      ),
      ...asnsOf(places).map((asn) =>
        artifact('autonomous-system', `AS${asn}`, { kind: 'network' }),
      ),
    ],
  }
}

async function aboutNetwork(network: Network, databases: readonly Resource[]): Promise<Findings> {
  const rest = BigInt(bitsOf(network.version) - network.prefix)
  const reserved = reservedRangeOfNetwork(network)
  const size = 1n << rest
  const { places, incomplete } = await placesOf(databases, formatAddress(network))
  return {
    taxonomies: [
      taxonomy('info', 'IP', 'Addresses', size <= 2n ** 32n ? Number(size) : `2^${rest}`),
    ],
    findings: [
      ...reservedFindings(formatNetwork(network), reserved),
      ...placeFindings(formatNetwork(network), places),
    ],
    full: {
      network: formatNetwork(network),
      version: network.version,
      first: formatAddress(network),
      last: formatAddress({ version: network.version, value: network.value + size - 1n }),
      addresses: String(size),
      reverseZone: reverseZone(network),
      reserved: reserved ?? null,
      /** Of the first address; a large network may have several owners. */
      places,
      ...(incomplete.length > 0 ? { incomplete } : {}),
    },
    artifacts: asnsOf(places).map((asn) =>
      artifact('autonomous-system', `AS${asn}`, { kind: 'network' }),
    ),
  }
}

const reservedFindings = (value: string, reserved: ReservedRange | undefined): Finding[] =>
  reserved
    ? [
        finding(reserved.isGlobal ? 'ip.special' : 'ip.reserved', {
          value,
          meaning: reserved.meaning,
        }),
      ]
    : []

function placeFindings(value: string, places: readonly Sourced[]): Finding[] {
  const placed = places.find(({ country, countryCode }) => country ?? countryCode)
  const country = placed?.country ?? placed?.countryCode
  const owned = places.find(({ asn, owner }) => asn ?? owner)
  const first = <K extends keyof Sourced>(key: K) => places.find((place) => place[key])?.[key]
  const [asn, name] = [first('asn'), first('owner')]
  const owner = [asn && `AS${asn}`, name].filter(Boolean).join(' ')
  return [
    ...(placed && country ? [finding('ip.country', { value, country, ...sourceOf(placed) })] : []),
    ...(owned && owner ? [finding('ip.owner', { value, owner, ...sourceOf(owned) })] : []),
  ]
}

const sourceOf = ({ database: source, built }: Sourced) => ({ source, built })

const asnsOf = (places: readonly Sourced[]) => [...new Set(places.flatMap(({ asn }) => asn ?? []))]
