import { commonNumbers, isSecretItem, memberOf, type PublicValues } from './redaction.ts'

/**
 * The texts of a configuration that must not come back in what a program says. Plain data: reports
 * of many megabytes are searched in a thread.
 */
export interface Confidential {
  /** Removed from everything: reports of success, too. */
  readonly everywhere: readonly string[]
  /** Removed from error messages and last words only. */
  readonly inFailures: readonly string[]
}

export interface ConfidentialOptions extends PublicValues {
  /** Items of a built-in that its author declares to be no secret, because its reports name them. */
  readonly plainItems?: ReadonlySet<string>
  /** What the analyst sent: it is visible with the job. */
  readonly sent: readonly string[]
}

/**
 * Which texts are removed from a program's output. A program may repeat any value it was given, so
 * all of them count, whatever their names; but a report that lost every `info` and every address of
 * its own subject would be worthless. Therefore:
 *
 * - Values shorter than 6 characters stay, for the name of a secret those shorter than 4: they occur
 *   in every text by chance.
 * - What the definition fixes or gives as default stays, and what the analyst sent.
 * - Plain words, tags, host names, IP addresses and addresses without a query stay in reports of
 *   success unless they have the name of a secret: links to an instance, levels and tags are what a
 *   report is for. From error messages and the last output they are removed too.
 * - Of a text in several lines each line counts, of an address its password, of `name=value` the
 *   value if the name is that of a secret, of JSON its attributes.
 *
 * `secret-forms.ts` has the forms in which a value is searched. Files that a program attaches to its
 * report are not searched.
 */
export function confidentialTexts(config: unknown, options: ConfidentialOptions): Confidential {
  const everywhere = new Set<string>()
  const inFailures = new Set<string>()
  const sent = options.sent.map((text) => text.slice(0, maxSent))
  const defaults = new Map(options.items.map(({ name, defaultValue }) => [name, defaultValue]))
  for (const { name, text, isSecret, top } of valuesOf(config)) {
    if (options.plainItems?.has(top) || isPublicCertificate(name, text)) continue
    const known = [memberOf(options.fixed, top), defaults.get(top)]
    if (isAmong(text, known)) continue
    // guard: confidential.test.ts
    if (text.length < (isSecret ? shortestSecret : shortestValue)) continue
    if (sent.some((one) => one.includes(text))) continue
    inFailures.add(text)
    if (isSecret || !(isCommonplace(text) || isTagItem(name))) everywhere.add(text)
  }
  return { everywhere: [...everywhere], inFailures: [...inFailures] }
}

const shortestValue = 6
const shortestSecret = 4
/** More than any real configuration has; a bound for the search. */
const maxValues = 1000
const maxDepth = 20
const maxSent = 65_536

interface Value {
  /** Of its item, and of the enclosing item of the configuration. */
  readonly name: string
  readonly top: string
  readonly text: string
  readonly isSecret: boolean
}

function valuesOf(config: unknown): Value[] {
  const found: Value[] = []
  const add = (value: Value) => {
    if (found.length < maxValues && value.text !== '') found.push(value)
  }
  const walk = (value: unknown, name: string, top: string, isSecret: boolean, depth: number) => {
    // guard: confidential.test.ts
    if (depth > maxDepth) return
    if (typeof value === 'number' && !commonNumbers.has(name))
      add({ name, top, text: String(value), isSecret })
    else if (typeof value === 'string') {
      for (const piece of piecesOf(value))
        add({ name, top, text: piece.text, isSecret: isSecret || piece.isSecret })
      const document = jsonIn(value)
      if (document !== undefined) walk(document, name, top, isSecret, depth + 1)
    } else if (Array.isArray(value))
      for (const element of value) walk(element, name, top, isSecret, depth + 1)
    else if (typeof value === 'object' && value !== null)
      for (const [inner, element] of Object.entries(value))
        walk(element, inner, depth === 0 ? inner : top, isSecret || isSecretItem(inner), depth + 1)
  }
  walk(config, '', '', false, 0)
  // Those with names of secrets first: they are kept if there are too many.
  return found.sort((a, b) => Number(b.isSecret) - Number(a.isSecret))
}

interface Piece {
  readonly text: string
  readonly isSecret: boolean
}

function piecesOf(value: string): Piece[] {
  const lines = value
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return [
    // The frame of a key is no secret, and is in every other key.
    ...lines.filter((line) => !isFrame(line)).map((text) => ({ text, isSecret: false })),
    ...lines.flatMap(innerSecrets).map((text) => ({ text, isSecret: true })),
  ]
}

const isFrame = (line: string) => /^-{3,}[A-Z0-9 ]+-{3,}$/.test(line)

/** `scheme://user:password@host`, `Pwd=…;` and `?api_key=…`. */
function innerSecrets(line: string): string[] {
  const found: string[] = []
  const password = /:\/\/[^\s/?#:@]*:([^\s/?#]*)@/.exec(line)?.[1]
  if (password) found.push(password, decoded(password))
  for (const [, name = '', value = ''] of line.matchAll(/([\w .-]{1,64})=([^;&\s]{1,4096})/g))
    if (isSecretItem(name)) found.push(value, decoded(value))
  return [...new Set(found)]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function jsonIn(text: string): unknown {
  if (!/^\s*[[{]/.test(text) || text.length > 1_048_576) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isAmong(text: string, known: readonly unknown[]): boolean {
  return known.some((value) =>
    Array.isArray(value)
      ? isAmong(text, value)
      : typeof value === 'object' && value !== null
        ? isAmong(text, Object.values(value))
        : String(value) === text,
  )
}

const isPublicCertificate = (name: string, text: string) =>
  name === 'cacerts' && !text.includes('PRIVATE KEY')

/** What responders put on cases: removed, the tag would be called REMOVED. */
const isTagItem = (name: string) => /(^|[^a-z])tags?([^a-z]|$)/i.test(name)

const part = '(?:[A-Za-z]{1,12}|\\d{1,4})'
const words = new RegExp(`^${part}(?:[ ._:/@-]${part}){0,4}$`)
const host = '(?:[a-z0-9-]{1,24}\\.){1,6}[a-z0-9]{1,12}'
const hostWithPort = new RegExp(`^(?:${host}|localhost)(?::\\d{1,5})?$`)
const segment = '(?:[a-z._-]{0,20}|[a-z]{0,4}\\d{1,3}(?:\\.\\d{1,3}){0,3})'
const address = new RegExp(
  `^[a-z]{2,8}://(?:${host}|[a-z-]{1,24})(?::\\d{1,5})?(?:/${segment}){0,6}$`,
)
/** An upload or a file of the server that a built-in reads, by its name. */
const resource = /^(?:upload|server):/

/**
 * Nothing in it looks like a key: no part mixes letters and digits, none is long. A pass phrase of
 * plain words with a meaningless name is taken for words.
 */
const isCommonplace = (text: string) =>
  [words, hostWithPort, address, resource].some((pattern) => pattern.test(text))
