import { formatAddress, formatNetwork, parseAddress, parseIpv4, parseNetwork } from './addresses.ts'
import { hasFileExtension, hasKnownTopLevel, isHostName } from './host-names.ts'
import { type Kind, kindNames, readKind } from './kinds.ts'
import { refang } from './refang.ts'

export interface Detected {
  readonly dataType: string
  /** Refanged and in its usual spelling: hash, host and scheme in lower case. */
  readonly value: string
  /** Types that it could be as well, to be offered. */
  readonly alternatives: readonly string[]
  /** What the reader should know: a port that was dropped, a missing scheme. */
  readonly notes: readonly string[]
  /** Of `other`: what it is all the same, such as `bitcoin`. */
  readonly kind?: Kind
}

const found = (
  dataType: string,
  value: string,
  alternatives: readonly string[] = [],
  notes: readonly string[] = [],
): Detected => ({ dataType, value, alternatives, notes })

/** More than any address bar takes; longer texts are `other` without a look. */
const maxLength = 16_384

type Rule = (text: string) => Detected | undefined

const hashLengths = new Set([32, 40, 56, 64, 96, 128])

const cve: Rule = (text) =>
  /^CVE-\d{4}-\d{4,19}$/i.test(text) ? found('cve', text.toUpperCase()) : undefined

const hash: Rule = (text) =>
  hashLengths.has(text.length) && /^[0-9a-f]+$/i.test(text)
    ? found('hash', text.toLowerCase())
    : undefined

/** `10.0.0.1`, `[2001:db8::1]`, `fe80::1%eth0`. */
const ip: Rule = (text) => {
  const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text
  const [name = '', zone] = bare.split('%', 2)
  const address = parseAddress(name)
  if (!address || (zone !== undefined && address.version === 4)) return undefined
  return found('ip', formatAddress(address), [], zone ? [`zone ${zone} removed`] : [])
}

const ipWithPort: Rule = (text) => {
  const [, inner, outer, port] = /^(?:\[([^\]]{2,45})\]|([\d.]{7,15})):(\d{1,5})$/.exec(text) ?? []
  const address = inner === undefined ? parseIpv4(outer ?? '') : parseAddress(inner)
  return address && Number(port) <= 65_535
    ? found('ip', formatAddress(address), [], [`port ${Number(port)} removed`])
    : undefined
}

const network: Rule = (text) => {
  const range = parseNetwork(text)
  return range && found('network', formatNetwork(range))
}

/** Also asked alone, by the search in running text: half of the work there is done for addresses. */
export const detectUrl: Rule = (text) => {
  const [, scheme] = /^([a-z][a-z0-9+.-]{1,30}):\/\/[^\s]/i.exec(text) ?? []
  if (scheme === undefined || !URL.canParse(text)) return undefined
  return found('url', scheme.toLowerCase() + text.slice(scheme.length))
}

/** Without slashes after the scheme; only those that a browser runs or shows as a page. */
const pageInAddress: Rule = (text) =>
  /^(?:data:(?:text\/html|application\/xhtml\+xml|image\/svg\+xml|text\/xml)[;,]|(?:java|vb)script:)\S/i.test(
    text,
  ) && URL.canParse(text)
    ? found('url', text)
    : undefined

const mail: Rule = (text) => {
  const bare = /^mailto:/i.test(text) ? (text.slice(7).split('?', 1)[0] ?? '') : text
  const at = bare.lastIndexOf('@')
  const host = hostOf(bare.slice(at + 1))
  const local = bare.slice(0, at)
  const isMail =
    at > 0 && host !== undefined && local.length <= 64 && /^[^\s"(),:;<>@[\\\]]+$/.test(local)
  return isMail ? found('mail', `${local}@${host}`) : undefined
}

/** PowerShell writes a colon after the root. */
const registry: Rule = (text) => {
  const [, root, rest] =
    /^(HKEY_(?:LOCAL_MACHINE|CURRENT_USER|CLASSES_ROOT|USERS|CURRENT_CONFIG)|HK(?:LM|CU|CR|CC|U)):?(\\.*|)$/is.exec(
      text,
    ) ?? []
  return root === undefined ? undefined : found('registry', `${root}${rest}`)
}

const kindOfOther: Rule = (text) => {
  const known = readKind(text)
  return known && { ...found('other', known.value, [], [kindNames[known.kind]]), kind: known.kind }
}

const autonomousSystem: Rule = (text) => {
  const [, number] = /^ASN? ?(\d{1,10})$/i.exec(text) ?? []
  return number !== undefined && Number(number) <= 4_294_967_295
    ? found('autonomous-system', `AS${Number(number)}`)
    : undefined
}

const userAgent: Rule = (text) =>
  /^(?:Mozilla|Opera)\/\d/.test(text) ? found('user-agent', text) : undefined

/** `invoice.zip` and `evil.zip` look alike: the file is likelier, the domain is offered. */
const hostOrFile: Rule = (text) => {
  const host = hostOf(text)
  if (host === undefined) return undefined
  const dataType = host.split('.').length > 2 ? 'fqdn' : 'domain'
  const other = dataType === 'fqdn' ? 'domain' : 'fqdn'
  if (hasFileExtension(host))
    return found('filename', text, hasKnownTopLevel(host) ? [dataType, other] : [dataType])
  return hasKnownTopLevel(host)
    ? found(dataType, host, [other])
    : found(dataType, host, [other, 'filename'], ['unknown TLD'])
}

/** `evil.example/login` and `evil.example:8443`: what the browser would take for an address. */
const hostWithRest: Rule = (text) => {
  const [, name = '', rest = ''] =
    /^([^\s/:?#@\\]{3,253})(:\d{1,5}(?=$|[/?#])|[/?#])/.exec(text) ?? []
  const host = hostOf(name) ?? (parseIpv4(name) ? name : undefined)
  if (host === undefined || !URL.canParse(`http://${text}`)) return undefined
  if (hasFileExtension(host) || !(hasKnownTopLevel(host) || parseIpv4(host))) return undefined
  if (rest.startsWith(':') && text.length === name.length + rest.length)
    return found(
      host.split('.').length > 2 ? 'fqdn' : 'domain',
      host,
      [],
      [`port ${rest.slice(1)} removed`],
    )
  return found('url', host + text.slice(name.length), [], ['no scheme'])
}

/** Dotted numbers are not file names: `999.1.1.1` is a mistyped address. */
const filename: Rule = (text) => {
  if (/[\r\n\t]/.test(text) || text.length > 255 || /^[\d.]+$/.test(text)) return undefined
  const name = text.slice(Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\')) + 1)
  return /[^.]\.[\p{L}\p{N}]{1,10}$/u.test(name) && (hasFileExtension(name) || !/[\s:]/.test(name))
    ? found('filename', text)
    : undefined
}

/** A trailing dot only says that the name is complete. */
function hostOf(text: string): string | undefined {
  const bare = text.endsWith('.') ? text.slice(0, -1) : text
  return isHostName(bare) ? bare.toLowerCase() : undefined
}

const rules: readonly Rule[] = [
  cve,
  hash,
  kindOfOther,
  ip,
  ipWithPort,
  network,
  detectUrl,
  pageInAddress,
  mail,
  registry,
  autonomousSystem,
  userAgent,
  hostOrFile,
  hostWithRest,
  filename,
]

/** The type of one value. Never fails: what nothing knows is `other`. */
export function detect(text: string): Detected {
  const value = refang(text).trim()
  if (value.length > maxLength) return found('other', value)
  for (const rule of rules) {
    const result = rule(value)
    if (result) return result
  }
  return found('other', value)
}
