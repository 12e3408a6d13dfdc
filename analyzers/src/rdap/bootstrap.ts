import { networkContains, parseAddress, parseNetwork } from '@assay/contract/detect'

/** What is queried, in the words of RFC 9082. */
export interface Question {
  readonly kind: 'domain' | 'ip' | 'autnum'
  readonly value: string
}

/** `dns.json` and its siblings, RFC 9224: pairs of keys and servers. */
export type Services = readonly (readonly [readonly string[], readonly string[]])[]

export const listFor = ({ kind, value }: Question) =>
  kind === 'domain'
    ? 'dns.json'
    : kind === 'autnum'
      ? 'asn.json'
      : value.includes(':')
        ? 'ipv6.json'
        : 'ipv4.json'

export function servicesOf(document: unknown): Services {
  const services = (document as { services?: unknown } | null)?.services
  const isTexts = (value: unknown): value is string[] =>
    Array.isArray(value) && value.every((entry) => typeof entry === 'string')
  if (!Array.isArray(services)) return []
  return services.filter(
    (entry): entry is [string[], string[]] =>
      Array.isArray(entry) && isTexts(entry[0]) && isTexts(entry[1]),
  )
}

/** The longest key that covers the question decides; an encrypted server is preferred. */
export function serverFor(services: Services, question: Question): string | undefined {
  let best: { weight: number; servers: readonly string[] } | undefined
  for (const [keys, servers] of services)
    for (const key of keys) {
      const weight = weightOf(key, question)
      if (weight !== undefined && (!best || weight > best.weight)) best = { weight, servers }
    }
  return best?.servers.find((url) => url.startsWith('https://')) ?? best?.servers[0]
}

/** How much of the question the key covers; undefined when it covers none of it. */
function weightOf(key: string, { kind, value }: Question): number | undefined {
  if (kind === 'domain') {
    const suffix = key.toLowerCase()
    return suffix === '' || `.${value}`.endsWith(`.${suffix}`) ? suffix.length : undefined
  }
  if (kind === 'autnum') {
    const [first = Number.NaN, last = first] = key.split('-').map(Number)
    const number = Number(value)
    return number >= first && number <= last ? 2 ** 32 - (last - first) : undefined
  }
  const [network, address] = [parseNetwork(key), parseAddress(value)]
  return network && address && networkContains(network, address) ? network.prefix : undefined
}
