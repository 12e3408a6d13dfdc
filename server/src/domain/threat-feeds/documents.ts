import { isObject } from '@assay/contract/objects'
import type { Reading } from './entry.ts'
import { momentOf } from './text-lists.ts'

type Values = Readonly<Record<string, unknown>>

const asObject = (value: unknown): Values => (isObject(value) ? value : {})
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const text = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** Types of MISP's attributes whose value, or one half of it, we can look for. */
const mispHalf: Readonly<Record<string, 'whole' | 'first' | 'second' | 'both'>> = {
  'ip-src': 'whole',
  'ip-dst': 'whole',
  'ip-src|port': 'first',
  'ip-dst|port': 'first',
  domain: 'whole',
  hostname: 'whole',
  'hostname|port': 'first',
  'domain|ip': 'both',
  url: 'whole',
  email: 'whole',
  'email-src': 'whole',
  'email-dst': 'whole',
  md5: 'whole',
  sha1: 'whole',
  sha224: 'whole',
  sha256: 'whole',
  sha384: 'whole',
  sha512: 'whole',
  'filename|md5': 'second',
  'filename|sha1': 'second',
  'filename|sha256': 'second',
  'filename|sha512': 'second',
  'malware-sample': 'second',
}

/** An event of a MISP feed, or the answer of its API with several. */
export function* readMispDocument(document: unknown): Generator<Reading> {
  const list = Array.isArray(document) ? document : asObject(document).response
  for (const one of Array.isArray(list) ? list : [document]) {
    const given = asObject(one)
    yield* readMispEvent(asObject(given.Event ?? given))
  }
}

/** More of them is not kept. */
const maxTags = 50
const maxText = 2_000

function* readMispEvent(event: Values): Generator<Reading> {
  // They are repeated at each of its attributes.
  const tags = asList(event.Tag)
    .slice(0, maxTags)
    .flatMap((tag) => text(asObject(tag).name)?.slice(0, maxText) ?? [])
  const threat = text(event.info)?.slice(0, maxText)
  const attributes = [
    ...asList(event.Attribute),
    ...asList(event.Object).flatMap((object) => asList(asObject(object).Attribute)),
  ]
  for (const attribute of attributes) {
    const { type, value, to_ids, deleted, timestamp } = asObject(attribute)
    const half = mispHalf[String(type)]
    const whole = text(value)
    // What is not for detection is context: the address of a report, a well-known host.
    if (half === undefined || to_ids !== true || deleted === true) yield 'skipped'
    else if (whole === undefined) yield 'bad'
    else {
      const seconds = Number(timestamp)
      for (const part of halves(whole, half))
        yield {
          value: part,
          ...(threat === undefined ? {} : { threat }),
          tags,
          ...(seconds > 0 ? { firstSeen: seconds * 1000 } : {}),
        }
    }
  }
}

function halves(value: string, half: 'whole' | 'first' | 'second' | 'both'): string[] {
  if (half === 'whole') return [value]
  const at = value.indexOf('|')
  const parts = at < 0 ? [value, value] : [value.slice(0, at), value.slice(at + 1)]
  return half === 'both' ? [...new Set(parts)] : [parts[half === 'first' ? 0 : 1] ?? '']
}

/** The events that a manifest names; their files are called so. */
export const eventsOfManifest = (manifest: unknown): string[] =>
  Object.keys(asObject(manifest)).filter((id) => eventId.test(id))

const eventId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The same from the text, without building objects, which take many times its size. Undefined if it is not an object.
 */
export function eventsInManifest(text: string): string[] | undefined {
  const found = new Set<string>()
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]
    if (letter === '"') {
      const start = at + 1
      for (at = start; at < text.length && text[at] !== '"'; at += 1) if (text[at] === '\\') at += 1
      const isName = depth === 1 && /^\s{0,100}:/.test(text.slice(at + 1, at + 102))
      if (isName && at - start === eventIdLength && eventId.test(text.slice(start, at)))
        found.add(text.slice(start, at))
    } else if (letter === '{' || letter === '[') {
      if (depth === 0 && letter === '[') return undefined
      depth += 1
    } else if (letter === '}' || letter === ']') depth -= 1
    else if (depth === 0 && !/\s/.test(letter ?? '')) return undefined
  }
  return depth === 0 && /^\s*\{/.test(text) ? [...found] : undefined
}

const eventIdLength = 36

const comparison =
  /(?:ipv4-addr|ipv6-addr|domain-name|url|email-addr):value\s*(?:=|ISSUBSET)\s*'((?:[^'\\]|\\.){1,4000})'|file:hashes\.'?[A-Za-z0-9-]{3,10}'?\s*=\s*'([^'\\]{1,200})'/g
// Begins at the start of a word, or a long one would be read again from each of its characters.
const anyComparison =
  /(?<![\w-])[\w-]+:[\w.'[\]-]+\s*(?:=|!=|<|>|IN|LIKE|MATCHES|ISSUBSET|ISSUPERSET)/g

const maxPattern = 65_536

/** Character by character: on unbalanced quotes a regular expression takes quadratic time. */
function withoutTexts(pattern: string): string {
  let plain = ''
  let from = 0
  for (let at = pattern.indexOf("'"); at >= 0; at = pattern.indexOf("'", from)) {
    plain += `${pattern.slice(from, at)}''`
    from = at + 1
    while (from < pattern.length && pattern[from] !== "'") from += pattern[from] === '\\' ? 2 : 1
    from += 1
  }
  return plain + pattern.slice(from)
}

/** One object of a STIX bundle: indicators count, as long as they are in force. */
export function readStixObject(object: unknown, now: number): readonly Reading[] {
  const { type, pattern, pattern_type, revoked, valid_until, ...rest } = asObject(object)
  if (type !== 'indicator') return []
  const end = text(valid_until)
  if (revoked === true || (end !== undefined && Date.parse(end) <= now)) return ['skipped']
  const written = text(pattern)
  if (written === undefined || (pattern_type !== undefined && pattern_type !== 'stix'))
    return ['skipped']
  // One that takes longer to read than to write.
  if (written.length > maxPattern) return ['bad']
  const plain = withoutTexts(written)
  // Of a condition on several values no single one is proof.
  if (/\b(?:AND|FOLLOWEDBY|NOT)\b|!=/.test(plain)) return ['skipped']
  const values = [...written.matchAll(comparison)].map(([, value, hash]) => value ?? hash ?? '')
  const others = [...plain.matchAll(anyComparison)].length - values.length
  const threat = (text(rest.name) ?? text(rest.description))?.slice(0, maxText)
  const firstSeen = momentOf(text(rest.valid_from))
  const found = values.map((value) => ({
    value: value.replace(/\\(.)/g, '$1'),
    ...(threat === undefined ? {} : { threat }),
    tags: asList(rest.labels ?? rest.indicator_types)
      .slice(0, maxTags)
      .filter((label) => typeof label === 'string'),
    ...(firstSeen === undefined ? {} : { firstSeen }),
    ...(typeof rest.confidence === 'number' ? { confidence: rest.confidence } : {}),
  }))
  return others > 0 || found.length === 0 ? [...found, 'skipped'] : found
}
