import { isRecord } from '../../../base/model/levels.ts'

export type Fields = Readonly<Record<string, unknown>>

/**
 * The fields of a report, by the shape that its reader expects. That shape is not guaranteed: a
 * field with another one is remembered, so it is shown like a field of any other analyzer.
 */
export function reading(source: unknown) {
  const fields: Fields = isRecord(source) ? source : {}
  const misfits = new Map<string, unknown>()
  function take<T>(key: string, fitting: (value: unknown) => T | undefined): T | undefined {
    const value = Object.hasOwn(fields, key) ? fields[key] : undefined
    if (value === undefined || value === null || value === '') return undefined
    const found = fitting(value)
    if (found === undefined) misfits.set(key, value)
    return found
  }
  return {
    fields,
    text: (key: string) => take(key, (value) => (typeof value === 'string' ? value : undefined)),
    number: (key: string) =>
      take(key, (value) =>
        typeof value === 'number' && Number.isFinite(value) ? value : undefined,
      ),
    flag: (key: string) => take(key, (value) => (typeof value === 'boolean' ? value : undefined)),
    /** Epoch milliseconds of a moment that is written as a text. */
    date: (key: string) => take(key, dateOf),
    record: (key: string) => take(key, (value) => (isRecord(value) ? value : undefined)),
    texts: (key: string) => take(key, (value) => listOf(value, isText)) ?? [],
    records: (key: string) => take(key, (value) => listOf(value, isRecord)) ?? [],
    /** Fields of another shape than was expected. */
    misfits: (): Fields => Object.fromEntries(misfits),
  }
}

export type Reading = ReturnType<typeof reading>

const isText = (value: unknown): value is string => typeof value === 'string'

/** A list with an unknown element is not what was expected. */
const listOf = <T>(value: unknown, fits: (one: unknown) => one is T): T[] | undefined =>
  Array.isArray(value) && value.every(fits) ? value : undefined

function dateOf(value: unknown): number | undefined {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isFinite(at) ? at : undefined
}
