import { canonicalHost, detect, type Network } from '@assay/contract'
import { readMail, readName, readRange } from './entries.ts'

/** What a responder is to act on, as it was written. */
export interface Target {
  readonly dataType: string
  readonly data: string
}

/** What a target is compared by; one that is none of these is not protected by anything. */
export type Meant =
  | { readonly kind: 'network'; readonly network: Network }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'mail'; readonly mail: string; readonly name: string }
  | { readonly kind: 'hash'; readonly hash: string }
  | { readonly kind: 'account' | 'host'; readonly text: string }

const accountTypes = /^(?:account|user|username|user[-_]?(?:account|name)|login)$/
const hostTypes = /^(?:host|hostname|host[-_]name|computer|device|machine)$/

/** The type that was given is a claim: an address is one also where it is called `other`. */
export function meantBy({ dataType, data }: Target): Meant | undefined {
  const type = dataType.toLowerCase()
  const text = data.trim()
  if (accountTypes.test(type)) return mailOf(text) ?? { kind: 'account', text: text.toLowerCase() }
  if (hostTypes.test(type)) return networkOf(text) ?? { kind: 'host', text: text.toLowerCase() }
  return (
    networkOf(text) ??
    (type === 'hash' ? { kind: 'hash', hash: text.toLowerCase() } : undefined) ??
    (/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? ofUrl(text) : undefined) ??
    mailOf(text) ??
    (type === 'domain' || type === 'fqdn' ? nameOf(text) : undefined) ??
    detected(text)
  )
}

/** As people and programs write it elsewhere: `hxxp://evil[.]example`, `192.0.2.1:443`. */
function detected(text: string): Meant | undefined {
  const { dataType, value } = detect(text)
  switch (dataType) {
    case 'ip':
    case 'network':
      return networkOf(value)
    case 'domain':
    case 'fqdn':
      return nameOf(value)
    case 'url':
      return ofUrl(value)
    case 'mail':
      return mailOf(value)
    case 'hash':
      return { kind: 'hash', hash: value.toLowerCase() }
    default:
      return nameOf(text)
  }
}

const networkOf = (text: string): Meant | undefined => {
  const network = readRange(text)
  return network && { kind: 'network', network }
}

const nameOf = (text: string): Meant | undefined => {
  const name = readName(text)
  return name === undefined ? undefined : { kind: 'name', name }
}

const mailOf = (text: string): Meant | undefined => {
  const mail = readMail(text)
  return mail === undefined
    ? undefined
    : { kind: 'mail', mail, name: mail.slice(mail.lastIndexOf('@') + 1) }
}

/** A URL counts by its host, with addresses in octal and hexadecimal written out. */
function ofUrl(text: string): Meant | undefined {
  const host = canonicalHost(URL.parse(text)?.hostname ?? '')
  return host === undefined ? undefined : (networkOf(host) ?? nameOf(host))
}

/** More than this many are counted, and not listed. */
const maxListed = 10_000

/**
 * The observables in what a responder is run on: an observable of a case, those of an alert, or the one that was
 * submitted. A case or a task has none that would be sent along.
 */
export function targetsIn(dataType: string, data: string | undefined, hashes: readonly string[]) {
  const targets: Target[] = hashes.map((hash) => ({ dataType: 'hash', data: hash }))
  if (data === undefined) return targets
  const value: unknown = JSON.parse(data)
  if (typeof value === 'string') return [...targets, { dataType, data: value }]
  if (Array.isArray(value)) {
    for (const one of value.slice(0, maxListed))
      targets.push(...(typeof one === 'string' ? [{ dataType, data: one }] : ofObject(one)))
    return targets
  }
  return [...targets, ...ofObject(value)]
}

type Values = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function ofObject(value: unknown): Target[] {
  if (!isObject(value)) return []
  const { dataType, data, attachment, artifacts } = value
  const type = typeof dataType === 'string' ? dataType : 'other'
  const own = [data]
    .flat()
    .filter((one): one is string => typeof one === 'string' && typeof dataType === 'string')
  const { hashes } = isObject(attachment) ? attachment : { hashes: [] }
  const files = Array.isArray(hashes) ? hashes.filter((one) => typeof one === 'string') : []
  const inner = Array.isArray(artifacts) ? artifacts.slice(0, maxListed).flatMap(ofObject) : []
  return [
    ...own.map((text) => ({ dataType: type, data: text })),
    ...files.map((hash) => ({ dataType: 'hash', data: String(hash) })),
    ...inner,
  ]
}
