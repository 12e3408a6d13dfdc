import { detect } from '@assay/contract'

export type Scalar = string | number | boolean | null

export const isScalar = (value: unknown): value is Scalar =>
  value === null || typeof value !== 'object'

/** What a single value of a report is, so it can be shown as such. */
export type Meaning =
  | { kind: 'nothing' }
  | { kind: 'flag'; value: boolean }
  | { kind: 'date'; at: number }
  | { kind: 'size'; bytes: number }
  | { kind: 'number'; value: number }
  | { kind: 'image'; address: string; bytes: number }
  | { kind: 'observable'; dataType: string; value: string }
  | { kind: 'text'; value: string; isLong: boolean }

export function meaningOf(key: string, value: unknown): Meaning {
  switch (typeof value) {
    case 'boolean':
      return { kind: 'flag', value }
    case 'number':
      return numberMeaning(key, value)
    case 'string':
      return textMeaning(value)
    default:
      return { kind: 'nothing' }
  }
}

const timeWord =
  /(date|time|timestamp|seen|created|updated|modified|expires?|expiry|issued|since|until)$/i
const timeEnding = /(_at|_on|[a-z]At|[a-z]On)$/
const sizeKey = /(^|[_-])(size|bytes)$|[a-z](Size|Bytes)$/

/** 2001-09-09 to 2100, in seconds and in milliseconds: narrower numbers are ids and counts. */
const secondsRange = [1_000_000_000, 4_102_444_800] as const

function numberMeaning(key: string, value: number): Meaning {
  if (sizeKey.test(key) && Number.isInteger(value) && value >= 0) {
    return { kind: 'size', bytes: value }
  }
  if (timeWord.test(key) || timeEnding.test(key)) {
    const [from, to] = secondsRange
    if (value >= from && value <= to) return { kind: 'date', at: value * 1000 }
    if (value >= from * 1000 && value <= to * 1000) return { kind: 'date', at: value }
  }
  return { kind: 'number', value }
}

const isoDate = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?\s?(Z|UTC|[+-]\d{2}:?\d{2})$/

/** Pictures that no browser runs anything for; SVG is not among them. */
const picture = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/

/** Longer ones are folded. */
export const longText = 280

/** Observables that are known for what they are; a name with an odd ending may be anything. */
const shownAs = new Set(['ip', 'network', 'domain', 'fqdn', 'url', 'mail', 'hash'])
/** URLs that are a page or a script themselves. */
const inlineScheme = /^(?:data|javascript|vbscript):/i

function textMeaning(value: string): Meaning {
  if (value.trim() === '') return { kind: 'nothing' }
  if (isoDate.test(value)) {
    const at = Date.parse(value.replace(/\s?UTC$/, 'Z'))
    if (Number.isFinite(at)) return { kind: 'date', at }
  }
  if (value.startsWith('data:image/') && picture.test(value)) {
    const bytes = Math.floor(((value.length - value.indexOf(',') - 1) * 3) / 4)
    return { kind: 'image', address: value, bytes }
  }
  if (value.length <= 2_048 && !/\s/.test(value) && !inlineScheme.test(value)) {
    const { dataType, notes } = detect(value)
    if (shownAs.has(dataType) && notes.length === 0) return { kind: 'observable', dataType, value }
  }
  return { kind: 'text', value, isLong: value.length > longText || value.includes('\n') }
}
