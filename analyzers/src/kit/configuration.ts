import { fail } from './failure.ts'
import type { Configuration, ItemSpec } from './items.ts'
import { openResource, type Resource, type ResourceLocation } from './resources.ts'

type ValueOf<I extends ItemSpec> = I['type'] extends 'number'
  ? number
  : I['type'] extends 'boolean'
    ? boolean
    : I['type'] extends 'resource'
      ? Resource
      : string

/** What `run` reads: a list, a value, or undefined where none is required. */
export type ConfigOf<C extends Configuration> = {
  readonly [K in keyof C]: C[K] extends { multi: true }
    ? readonly ValueOf<C[K]>[]
    : C[K] extends { required: true } | { default: NonNullable<unknown> }
      ? ValueOf<C[K]>
      : ValueOf<C[K]> | undefined
}

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
    if (value === undefined && item.required) fail(`Setting ${name} is missing`)
    if (value !== undefined && !hasType(item, value))
      fail(`Setting ${name} must be ${item.multi ? 'a list of' : 'a'} ${wireType(item)}`)
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
    fail(`Setting ${setting} must name an uploaded file or one provided by the operator`)
  return openResource(location)
}

const wireType = ({ type }: ItemSpec) => (type === 'resource' ? 'string' : type)

function hasType(item: ItemSpec, value: unknown): boolean {
  const wanted = item.type === 'text' ? 'string' : wireType(item)
  const { multi } = item
  if (multi) return Array.isArray(value) && value.every((entry) => typeof entry === wanted)
  return typeof value === wanted
}
