import { type Address, groupsOfValue, type Network } from '@assay/contract/detect'

/** The name under which DNS keeps the name of an address. */
export function reverseName({ version, value }: Address): string {
  const labels = labelsOf(version, value)
  return `${labels.reverse().join('.')}.${version === 4 ? 'in-addr' : 'ip6'}.arpa`
}

/** The zone that holds a whole network; null where its prefix is not on a label. */
export function reverseZone({ version, value, prefix }: Network): string | null {
  const bitsPerLabel = version === 4 ? 8 : 4
  if (prefix === 0 || prefix % bitsPerLabel !== 0) return null
  const labels = labelsOf(version, value).slice(0, prefix / bitsPerLabel)
  return `${labels.reverse().join('.')}.${version === 4 ? 'in-addr' : 'ip6'}.arpa`
}

const labelsOf = (version: 4 | 6, value: bigint): string[] =>
  version === 4
    ? [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 255n))
    : groupsOfValue(value).flatMap((group) => [...group.toString(16).padStart(4, '0')])
