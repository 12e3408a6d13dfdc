import { removed } from './redaction.ts'
import { formsOf } from './secret-forms.ts'

export interface SecretSearch {
  /** How many forms are looked for. */
  readonly size: number
  /** The first one at or after this offset. */
  find(text: string, from?: number): { readonly start: number; readonly end: number } | undefined
  /** Whether the text is one of them, and nothing else. */
  is(text: string): boolean
}

/** All that begin with the same four characters. */
interface Bucket {
  /** Of the heads in it, the longest first: of two that begin alike the whole one goes. */
  lengths: number[]
  /** By its first characters, all forms that start with them, the longest first. */
  readonly heads: Map<string, string[]>
}

const headLength = 64
/** No form is shorter. */
const keyLength = 4

/**
 * Searches for all texts at once, after Wu and Manber: a window as wide as the shortest form moves
 * along the text, and the two characters at its end tell how far it may jump, nearly always by most
 * of its width. Where something may begin, it is looked up by at most 61 lengths: the time does not
 * depend on how many texts there are, or how similar.
 */
export function makeSearch(texts: readonly string[]): SecretSearch {
  const buckets = new Map<number, Bucket>()
  const whole = new Set<string>()
  for (const text of texts)
    for (const form of formsOf(text)) {
      if (form.length < keyLength || whole.has(form)) continue
      whole.add(form)
      const key = keyAt(form, 0)
      const bucket = buckets.get(key) ?? { lengths: [], heads: new Map<string, string[]>() }
      buckets.set(key, bucket)
      addTo(bucket, form)
    }

  const width = Math.min(headLength, ...[...whole].map(({ length }) => length))
  // 64 KB to fill: most reports are made without a secret, or hold no text.
  let jumps: Uint8Array | undefined

  return {
    size: whole.size,
    is: (text) => whole.has(text),
    find(text, from = 0) {
      if (whole.size === 0) return undefined
      jumps ??= jumpTable([...whole], width)
      const last = text.length - width
      let at = from
      while (at <= last) {
        const jump = jumps[pairAt(text, at + width - 2)] ?? 0
        if (jump > 0) {
          at += jump
          continue
        }
        const bucket = buckets.get(keyAt(text, at))
        const end = bucket && endIn(bucket, text, at)
        if (end !== undefined) return { start: at, end }
        at += 1
      }
      return undefined
    },
  }
}

/** For each pair of characters: its distance from the end of the window in any form. */
function jumpTable(forms: readonly string[], width: number): Uint8Array {
  const jumps = new Uint8Array(65_536).fill(width - 1)
  for (const form of forms)
    for (let at = 0; at <= width - 2; at += 1) {
      const pair = pairAt(form, at)
      jumps[pair] = Math.min(jumps[pair] ?? 0, width - 2 - at)
    }
  return jumps
}

const pairAt = (text: string, at: number) =>
  ((text.charCodeAt(at) & 0xff) << 8) | (text.charCodeAt(at + 1) & 0xff)

function addTo(bucket: Bucket, form: string): void {
  const head = form.slice(0, headLength)
  const forms = [...(bucket.heads.get(head) ?? []), form].sort((a, b) => b.length - a.length)
  bucket.heads.set(head, forms)
  bucket.lengths = [...new Set([...bucket.heads.keys()].map(({ length }) => length))].sort(
    (a, b) => b - a,
  )
}

function endIn({ lengths, heads }: Bucket, text: string, at: number): number | undefined {
  for (const length of lengths) {
    const head = text.slice(at, at + length)
    const forms = heads.get(head)
    if (!forms || (isNumber(head) && isInNumber(text, at, length))) continue
    return endOf(text, at, length, forms)
  }
  return undefined
}

const isNumber = (text: string) => /^\d+$/.test(text)

/** Digits only are found as a whole number, not in the middle of a longer one. */
const isInNumber = (text: string, at: number, length: number) =>
  isDigit(text.charCodeAt(at - 1)) || isDigit(text.charCodeAt(at + length))

const keyAt = (text: string, at: number) =>
  (((text.charCodeAt(at) & 0xff) << 24) |
    ((text.charCodeAt(at + 1) & 0xff) << 16) |
    ((text.charCodeAt(at + 2) & 0xff) << 8) |
    (text.charCodeAt(at + 3) & 0xff)) >>>
  0

const isDigit = (code: number) => code >= 0x30 && code <= 0x39

/** A long one may be cut off in the text: as much of it as is there. */
function endOf(text: string, at: number, length: number, forms: readonly string[]): number {
  const found = forms.find((form) => text.startsWith(form, at))
  if (found !== undefined) return at + found.length
  const [longest = ''] = forms
  let common = length
  while (common < longest.length && text.charCodeAt(at + common) === longest.charCodeAt(common))
    common += 1
  return at + common
}

export function redactText(text: string, search: SecretSearch): string {
  let hit = search.find(text)
  if (!hit) return text
  const parts: string[] = []
  let done = 0
  while (hit) {
    parts.push(text.slice(done, hit.start), removed)
    done = hit.end
    hit = search.find(text, done)
  }
  parts.push(text.slice(done))
  return parts.join('')
}

/**
 * The strings and numbers of a JSON text without what is searched for. The text stays JSON, and
 * everything else in it stays as it was written. Strings with escapes are compared as they read,
 * whichever way the program writes its escapes.
 */
export function redactJson(text: string, search: SecretSearch): string {
  if (search.size === 0) return text
  let hit = search.find(text)
  let nextEscape = text.indexOf('\\')
  const parts: string[] = []
  let done = 0
  let at = 0
  const replace = (start: number, end: number, by: string) => {
    parts.push(text.slice(done, start), by)
    done = end
  }
  while (hit || nextEscape >= 0) {
    const open = text.indexOf('"', at)
    const gapEnd = open < 0 ? text.length : open
    // Numbers between two strings.
    while (hit && hit.start < gapEnd) {
      const number = numberAround(text, hit.start, done)
      if (search.is(text.slice(number.start, number.end)))
        replace(number.start, number.end, `"${removed}"`)
      hit = search.find(text, Math.max(number.end, hit.start + 1))
    }
    if (open < 0) break
    const close = stringEnd(text, open)
    if (nextEscape >= 0 && nextEscape < close) {
      const value = parsed(text.slice(open, close))
      const clean = value === undefined ? undefined : redactText(value, search)
      if (clean !== value && clean !== undefined) replace(open, close, JSON.stringify(clean))
      nextEscape = text.indexOf('\\', close)
    } else if (hit && hit.start < close) {
      const inner = text.slice(open + 1, close - 1)
      replace(open + 1, close - 1, redactText(inner, search))
    }
    at = close
    if (hit && hit.start < at) hit = search.find(text, at)
  }
  if (parts.length === 0) return text
  parts.push(text.slice(done))
  return parts.join('')
}

/** After the closing quote; in a text that is not JSON, its end. */
function stringEnd(text: string, open: number): number {
  for (let at = open + 1; ; at += 1) {
    const quote = text.indexOf('"', at)
    if (quote < 0) return text.length
    let slashes = 0
    while (text.charCodeAt(quote - 1 - slashes) === 0x5c) slashes += 1
    if (slashes % 2 === 0) return quote + 1
    at = quote
  }
}

function numberAround(text: string, place: number, from: number) {
  let start = place
  while (start > from && isNumberPart(text.charCodeAt(start - 1))) start -= 1
  let end = place
  while (isNumberPart(text.charCodeAt(end))) end += 1
  return { start, end }
}

/** Digits, sign, point, exponent. */
const isNumberPart = (code: number) =>
  isDigit(code) || code === 0x2d || code === 0x2b || code === 0x2e || (code | 0x20) === 0x65

function parsed(string: string): string | undefined {
  try {
    return JSON.parse(string) as string
  } catch {
    return undefined
  }
}
