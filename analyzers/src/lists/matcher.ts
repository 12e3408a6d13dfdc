import { type Address, bitsOf, parseAddress, parseNetwork } from '@assay/contract/detect'

/** What an observable can be found as: itself, the host in it, the names above the host. */
export interface Wanted {
  readonly texts: readonly string[]
  readonly hosts: readonly string[]
  readonly address: Address | undefined
}

/** The entries of one list, ready to be asked. */
export interface Matcher {
  readonly size: number
  find(wanted: Wanted): string | undefined
}

export interface Entry {
  readonly value: string
  /** Behind the value in its line; shown with a hit. */
  readonly note: string
}

/**
 * A name also covers everything below it, a network everything in it. Looking up costs one step for
 * each name above the host and for each prefix length in the list, however long the list is.
 */
export function makeMatcher(entries: Iterable<Entry>): Matcher {
  const exact = new Map<string, string>()
  const networks = new Map<string, string>()
  const prefixes = new Set<string>()
  for (const { value, note } of entries) {
    const network = value.includes('/') ? parseNetwork(value) : undefined
    if (network) {
      prefixes.add(`${network.version} ${network.prefix}`)
      networks.set(keyOf(network, network.prefix), note || value)
    } else exact.set(textKey(value), note || value)
  }
  const known = [...prefixes].map((text) => text.split(' ').map(Number) as [4 | 6, number])
  return {
    size: exact.size + networks.size,
    find({ texts, hosts, address }) {
      for (const text of [...texts, ...hosts]) {
        const found = exact.get(textKey(text))
        if (found !== undefined) return found
      }
      if (!address) return undefined
      for (const [version, prefix] of known) {
        if (version !== address.version) continue
        const found = networks.get(keyOf(address, prefix))
        if (found !== undefined) return found
      }
      return undefined
    },
  }
}

/** `*.example.org`, `.example.org` and `example.org` are the same entry; addresses have one spelling. */
function textKey(text: string): string {
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/^\*?\./, '')
  const address = /^[0-9a-f.:[\]]+$/.test(plain) ? parseAddress(plain) : undefined
  return address ? keyOf(address, bitsOf(address.version)) : plain
}

const keyOf = ({ version, value }: Address, prefix: number) => {
  const shift = BigInt(bitsOf(version) - prefix)
  return `${version} ${prefix} ${(value >> shift).toString(36)}`
}
