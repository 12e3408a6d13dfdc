import { canonicalHost, detect, type Network, refang } from '@assay/contract'
import { readMail, readName } from './entries.ts'
import { networksIn } from './networks.ts'

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
/** Of these a number alone is an address, of others it is a number. */
const addressTypes = /ip|net|cidr|addr|domain|fqdn|url|uri|^host|computer|device|machine/

/** Longer texts are no observables, and would not be read whole. */
export const maxTargetText = 16_384
const maxParts = 1_000
/** No type of an observable: a word of a longer text. */
const part = ' '

/**
 * All that a target can be read as. The type that was given is a claim: an address is one also where it is called
 * `other` or `user`, and one of several in a list is one, too.
 */
export function meaningsOf({ dataType, data }: Target): Meant[] {
  const type = dataType.toLowerCase()
  const text = data.trim().slice(0, maxTargetText)
  const whole = refang(text)
  const own = accountTypes.test(type)
    ? [accountOf(whole), ...read(whole, type, false)]
    : hostTypes.test(type)
      ? [hostOf(whole), ...read(whole, type, false)]
      : read(whole, type, true)
  const parts = whole.split(/[\s,;|<>"'`()]+/, maxParts).filter((word) => word !== '')
  return parts.length < 2 ? own : [...own, ...parts.flatMap((word) => read(word, part, false))]
}

const accountOf = (text: string): Meant =>
  mailOf(text) ?? { kind: 'account', text: text.toLowerCase() }

const hostOf = (text: string): Meant => ({ kind: 'host', text: text.toLowerCase() })

/** A word may be a name only where it is all there is. */
function read(text: string, type: string, isWord: boolean): Meant[] {
  const mail = mailOf(text)
  const names = mail ? [] : [text, ...hostsIn(text)]
  return [
    ...names.flatMap((host) => networks(host, type)),
    ...(mail ? [mail] : []),
    ...names.flatMap((host) => nameOf(host, isWord || host !== text) ?? []),
    ...(hashOf(text, type) ?? []),
    ...(isWord ? (detected(text) ?? []) : []),
  ]
}

const networks = (text: string, type: string): Meant[] => {
  const reading = type === part ? 'part' : addressTypes.test(type) ? 'address' : 'whole'
  return networksIn(text, reading).map((network) => ({ kind: 'network', network }))
}

function hashOf(text: string, type: string): Meant[] | undefined {
  const bare = text.replace(/^(?:md5|sha-?\d{1,3})[:=]/i, '').toLowerCase()
  return type === 'hash' || /^[0-9a-f]{32,128}$/.test(bare)
    ? [{ kind: 'hash', hash: bare }]
    : undefined
}

/** In spellings of people and programs that are known elsewhere, such as addresses of mail with a scheme. */
function detected(text: string): Meant[] | undefined {
  const { dataType, value } = detect(text)
  if (dataType === 'mail') return [mailOf(value) ?? []].flat()
  return dataType === 'domain' || dataType === 'fqdn'
    ? [nameOf(value, false) ?? []].flat()
    : undefined
}

function nameOf(text: string, mayBeWord: boolean): Meant | undefined {
  const name = readName(text.replace(/^\*?\./, ''))
  if (name === undefined || !(mayBeWord || name.includes('.'))) return undefined
  return { kind: 'name', name }
}

/** With or without `mailto:` and quotes; a URL with a user is none. */
function mailOf(text: string): (Meant & { readonly kind: 'mail' }) | undefined {
  const bare = text.replace(/^mailto:/i, '').replace(/\?.*$/s, '')
  if (/^[^@]*[/\\:]/.test(bare)) return undefined
  const mail = readMail(bare.replace(/^"([^"\s]*)"@/, '$1@'))
  return mail === undefined
    ? undefined
    : { kind: 'mail', mail, name: mail.slice(mail.lastIndexOf('@') + 1) }
}

/**
 * The host of a URL, in the ways that programs read it: by the standard, which takes `http:8.8.8.8` as well, and by
 * its form alone where the standard refuses the rest of it. Without a scheme only what has a dot or is an address.
 */
function hostsIn(text: string): string[] {
  if (!/[/\\:?#@]/.test(text)) return []
  const hasScheme = /^(?:[a-z][a-z0-9+.-]+:[/\\]|[/\\]{2})/i.test(text)
  const bare = text.replace(/^(?:[a-z][a-z0-9+.-]*:)?[/\\]+/i, '')
  const [authority = ''] = /^[^/\\?#]*/.exec(bare) ?? []
  if (!hasScheme && !/[.:@。．｡]/.test(authority)) return []
  const last = authority.slice(authority.lastIndexOf('@') + 1)
  const hosts = [
    URL.parse(text)?.hostname,
    URL.parse(`http://${bare}`)?.hostname,
    last.replace(/:\d*$/, ''),
  ]
  const found = hosts.flatMap((host) => canonicalHost(host ?? '') ?? [])
  return [...new Set(found)].filter((host) => hasScheme || /[.:]/.test(host))
}

/** More than this many are counted, and not listed. */
const maxListed = 10_000

/**
 * The observables in what a responder is run on: an observable of a case, those of an alert, or what was submitted,
 * wherever in it they are. A case or a task has none that would be sent along.
 */
// guards: match.test.ts
export function targetsIn(dataType: string, data: string | undefined, hashes: readonly string[]) {
  const targets: Target[] = hashes.map((hash) => ({ dataType: 'hash', data: hash }))
  if (data === undefined) return targets
  const value: unknown = JSON.parse(data)
  const isEntity = dataType.includes(':')
  if (typeof value === 'string') {
    // JSON in a text: a form sends it so, and a responder may read it.
    const inner = objectIn(value)
    targets.push({ dataType, data: value })
    if (inner !== undefined) targets.push(...observablesIn(inner, dataType, isEntity))
    return targets.slice(0, maxListed)
  }
  return [...targets, ...observablesIn(value, dataType, isEntity)].slice(0, maxListed)
}

type Values = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function objectIn(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What is still to be read; a list of them and no recursion, since callers choose how deep it is. */
interface Open {
  readonly value: unknown
  /** Of the observable that it is part of. */
  readonly type: string
  /** A text here is an observable, and not an attribute of one. */
  readonly isData: boolean
}

function observablesIn(whole: unknown, dataType: string, isEntity: boolean): Target[] {
  const targets: Target[] = []
  const open: Open[] = [{ value: whole, type: dataType, isData: !isEntity }]
  while (open.length > 0 && targets.length < maxListed) {
    const { value, type, isData } = open.pop() as Open
    if (typeof value === 'string') {
      if (isData) targets.push({ dataType: type, data: value })
    } else if (Array.isArray(value)) {
      for (let at = value.length - 1; at >= 0; at -= 1)
        open.push({ value: value[at], type, isData })
    } else if (isObject(value)) open.push(...partsOf(value, type, isData).reverse())
  }
  return targets
}

function partsOf(value: Values, type: string, isData: boolean): Open[] {
  const { dataType, attachment } = value
  const isObservable = typeof dataType === 'string' || Object.hasOwn(value, 'data')
  const own = typeof dataType === 'string' ? dataType : isData ? type : 'other'
  const { hashes } = isObject(attachment) ? attachment : { hashes: [] }
  return Object.entries(value).flatMap(([name, inner]): Open[] => {
    if (name === 'data') return [{ value: inner, type: own, isData: true }]
    if (name === 'attachment') return [{ value: hashes, type: 'hash', isData: true }]
    // `{"ip": "192.0.2.1"}` of no known form: each of its texts may be what is meant.
    if (isData && !isObservable) return [{ value: inner, type: own, isData: true }]
    return typeof inner === 'object' ? [{ value: inner, type: 'other', isData: false }] : []
  })
}
