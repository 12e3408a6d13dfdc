import { type Detected, detect, detectUrl } from './detect.ts'
import { hasFileExtension, hasKnownTopLevel } from './host-names.ts'
import { isMember, isNoHost, isNoMail, isVersion } from './not-observables.ts'
import { refang } from './refang.ts'
import { eachTelltaleToken } from './tokens.ts'

/**
 * What is picked out of running text. A word such as `report.pdf` is not an observable by itself.
 */
const extracted = new Set([
  'cve',
  'hash',
  'ip',
  'network',
  'url',
  'mail',
  'registry',
  'autonomous-system',
  'user-agent',
  'domain',
  'fqdn',
])

export interface Extracted extends Detected {
  /** Where it was seen first. */
  readonly position: number
  readonly count: number
}

/** Longer runs without a space are packed data; an address bar takes less. */
const maxToken = 8192
const maxWord = 512

/**
 * The different observables of a text in the order of their first appearance. One pass: each
 * character is looked at a bounded number of times, whatever the text is.
 */
export function extract(text: string, { max = 10_000 }: { max?: number } = {}): Extracted[] {
  const plain = refang(text)
  const all = new Map<string, { found: Detected; position: number; count: number }>()
  const add = (found: Detected, position: number) => {
    if (!extracted.has(found.dataType) && found.kind === undefined) return
    const key = `${found.dataType}\n${found.value}`
    const known = all.get(key)
    // What was a name once is one everywhere; the look around it is the dear part.
    if (known) known.count += 1
    else if (all.size < max && !isOfProgram(plain, position, found))
      all.set(key, { found, position, count: 1 })
  }
  for (const { 0: agent, index } of plain.matchAll(agents)) add(detect(agent.trimEnd()), index)
  for (const { 0: key, index } of plain.matchAll(registryKeys))
    add(detect(key.replace(/[.:!?)\]\\]{1,20}$/, '')), index)
  const pick = rememberingPick()
  eachTelltaleToken(plain, (token, start) => {
    if (token.length <= maxToken) observablesIn(token, start, add, pick)
    else
      for (const { 0: part, index: at } of token.matchAll(/[^,;()[\]=&]+/g))
        if (part.length <= maxToken) observablesIn(part, start + at, add, pick)
  })
  return [...all.values()]
    .sort((a, b) => a.position - b.position)
    .map(({ found, position, count }) => ({ ...found, position, count }))
}

/** What only the context shows: a version, or a property in source code. */
function isOfProgram(text: string, position: number, { dataType, value }: Detected): boolean {
  const isName = dataType === 'domain' || dataType === 'fqdn'
  if (!isName && (dataType !== 'ip' || !value.includes('.'))) return false
  const offset = text
    .slice(position, position + maxWord)
    .toLowerCase()
    .indexOf(value)
  if (offset < 0) return false
  return isName
    ? isMember(text, position + offset, value)
    : isVersion(text, position + offset, value)
}

/** Products and comments, each after one space, so it ends where a sentence continues. */
const agents =
  /(?<![\w/])Mozilla\/[45]\.0 \([^()\r\n]{1,400}\)(?: (?:[\w.+-]{1,40}\/[\w.+-]{1,60}|\([^()\r\n]{1,200}\)|like Gecko|Mobile)){0,20}/g
/** Parts of paths that contain spaces; any other space ends the key. */
const keysWithBlanks =
  'Windows NT|Internet Explorer|Internet Settings|Control Panel|Session Manager|Image File Execution Options|' +
  'Active Setup|Installed Components|User Shell Folders|Shell Folders|Browser Helper Objects|Windows Defender|' +
  'Windows Script Host|Terminal Server|Terminal Server Client|Security Center|App Paths|Windows Search|Visual Studio|' +
  'Group Policy|Group Policy Objects|Shell Extensions|Windows Mail|Outlook Express|Windows Messaging Subsystem|' +
  'Security Providers|Print Spooler|Windows File Protection|Real-Time Protection|Safe Boot|Trusted Locations'
const registryKeys = new RegExp(
  `(?<!\\w)HK(?:EY_[A-Z_]{5,14}|LM|CU|CR|CC|U):?(?=\\\\)(?:\\\\(?:${keysWithBlanks})(?![^\\\\\\s"'<>|,;.])|[^\\s"'<>|,;]){1,1000}`,
  'gi',
)

type Add = (found: Detected, position: number) => void
type Pick = (word: string) => Detected | undefined

const maxRemembered = 20_000

/** The same words come again and again in a text, and the rules are the dear part. */
function rememberingPick(): Pick {
  const known = new Map<string, Detected | undefined>()
  return (word) => {
    if (known.has(word)) return known.get(word)
    const found = pickedFrom(word)
    if (known.size < maxRemembered && word.length <= 64) known.set(word, found)
    return found
  }
}

function observablesIn(token: string, position: number, add: Add, pick: Pick): void {
  if (!token.includes('://')) {
    wordsIn(token, position, add, pick)
    return
  }
  // A list of URLs without spaces; a comma inside a URL does not end it.
  let from = 0
  for (const { index } of token.matchAll(/[,;](?=[a-z][a-z0-9+.-]{1,15}:\/\/)/gi)) {
    addressesIn(token.slice(from, index), position + from, add, pick)
    from = index + 1
  }
  addressesIn(token.slice(from), position + from, add, pick)
}

function addressesIn(token: string, position: number, add: Add, pick: Pick): void {
  const schemeEnd = token.indexOf('://')
  const start = schemeEnd < 0 ? -1 : schemeStart(token, schemeEnd)
  if (start < 0 || start === schemeEnd) {
    wordsIn(token, position, add, pick)
    return
  }
  if (start > 0) wordsIn(token.slice(0, start), position, add, pick)
  const found = detectUrl(withoutTail(token.slice(start)))
  if (found) add(found, position + start)
}

/** Letters before `://`; at most 16, so `xxxx…://` is not walked again and again. */
function schemeStart(token: string, end: number): number {
  let start = end
  while (start > 0 && end - start < 16 && /[a-z0-9+.-]/i.test(token[start - 1] ?? '')) start -= 1
  while (start < end && !/[a-z]/i.test(token[start] ?? '')) start += 1
  return start
}

/** The full stop of the sentence and the bracket around it do not belong to an address. */
function withoutTail(address: string): string {
  const hasOpening = address.includes('(')
  const hasBracket = address.includes('[')
  let end = address.length
  while (end > 0) {
    const last = address[end - 1] ?? ''
    const isTail =
      /[.,;:!?*_~]/.test(last) || (last === ')' && !hasOpening) || (last === ']' && !hasBracket)
    if (!isTail) break
    end -= 1
  }
  return address.slice(0, end)
}

function wordsIn(token: string, position: number, add: Add, pick: Pick): void {
  let start = -1
  for (let at = 0; at <= token.length; at += 1) {
    if (at < token.length && !betweenWords.has(token.charCodeAt(at))) {
      if (start < 0) start = at
    } else if (start >= 0) {
      wordAt(token.slice(start, at), position + start, add, pick)
      start = -1
    }
  }
}

const betweenWords = new Set([...',;()[]=&*!?#$'].map((sign) => sign.charCodeAt(0)))

function wordAt(raw: string, position: number, add: Add, pick: Pick): void {
  const word = trimmed(raw)
  if (word === '' || word.length > maxWord || !couldBeOne(word)) return
  // A base64 hash may end in a character that is trimmed otherwise.
  const whole = raw.length > 30 && raw !== word ? detect(raw) : undefined
  const found = whole?.kind ? whole : pick(word)
  if (found) add(found, position)
}

/** A cheap look that spares most words of a text the rules: times, numbers, names with digits. */
function couldBeOne(word: string): boolean {
  if (word.includes('.') || word.includes('@') || word.includes('::')) return true
  // A hash, alone or after its name; an IPv6 address of eight groups.
  if (word.length >= 32) return true
  if (word.length >= 15 && word.split(':').length === 8) return true
  return /^(?:CVE-|ASN?\d|T[01A]\d{3}|[13][1-9A-Za-z]{25}|(?:[a-z]{2,10}:)?[0-9a-f]{2}([:-])(?:[0-9a-f]{2}\1){4}[0-9a-f])/i.test(
    word,
  )
}

/** No other sign than a colon starts an observable (`::1`). */
function trimmed(word: string): string {
  let start = 0
  let end = word.length
  while (start < end && atTheEdge.has(word.charCodeAt(start))) start += 1
  while (end > start) {
    const last = word.charCodeAt(end - 1)
    if (last === colon ? word.endsWith('::', end) : !atTheEdge.has(last)) break
    end -= 1
  }
  return word.slice(start, end)
}

const colon = 0x3a
const atTheEdge = new Set([...'.-_/\\~%+'].map((sign) => sign.charCodeAt(0)))

/** Stricter than for a single value: a sentence contains `e.g.`, `12:30` and `v1.2`. */
function pickedFrom(word: string): Detected | undefined {
  const found = detect(word)
  if (found.kind !== undefined) return found
  switch (found.dataType) {
    case 'domain':
    case 'fqdn':
      return isWorthAName(found.value, word.replace(/:\d{1,5}$/, '')) ? found : undefined
    case 'mail':
      return isNoMail(found.value) ? undefined : found
    case 'autonomous-system':
      return notSystems.has(found.value) ? undefined : found
    case 'ip':
      // `::` and `ab::` are C++ and emphasis more often than addresses.
      return found.value.includes('.') ||
        word.replaceAll(/[^0-9a-f]/gi, '').length > 3 ||
        word === '::1'
        ? found
        : undefined
    case 'url':
    case 'other':
    case 'filename':
      return beforeRest(word)
    // Searched in the whole text, because they contain spaces.
    case 'user-agent':
    case 'registry':
      return undefined
    default:
      return found
  }
}

/** A computer of IBM, protocols and a standard for aircraft. */
const notSystems = new Set(['AS400', 'AS1', 'AS2', 'AS3', 'AS4', 'AS9100'])

/** The host of `evil.example/login` or `host:evil.example`; not a file in a path. */
function beforeRest(word: string): Detected | undefined {
  if (!/[/:\\]/.test(word)) return undefined
  let before = ''
  for (const { 0: part, index } of word.matchAll(/[^/:\\]+/g)) {
    // An address in a path (`/dev/tcp/…`) may be preceded by two words.
    if (index > 0 && word.slice(0, index).split(/[/:\\]+/).length > 3) break
    const found = part.length < 4 ? undefined : detect(part)
    const isHost = found?.dataType === 'domain' || found?.dataType === 'fqdn'
    const isInPath = index > 0 && word[index - 1] !== ':' && !/^(?:tcp|udp)$/i.test(before)
    // `main.rs:12:5` is a position in a source file.
    const isPlace = /^:\d{1,6}:\d{1,6}/.test(word.slice(index + part.length))
    if (found && isHost && !isInPath && !isPlace && isWorthAName(found.value, part)) return found
    if (found && !isHost && isSure(found)) return found
    before = part
  }
  return undefined
}

const isSure = ({ dataType, value }: Detected) =>
  ['ip', 'hash', 'cve'].includes(dataType) || (dataType === 'mail' && !isNoMail(value))

/** `end.The` of a missing space and `i.am` are not names; neither is `readme.md`. */
const isWorthAName = (host: string, written: string) =>
  host.length > 4 && hasKnownTopLevel(host) && !hasFileExtension(host) && !isNoHost(host, written)
