import { translateWords } from './translate-words.ts'

export type FindingParameters = Readonly<Record<string, string | number>>

/**
 * Placeholders in a sentence, so each reader gets them in their form: values defanged, dates and numbers
 * as their language writes them. `code` is an identifier made of digits, `words` are ours and can be
 * translated, `part` is a name of theirs or a word of ours.
 */
export const placeholderKinds = [
  'code',
  'country',
  'date',
  'domain',
  'ip',
  'mail',
  'minutes',
  'part',
  'type',
  'url',
  'value',
  'words',
] as const
export type PlaceholderKind = (typeof placeholderKinds)[number]

export interface Placeholder {
  readonly name: string
  readonly kind?: PlaceholderKind
  /** `{days?day|days}`: words that follow from a number. */
  readonly forms?: readonly string[]
}

const form = /\{(\w+)(?::(\w+))?(?:\?([^{}]*))?\}/g

const placeholderOf = (name: string, kind?: string, forms?: string): Placeholder => ({
  name,
  ...(isKind(kind) ? { kind } : {}),
  ...(forms === undefined ? {} : { forms: forms.split('|') }),
})

const isKind = (kind: string | undefined): kind is PlaceholderKind =>
  placeholderKinds.some((known) => known === kind)

export const placeholdersOf = (sentence: string): Placeholder[] =>
  [...sentence.matchAll(form)].map(([, name = '', kind, forms]) => placeholderOf(name, kind, forms))

type Write = (value: string | number, placeholder: Placeholder) => string

/** Undefined when evidence is missing, as in reports of other versions. Placeholders inside evidence are not filled in. */
export function fillSentence(
  sentence: string,
  parameters: FindingParameters,
  write: Write,
): string | undefined {
  let isWhole = true
  const filled = sentence.replace(form, (_, name: string, kind?: string, forms?: string) => {
    const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined
    if (value === undefined) isWhole = false
    return value === undefined ? '' : write(value, placeholderOf(name, kind, forms))
  })
  // Evidence may end its sentence itself.
  return isWhole ? filled.replace(/([.!?…])\.$/, '$1') : undefined
}

/** As reports have it: one text for all readers. */
export const inEnglish: Write = (value, { kind, forms }) => {
  if (forms) return (Number(value) === 1 ? forms[0] : forms.at(-1)) ?? ''
  if (kind === 'words') return translateWords(String(value), same, same)
  return kind === 'minutes' && typeof value === 'number' ? ageOf(value) : String(value)
}

const same = (text: string) => text

/** One unit is enough for people. */
export function ageUnit(minutes: number): { count: number; unit: 'minute' | 'hour' | 'day' } {
  if (minutes < 120) return { count: minutes, unit: 'minute' }
  return minutes < 48 * 60
    ? { count: Math.round(minutes / 60), unit: 'hour' }
    : { count: Math.round(minutes / 1440), unit: 'day' }
}

/** `3 hours` */
export function ageOf(minutes: number): string {
  const { count, unit } = ageUnit(minutes)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
