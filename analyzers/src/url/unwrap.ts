import { isHostName } from '@assay/contract/detect'
import { readUrlDefense3 } from './url-defense.ts'

export interface Wrapped {
  readonly service: string
  readonly target: string
  /** The link names the domain and keeps the rest to itself. */
  readonly isDomainOnly?: true
}

interface Wrapper {
  readonly service: string
  /** Host, or a suffix when it starts with a dot. */
  readonly hosts: readonly string[]
  read(url: URL): string | null | undefined
  readonly isDomainOnly?: true
}

const parameter =
  (...names: string[]) =>
  ({ searchParams }: URL) =>
    names.map((name) => searchParams.get(name)).find((value) => value !== null)

/** Any country suffix: www.google.de, google.co.uk. */
const isGoogle = (host: string) => /^(?:www\.)?google\.[a-z]{2,3}(?:\.[a-z]{2})?$/.test(host)

const wrappers: readonly Wrapper[] = [
  {
    service: 'Microsoft Safe Links',
    hosts: ['.safelinks.protection.outlook.com', '.safelinks.protection.office365.us'],
    read: parameter('url'),
  },
  {
    service: 'Proofpoint URL Defense',
    hosts: ['urldefense.proofpoint.com', 'urldefense.com', 'urldefense.us'],
    read: (url) =>
      url.pathname.startsWith('/v3/')
        ? readUrlDefense3(url.href)
        : readUrlDefense2(url.searchParams.get('u'), url.pathname.startsWith('/v2/')),
  },
  { service: 'Barracuda', hosts: ['linkprotect.cudasvc.com'], read: parameter('a') },
  { service: 'Trend Micro', hosts: ['.trendmicro.com'], read: parameter('url') },
  { service: 'Sophos', hosts: ['.protection.sophos.com'], read: sophos },
  { service: 'Cisco', hosts: ['secure-web.cisco.com'], read: tailOfPath },
  {
    service: 'Mimecast',
    hosts: ['.mimecast.com', '.mimecastprotect.com'],
    read: onPath('/s/', domainParameter),
    isDomainOnly: true,
  },
  { service: 'Google Translate', hosts: ['.translate.goog'], read: translated },
  { service: 'Google Translate', hosts: ['translate.google.com'], read: parameter('u') },
  {
    service: 'Facebook',
    hosts: ['l.facebook.com', 'lm.facebook.com', 'l.instagram.com'],
    read: parameter('u'),
  },
  {
    service: 'LinkedIn',
    hosts: ['www.linkedin.com', 'linkedin.com'],
    read: onPath('/redir', parameter('url')),
  },
  {
    service: 'YouTube',
    hosts: ['www.youtube.com', 'youtube.com'],
    read: onPath('/redirect', parameter('q')),
  },
  { service: 'Slack', hosts: ['slack-redir.net'], read: parameter('url') },
  {
    service: 'Steam',
    hosts: ['steamcommunity.com'],
    read: onPath('/linkfilter', parameter('u', 'url')),
  },
  { service: 'VK', hosts: ['vk.com', 'away.vk.com'], read: onPath('/away', parameter('to')) },
  { service: 'DuckDuckGo', hosts: ['duckduckgo.com'], read: onPath('/l/', parameter('uddg')) },
  { service: 'Tumblr', hosts: ['t.umblr.com', 'href.li'], read: parameter('z') },
  { service: 'Bing', hosts: ['www.bing.com', 'bing.com'], read: onPath('/ck/', bing) },
  { service: 'AMP cache', hosts: ['.cdn.ampproject.org'], read: ampCache },
  { service: 'Mailchimp', hosts: ['mandrillapp.com'], read: mandrill },
]

/** The URL inside one of a known service; undefined for other or unreadable ones. */
export function unwrap(url: URL): Wrapped | undefined {
  const host = url.hostname
  if (isGoogle(host))
    return answer('Google', onPath('/url', parameter('q', 'url'))(url) ?? googleAmp(url))
  const wrapper = wrappers.find(({ hosts }) =>
    // guard (open = hosts.some((known) => host.endsWith(known))): unwrap.test.ts
    hosts.some((known) => (known.startsWith('.') ? host.endsWith(known) : host === known)),
  )
  const found = wrapper && answer(wrapper.service, wrapper.read(url))
  return found && wrapper?.isDomainOnly ? { ...found, isDomainOnly: true } : found
}

/** Addresses in parameters of other services: click trackers, open redirects. */
export function embeddedTargets(url: URL): string[] {
  const values = [...url.searchParams.values()].slice(0, maxParameters)
  const found = values.flatMap((value) => absolute(value) ?? absolute(decodeBase64(value)) ?? [])
  const inPath = /\/(https?:\/\/?[^/].*)$/is.exec(decoded(url.pathname))?.[1]
  const repaired = inPath?.replace(/^(https?:)\/(?!\/)/i, '$1//')
  return [...new Set([...found, ...(absolute(repaired) ? [`${repaired}${url.search}`] : [])])]
}

const maxParameters = 100

function answer(service: string, target: string | null | undefined): Wrapped | undefined {
  const found = absolute(target)
  return found === undefined ? undefined : { service, target: found }
}

function absolute(text: string | null | undefined): string | undefined {
  // guard: unwrap.test.ts
  if (!text || !/^https?:\/\/[^\s]/i.test(text) || !URL.canParse(text)) return undefined
  return text
}

function onPath(start: string, read: Wrapper['read']): Wrapper['read'] {
  return (url) => (url.pathname.startsWith(start) ? read(url) : undefined)
}

/** v2 writes `%` as `-` and `/` as `_`; v1 is plain. */
function readUrlDefense2(value: string | null, isV2: boolean): string | undefined {
  if (value === null) return undefined
  return isV2 ? decoded(value.replaceAll('-', '%').replaceAll('_', '/')) : value
}

function sophos({ searchParams }: URL): string | undefined {
  return decodeBase64(searchParams.get('u') ?? '')
}

/** `…/1a2b3c…/https%3A%2F%2Fevil.example`. */
function tailOfPath({ pathname }: URL): string | undefined {
  return decoded(/https?%3A%2F%2F.*$/i.exec(pathname)?.[0] ?? '')
}

/** The address itself is known to their servers only. */
function domainParameter({ searchParams }: URL): string | undefined {
  const domain = searchParams.get('domain') ?? ''
  return isHostName(domain) ? `http://${domain}/` : undefined
}

/** `evil--site-se.translate.goog` is evil-site.se; what it added are the parameters `_x_tr_…`. */
function translated(url: URL): string | undefined {
  const label = url.hostname.slice(0, -'.translate.goog'.length)
  const host = label.replace(/--?/g, (found) => (found === '-' ? '.' : '-'))
  if (!isHostName(host)) return undefined
  const target = new URL(url)
  const scheme = url.searchParams.get('_x_tr_sch') === 'http' ? 'http' : 'https'
  for (const name of [...url.searchParams.keys()])
    if (name.startsWith('_x_tr_')) target.searchParams.delete(name)
  return `${scheme}://${host}${target.pathname}${target.search}${target.hash}`
}

/** `u=a1` and the address in base64. */
function bing({ searchParams }: URL): string | undefined {
  return decodeBase64((searchParams.get('u') ?? '').slice(2))
}

/** `/c/s/host/path`: the `s` means https. */
function ampCache({ pathname, search }: URL): string | undefined {
  const [, isSecure, rest] = /^\/(?:c|i|v|a)\/(s\/)?(.+)$/.exec(pathname) ?? []
  return rest && `http${isSecure ? 's' : ''}://${rest}${search}`
}

function googleAmp({ pathname, search }: URL): string | undefined {
  const [, isSecure, rest] = /^\/amp\/(s\/)?(.+)$/.exec(pathname) ?? []
  return rest && `http${isSecure ? 's' : ''}://${rest}${search}`
}

/** `p` holds JSON in base64, whose `p` holds JSON again. */
function mandrill({ searchParams }: URL): string | undefined {
  try {
    const outer = JSON.parse(decodeBase64(searchParams.get('p') ?? '') ?? '')
    const inner = JSON.parse(typeof outer.p === 'string' ? outer.p : '{}')
    return typeof inner.url === 'string' ? inner.url : undefined
  } catch {
    return undefined
  }
}

function decodeBase64(text: string): string | undefined {
  if (text.length < 8 || text.length > 16_384 || !/^[A-Za-z0-9+/_=-]+$/.test(text)) return undefined
  const bytes = Buffer.from(text, 'base64')
  const value = bytes.toString('utf8')
  return /^[\x20-\x7e]+$/.test(value) ? value : undefined
}

/** Broken escapes stay as they are. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
