import { wordsOf } from '../../src/domain/words.ts'

type Thing = Record<string, unknown>
export type Kind = 'keyword' | 'text' | 'number' | 'decimal' | 'boolean' | 'list'

/** One entity as its JSON shows it, and how to reach what a filter names. */
export interface Shown {
  readonly kinds: Readonly<Record<string, Kind>>
  value(thing: Thing, field: string): unknown
  relatives(thing: Thing, type: string): readonly Thing[]
  shownAs(type: string): Shown
}

/**
 * The filter language over answers instead of rows, written from its description: it shares
 * neither the reading of filters nor any SQL with the server.
 */
export function matchesFilter(shown: Shown, thing: Thing, filter: Thing): boolean {
  if ('_field' in filter) return compare(shown, thing, '_is', String(filter._field), filter._value)
  return Object.entries(filter).every(([name, operand]) => holds(shown, thing, name, operand))
}

function holds(shown: Shown, thing: Thing, name: string, operand: unknown): boolean {
  const inner = (filter: unknown) => matchesFilter(shown, thing, filter as Thing)
  switch (name) {
    case '_any':
    case '_string':
      return true
    case '_and':
      return (operand as unknown[]).every(inner)
    case '_or':
      return (operand as unknown[]).some(inner)
    case '_not':
      return !inner(operand)
    case '_id':
      return thing._id === operand
    case '_contains':
    case '_has':
      return isThere(shown.value(thing, String(operand)))
    case '_parent':
    case '_child': {
      const { _type, _query, _id } = operand as { _type: string; _query?: Thing; _id?: string }
      const wanted = _query ?? { _id }
      const relative = shown.shownAs(_type)
      return shown.relatives(thing, _type).some((other) => matchesFilter(relative, other, wanted))
    }
    case '_between': {
      const { _field, _from, _to } = operand as { _field: string; _from: unknown; _to: unknown }
      return (
        compare(shown, thing, '_gte', _field, _from) && compare(shown, thing, '_lt', _field, _to)
      )
    }
    default: {
      if (!name.startsWith('_') || name in shown.kinds) {
        return compare(shown, thing, '_is', name, operand)
      }
      const given = operand as Thing
      if ('_field' in given) {
        return compare(shown, thing, name, String(given._field), given._value ?? given._values)
      }
      return Object.entries(given).every(([field, value]) =>
        compare(shown, thing, name, field, value),
      )
    }
  }
}

const isThere = (value: unknown) =>
  value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0)

function compare(
  shown: Shown,
  thing: Thing,
  operator: string,
  field: string,
  wanted: unknown,
): boolean {
  const kind = shown.kinds[field]
  if (kind === undefined) throw new Error(`no field ${field}`)
  const value = shown.value(thing, field)
  if (!isThere(value)) return false
  const any = (test: (element: unknown) => boolean) =>
    Array.isArray(value) ? value.some(test) : test(value)
  const same = (one: unknown) => any((element) => element === read(kind, one))
  switch (operator) {
    case '_is':
    case '_eq':
      return same(wanted)
    case '_ne':
      return !same(wanted)
    case '_in':
      return (wanted as unknown[]).some(same)
    case '_lt':
      return order(value, read(kind, wanted)) < 0
    case '_lte':
      return order(value, read(kind, wanted)) <= 0
    case '_gt':
      return order(value, read(kind, wanted)) > 0
    case '_gte':
      return order(value, read(kind, wanted)) >= 0
    case '_match':
      if (kind !== 'text') return same(wanted)
      return allWords(String(value), String(wanted))
    case '_startsWith':
      return any((element) => fold(kind, element).startsWith(fold(kind, wanted)))
    case '_endsWith':
      return any((element) => fold(kind, element).endsWith(fold(kind, wanted)))
    case '_like':
    case '_wildcard': {
      const text = String(wanted)
      const [start, end] = [text.startsWith('*'), text.endsWith('*')]
      if (!start && !end) return same(wanted)
      const part = fold(kind, text.replace(/^\*/, '').replace(/\*$/, ''))
      return any((element) => {
        const whole = fold(kind, element)
        if (start && end) return whole.includes(part)
        return start ? whole.endsWith(part) : whole.startsWith(part)
      })
    }
    default:
      throw new Error(`no operator ${operator}`)
  }
}

/** Capitals count, except in the texts that people write. */
const fold = (kind: Kind, value: unknown) =>
  kind === 'text' ? String(value).toLowerCase() : String(value)

const allWords = (text: string, wanted: string) => {
  const words = wordsOf(wanted)
  return words.length > 0 && words.every((word) => wordsOf(text).includes(word))
}

function read(kind: Kind, value: unknown): unknown {
  if (kind === 'number') return Math.trunc(Number(value)) + 0
  if (kind === 'decimal') return Number(value)
  if (kind === 'boolean') return value === true || value === 'true' || value === 1
  return String(value)
}

/** Texts by their bytes. */
export const order = (a: unknown, b: unknown): number =>
  typeof a === 'string' && typeof b === 'string'
    ? Buffer.compare(Buffer.from(a), Buffer.from(b))
    : Number(a) - Number(b)
