import { createHash } from 'node:crypto'
import {
  type Address,
  bitsOf,
  isHostName,
  parseAddress,
  parseNetwork,
  refang,
} from '@assay/contract/detect'
import { type Entry, type RawEntry, shortDetails, shortValue } from './entry.ts'

/** Longer ones, mostly addresses of pages, are known by their hash. */
const maxKey = 160

const keyOf = (kind: string, text: string) =>
  text.length <= maxKey
    ? `${kind}:${text}`
    : `${kind}#${createHash('sha256').update(text).digest('hex')}`

/** A wider one is a mistake, or an attempt to flag every observable. */
const widest = { 4: 8, 6: 19 } as const
const hashForm =
  /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{56}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})$/

const addressKey = ({ version, value }: Address) => keyOf('ip', `${version}.${value.toString(36)}`)

const networkKey = ({ version, value }: Address, prefix: number) =>
  keyOf('net', `${version}.${prefix}.${(value >> BigInt(bitsOf(version) - prefix)).toString(36)}`)

/** The scheme is left out: what is bad by http is bad by https. */
const urlKey = (url: URL) => {
  const rest = `${url.pathname}${url.search}`
  return keyOf('url', `${url.host}${rest === '/' ? '' : rest.replace(/\/$/, '')}`)
}

const plainHost = (host: string) =>
  host
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^\[|\]$/g, '')

const maxText = 8_192

/** The lookup keys of one value of a feed; none for what is not an observable. */
export function entriesOf(raw: RawEntry): Entry[] {
  const { value: given, ...rest } = raw
  if (given.length > 2 * maxText) return []
  const text = refang(given.trim()).trim()
  const details = shortDetails(rest)
  const entry = (kind: Entry['kind'], key: string, value = text): Entry => ({
    key,
    kind,
    value: shortValue(value),
    details,
  })
  if (text === '' || text.length > maxText || /\s/.test(text)) return []
  const hash = text.toLowerCase()
  if (hashForm.test(hash)) return [entry('hash', keyOf('hash', hash), hash)]
  if (/^https?:\/\//i.test(text)) return urlEntries(text, entry)
  const network = text.includes('/') ? parseNetwork(text) : undefined
  if (network) {
    if (network.prefix === bitsOf(network.version)) return [entry('ip', addressKey(network))]
    if (network.prefix < widest[network.version]) return []
    return [entry('network', networkKey(network, network.prefix))]
  }
  const address = parseAddress(text) ?? parseAddress(withoutPort(text))
  if (address) return [entry('ip', addressKey(address))]
  const at = text.lastIndexOf('@')
  if (at > 0 && isName(text.slice(at + 1))) return [entry('mail', keyOf('mail', hash), hash)]
  // `||bad.example^` and `*.bad.example` are the same as `bad.example`.
  const name = plainHost(
    hash
      .replace(/^\|\|/, '')
      .replace(/\^.{0,40}$/, '')
      .replace(/^\*?\./, ''),
  )
  const host = /^[^/:]+:\d{1,5}$/.test(name) ? withoutPort(name) : name
  if (isName(host)) return [entry('domain', keyOf('name', host), host)]
  // `bad.example/path` without a scheme.
  return /^[^/]+\.[^/]+\/./.test(text) ? urlEntries(`http://${text}`, entry) : []
}

type Make = (kind: Entry['kind'], key: string, value?: string) => Entry

function urlEntries(text: string, entry: Make): Entry[] {
  const url = URL.parse(text)
  if (!url || url.hostname === '') return []
  const host = plainHost(url.hostname)
  // An address that is nothing but a host lists the host.
  if (url.pathname === '/' && url.search === '' && isName(host))
    return [entry('url', urlKey(url), text), entry('domain', keyOf('name', host), host)]
  return [entry('url', urlKey(url), text), entry('host', keyOf('host', hostText(host)), text)]
}

const withoutPort = (text: string) => text.replace(/^\[([^\]]+)\]:\d{1,5}$|:\d{1,5}$/, '$1')

const hostText = (host: string) => {
  const address = parseAddress(host)
  return address ? addressKey(address) : host
}

/** At least two labels: a bare `org` covers too much to be meant. */
const isName = (text: string) => text.includes('.') && isHostName(text) && !parseAddress(text)

/** An observable that is looked for. */
export interface Sought {
  readonly dataType: string
  readonly data?: string
  /** Of a file, in hexadecimal. */
  readonly hashes?: readonly string[]
}

/** `4/24`: lengths of the networks in a feed, so no other is looked up. */
export type PrefixName = `${4 | 6}/${number}`

export const prefixOf = ({ kind, value }: Entry): PrefixName | undefined => {
  const network = kind === 'network' ? parseNetwork(value) : undefined
  return network && `${network.version}/${network.prefix}`
}

/** Everything that a feed may list an observable by, the closest first. */
export function soughtKeys(sought: Sought, prefixes: readonly string[]): string[] {
  const { dataType, hashes = [] } = sought
  if (dataType === 'file') return hashes.map((hash) => keyOf('hash', hash.toLowerCase()))
  const text = refang((sought.data ?? '').trim()).trim()
  switch (dataType) {
    case 'hash':
      return [keyOf('hash', text.toLowerCase())]
    case 'mail':
      return [
        keyOf('mail', text.toLowerCase()),
        ...nameKeys(plainHost(text.slice(text.lastIndexOf('@') + 1))),
      ]
    case 'url': {
      const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`)
      if (!url || url.hostname === '') return []
      return [urlKey(url), ...hostKeys(plainHost(url.hostname), prefixes)]
    }
    case 'ip':
    case 'domain':
    case 'fqdn':
    case 'hostname': {
      const host = plainHost(text)
      return [...hostKeys(host, prefixes), keyOf('host', hostText(host))]
    }
    default:
      return []
  }
}

function hostKeys(host: string, prefixes: readonly string[]): string[] {
  const address = parseAddress(host)
  if (!address) return nameKeys(host)
  const networks = prefixes.flatMap((name) => {
    const [version, prefix] = name.split('/').map(Number)
    return version === address.version ? networkKey(address, prefix ?? 0) : []
  })
  return [addressKey(address), ...networks]
}

/** No name has more labels. */
const maxLabels = 127

function nameKeys(host: string): string[] {
  const labels = host.split('.').slice(-maxLabels)
  return labels.slice(0, -1).map((_, index) => keyOf('name', labels.slice(index).join('.')))
}
