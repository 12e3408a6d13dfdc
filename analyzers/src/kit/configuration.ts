import type { ConfigurationItem } from '@assay/contract'
import { fail } from './failure.ts'
import { openResource, type Resource, type ResourceLocation } from './resources.ts'

/** One setting, declared once: the form in the page, the check and the type follow from it. */
export interface ItemSpec {
  /**
   * `resource` is a file or folder that the organization has chosen: an upload of its own, or one
   * that the operator offers. `run` gets it opened. No other type is ever a path.
   */
  readonly type: ConfigurationItem['type'] | 'resource'
  /** What people call it; its name in words where it is left out. */
  readonly label?: string
  readonly description: string
  /** A list of values; empty unless given. */
  readonly multi?: boolean
  readonly required?: boolean
  readonly default?: unknown
  /** No secret: reports may repeat what is set here. Everything else is taken out of them. */
  readonly plain?: boolean
}

export type Configuration = Readonly<Record<string, ItemSpec>>

type ValueOf<I extends ItemSpec> = I['type'] extends 'number'
  ? number
  : I['type'] extends 'boolean'
    ? boolean
    : I['type'] extends 'resource'
      ? Resource
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
    ...(item.label === undefined ? {} : { label: item.label }),
    description: item.description,
    // In the public protocol a reference is a text; the format lets the page offer a list.
    type: item.type === 'resource' ? 'string' : item.type,
    multi: item.multi ?? false,
    required: item.required ?? false,
    ...(item.default === undefined ? {} : { defaultValue: item.default }),
    ...(item.type === 'resource' ? { format: 'resource' as const } : {}),
  }))

/**
 * The declared settings out of the `config` of an input document, which holds many others. The
 * engine has checked them when the worker was enabled; a run without an engine has not.
 */
export function readConfiguration<const C extends Configuration>(
  configuration: C,
  given: Readonly<Record<string, unknown>>,
  resources: Readonly<Record<string, ResourceLocation>> = {},
): ConfigOf<C> {
  const values = Object.entries(configuration).map(([name, item]) => {
    // A setting that was left empty is stored as null.
    const value = given[name] ?? item.default ?? (item.multi ? [] : undefined)
    if (value === undefined && item.required) fail(`The setting ${name} is missing`)
    if (value !== undefined && !hasType(item, value))
      fail(`The setting ${name} must be ${item.multi ? 'a list of' : 'a'} ${wireType(item)}`)
    if (item.type !== 'resource' || value === undefined) return [name, value]
    const open = (reference: unknown) => opened(name, String(reference), resources)
    return [name, Array.isArray(value) ? value.map(open) : open(value)]
  })
  return Object.fromEntries(values)
}

/** Only what the engine has resolved for this job: a text of the configuration opens nothing. */
function opened(
  setting: string,
  reference: string,
  resources: Readonly<Record<string, ResourceLocation>>,
): Resource {
  const location = Object.hasOwn(resources, reference) ? resources[reference] : undefined
  if (!location)
    fail(`The setting ${setting} must name an uploaded file or one that the operator offers`)
  return openResource(location)
}

const wireType = ({ type }: ItemSpec) => (type === 'resource' ? 'string' : type)

function hasType(item: ItemSpec, value: unknown): boolean {
  const wanted = item.type === 'text' ? 'string' : wireType(item)
  const { multi } = item
  if (multi) return Array.isArray(value) && value.every((entry) => typeof entry === wanted)
  return typeof value === wanted
}
