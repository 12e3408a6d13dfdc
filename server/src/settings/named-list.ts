import { isRecord, isText } from './checks.ts'

type Item = Readonly<Record<string, unknown>>

/** Returns the end of a sentence "… whose <key> …", or nothing. */
export type KeyCheck = (value: unknown) => string | undefined
export type KeyChecks = Readonly<Record<string, KeyCheck>>

interface NamedList {
  /** With its article: "an engine". */
  readonly one: string
  /** What a list of them holds: "engines, each with at least a name and a url". */
  readonly all: string
  readonly problemOf: (item: Item) => string | undefined
}

/** A list of named entries; the first error is shown. */
export function checkNamedList(value: unknown, { one, all, problemOf }: NamedList) {
  if (!Array.isArray(value) || !value.every(isRecord)) return `must be a list of ${all}`
  if (new Set(value.map(({ name }) => name)).size < value.length)
    return `must have a unique name for every ${one.replace(/^an? /, '')}`
  for (const [index, item] of value.entries()) {
    const problem = problemOf(item)
    if (problem === undefined) continue
    const shown = isText(item.name) ? JSON.stringify(item.name.slice(0, 40)) : index + 1
    return `has ${one} ${shown} whose ${problem}`
  }
  return undefined
}

export function unknownKey(item: Item, known: readonly string[]): string | undefined {
  const unknown = Object.keys(item).find((key) => !known.includes(key))
  if (unknown === undefined) return undefined
  return `key ${JSON.stringify(unknown.slice(0, 40))} is unknown; use ${known.join(', ')}`
}

export const missingKey = (item: Item, needed: readonly string[]): string | undefined => {
  const missing = needed.find((key) => item[key] === undefined)
  return missing === undefined ? undefined : `${missing} is missing`
}

/** An unknown key, or the first one that holds something wrong. */
export function keyProblem(item: Item, checks: KeyChecks): string | undefined {
  const unknown = unknownKey(item, Object.keys(checks))
  if (unknown !== undefined) return unknown
  for (const [key, value] of Object.entries(item)) {
    const problem = checks[key]?.(value)
    if (problem !== undefined) return `${key} ${problem}`
  }
  return undefined
}
