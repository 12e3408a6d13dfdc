import type { AnyEndpoint } from '@assay/contract'

const shownNames = new WeakMap<AnyEndpoint, ReadonlySet<string>>()

/** The attributes of the object that a PATCH changes. */
export function shownBy(endpoint: AnyEndpoint, read: AnyEndpoint | undefined): ReadonlySet<string> {
  if (endpoint.method !== 'PATCH') return none
  const known = shownNames.get(endpoint)
  if (known) return known
  const made = new Set([endpoint.output, read?.output, endpoint.changes].flatMap(namesIn))
  shownNames.set(endpoint, made)
  return made
}

const none: ReadonlySet<string> = new Set()

interface ObjectShape {
  readonly properties?: object
  readonly items?: ObjectShape
  readonly anyOf?: readonly ObjectShape[]
  readonly allOf?: readonly ObjectShape[]
}

const namesIn = (schema: ObjectShape | undefined): string[] =>
  schema === undefined
    ? []
    : [
        ...Object.keys(schema.properties ?? {}),
        ...[schema.items, ...(schema.anyOf ?? []), ...(schema.allOf ?? [])].flatMap(namesIn),
      ]
