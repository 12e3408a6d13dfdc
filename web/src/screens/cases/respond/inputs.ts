import type { InputItem } from '@assay/contract'
import { formatNumber, text } from '../../../base/texts/index.ts'

/** What is typed: of a list one element per line. */
export type Drafts = Readonly<Record<string, string | boolean>>
export type Prefills = Readonly<Partial<Record<NonNullable<InputItem['prefill']>, string>>>

export const isSwitch = ({ type, multi, choices }: InputItem) =>
  type === 'boolean' && !multi && choices === undefined

/** What the definition proposes, else what is known of the target. */
export function firstDrafts(items: readonly InputItem[], prefills: Prefills): Drafts {
  return Object.fromEntries(items.map((item) => [item.name, firstDraft(item, prefills)]))
}

function firstDraft(item: InputItem, prefills: Prefills): string | boolean {
  const { defaultValue, prefill, multi } = item
  if (isSwitch(item)) return defaultValue === true
  const known = prefill === undefined ? undefined : prefills[prefill]
  if (known !== undefined) return known
  if (multi && Array.isArray(defaultValue)) return defaultValue.map(String).join('\n')
  return defaultValue === undefined || defaultValue === null ? '' : String(defaultValue)
}

/** What is sent, and what is wrong with it by field. The server has the last word. */
export function readInputs(items: readonly InputItem[], drafts: Drafts) {
  const parameters: Record<string, unknown> = {}
  const errors: Record<string, string> = {}
  for (const item of items) {
    const { value, error } = readInput(item, drafts[item.name] ?? '')
    if (error !== undefined) errors[item.name] = error
    else if (value !== undefined) parameters[item.name] = value
  }
  return { parameters, errors }
}

interface Read {
  readonly value?: unknown
  readonly error?: string
}

function readInput(item: InputItem, draft: string | boolean): Read {
  if (typeof draft === 'boolean') return { value: draft }
  if (!item.multi) {
    // A password may begin or end with a space.
    const typed = item.type === 'text' || item.secret ? draft : draft.trim()
    return typed.trim() === '' ? missing(item) : readElement(item, typed)
  }
  const lines = draft.split('\n').flatMap((line) => line.trim() || [])
  if (lines.length === 0) return missing(item)
  const read = lines.map((line) => readElement(item, line))
  const wrong = read.find(({ error }) => error !== undefined)
  return wrong ?? { value: read.map(({ value }) => value) }
}

const missing = ({ required, defaultValue }: InputItem): Read =>
  required && defaultValue === undefined ? { error: text('brakes.input.required') } : {}

function readElement(item: InputItem, typed: string): Read {
  const { type, choices, min, max, format } = item
  const value = choices
    ? choices.find((choice) => String(choice) === typed)
    : type === 'number'
      ? Number(typed)
      : type === 'boolean'
        ? typed === 'true'
        : typed
  if (value === undefined) return { error: text('brakes.input.choice') }
  if (Number.isNaN(value)) return { error: text('brakes.input.number') }
  const isNumber = typeof value === 'number'
  const size = isNumber ? value : String(value).length
  if (min !== undefined && size < min)
    return { error: text(isNumber ? 'brakes.input.min' : 'brakes.input.short', { count: min }) }
  if (max !== undefined && size > max)
    return { error: text(isNumber ? 'brakes.input.max' : 'brakes.input.long', { count: max }) }
  if (format !== undefined && !looksLike[format].test(typed))
    return { error: text(`brakes.input.format.${format}`) }
  return { value }
}

/** Only what is surely something else; the server reads addresses and names in full. */
const looksLike: Readonly<Record<NonNullable<InputItem['format']>, RegExp>> = {
  mail: /^[^\s@]+@[^\s@]+$/,
  url: /^https?:\/\/\S+$/i,
  ip: /^[0-9a-f.:/]+$/i,
  domain: /^[^\s/@]+\.[^\s/@]+$/,
  date: /^\d{4}-\d{2}-\d{2}/,
}

/** Targets that inputs name, by the formats that the server protects, too. */
export const namedTargets = (
  items: readonly InputItem[],
  parameters: Readonly<Record<string, unknown>>,
) =>
  items.flatMap(({ name, format }) =>
    format === undefined || format === 'date'
      ? []
      : [parameters[name]]
          .flat()
          .filter((value): value is string => typeof value === 'string')
          .map((data) => ({ dataType: format, data })),
  )

/** What the server says about single inputs, which it names `parameters.…`. */
export function refusedInputs(items: readonly InputItem[], message: string) {
  const found = items.flatMap(({ name }) => {
    const at = message.indexOf(`parameters.${name} `)
    if (at < 0) return []
    const end = message.indexOf('parameters.', at + 1)
    const said = message.slice(at + 'parameters.'.length, end < 0 ? undefined : end)
    return [[name, said.replace(/[\s,;.]+$/, '')] as const]
  })
  return Object.fromEntries(found)
}

/** "1 to 30", "An email address", "At least 8 characters": before anything is wrong, in the words of what is wrong then. */
export function hintsOf({ type, choices, min, max, format, secret }: InputItem): string[] {
  const isNumber = type === 'number'
  const bounds = () => {
    if (min !== undefined && max !== undefined) {
      const range = { min: formatNumber(min), max: formatNumber(max) }
      return text(isNumber ? 'brakes.input.between' : 'brakes.input.lengths', range)
    }
    if (min !== undefined)
      return text(isNumber ? 'brakes.input.min' : 'brakes.input.short', { count: min })
    return max === undefined
      ? ''
      : text(isNumber ? 'brakes.input.max' : 'brakes.input.long', { count: max })
  }
  return [
    // What can be chosen fits.
    ...(choices || type === 'boolean' ? [] : [bounds()]),
    ...(format === undefined || choices ? [] : [text(`brakes.input.format.${format}`)]),
    ...(secret ? [text('brakes.input.secret')] : []),
  ].filter((hint) => hint !== '')
}
