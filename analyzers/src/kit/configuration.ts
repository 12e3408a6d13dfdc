import type { ConfigurationItem } from '@assay/contract'
import { fail } from './failure.ts'

/** One setting, declared once: the form in the page, the check and the type follow from it. */
export interface ItemSpec {
  readonly type: ConfigurationItem['type']
  readonly description: string
  /** A list of values; empty unless given. */
  readonly multi?: boolean
  readonly required?: boolean
  readonly default?: unknown
}

export type Configuration = Readonly<Record<string, ItemSpec>>

type ValueOf<I extends ItemSpec> = I['type'] extends 'number'
  ? number
  : I['type'] extends 'boolean'
    ? boolean
    : string

/** What `run` reads: a list, a value, or undefined where nobody must give one. */
export type ConfigOf<C extends Configuration> = {
  readonly [K in keyof C]: C[K] extends { multi: true }
    ? readonly ValueOf<C[K]>[]
    : C[K] extends { required: true } | { default: NonNullable<unknown> }
      ? ValueOf<C[K]>
      : ValueOf<C[K]> | undefined
}

export const itemsOf = (configuration: Configuration): ConfigurationItem[] =>
  Object.entries(configuration).map(([name, item]) => ({
    name,
    description: item.description,
    type: item.type,
    multi: item.multi ?? false,
    required: item.required ?? false,
    ...(item.default === undefined ? {} : { defaultValue: item.default }),
  }))

/**
 * The declared settings out of the `config` of an input document, which holds many others. The
 * engine has checked them when the worker was enabled; a run without an engine has not.
 */
export function readConfiguration<const C extends Configuration>(
  configuration: C,
  given: Readonly<Record<string, unknown>>,
): ConfigOf<C> {
  const values = Object.entries(configuration).map(([name, item]) => {
    // A setting that was left empty is stored as null.
    const value = given[name] ?? item.default ?? (item.multi ? [] : undefined)
    if (value === undefined && item.required) fail(`The setting ${name} is missing`)
    if (value !== undefined && !hasType(item, value))
      fail(`The setting ${name} must be ${item.multi ? 'a list of' : 'a'} ${item.type}`)
    return [name, value]
  })
  return Object.fromEntries(values)
}

function hasType({ type, multi }: ItemSpec, value: unknown): boolean {
  const wanted = type === 'text' ? 'string' : type
  if (multi) return Array.isArray(value) && value.every((entry) => typeof entry === wanted)
  return typeof value === wanted
}
