import { type Static, Type } from 'typebox'
import { endpoint, list } from '../endpoint.ts'
import { AnyObject, object } from '../values.ts'
import { inBothVersions, v0, v1 } from './versions.ts'

const resource = 'describe'
const viewers = ['read', 'superadmin'] as const
const read = { method: 'GET', roles: viewers, effect: 'read', resource } as const
const post = {
  method: 'POST',
  roles: viewers,
  effect: 'read',
  resource,
  ignoresUnknown: true,
} as const

/** Queryable attributes: for filters, sorting and counts. */
export const Description = object(
  {
    label: Type.String(),
    path: Type.String({ description: 'Path of its lists, after `/api`' }),
    attributes: Type.Array(
      object({
        name: Type.String(),
        type: Type.Enum(['string', 'number', 'float', 'date', 'boolean', 'enumeration']),
        values: Type.Array(Type.String(), { description: 'Allowed values of an enumeration' }),
        labels: Type.Array(Type.String()),
      }),
    ),
  },
  'Description',
)
export type Description = Static<typeof Description>

const everything = Type.Record(Type.String(), Description)

export const [describeAll, describeAllV1] = inBothVersions(
  { ...read, summary: 'Describe the searchable attributes of every entity type' },
  v0('/describe/_all', everything),
  v1('/describe/_all', everything),
)

export const [describe, describeV1] = inBothVersions(
  {
    ...read,
    summary: 'Describe the searchable attributes of one entity type, such as `case_task`',
    params: Type.Object({ entity: Type.String() }),
  },
  v0('/describe/:entity', Description),
  v1('/describe/:entity', Description),
)

export const searchByType = list({
  ...post,
  ...v0('/_search'),
  summary: 'Search the entity type named by `_type` in the query, such as {"_type": "case"}',
  row: AnyObject,
})

const aggregated = {
  query: Type.Optional(Type.Object({}, { additionalProperties: true })),
  stats: Type.Optional(
    Type.Array(Type.Object({}, { additionalProperties: true }), { maxItems: 50 }),
  ),
}
const counted = {
  ...post,
  input: object(aggregated),
  output: AnyObject,
} as const

export const statsOfMany = endpoint({
  ...post,
  ...v0('/_stats'),
  summary: 'Aggregate several entity types; later results override earlier ones',
  input: object({
    queries: Type.Array(
      Type.Object({ model: Type.String(), ...aggregated }, { additionalProperties: true }),
      { maxItems: 20 },
    ),
  }),
  output: AnyObject,
})

export const userStats = endpoint({
  ...counted,
  path: '/api/user/_stats',
  effect: 'read',
  aliases: ['/api/v0/user/_stats'],
  summary: 'Aggregate users: all for superadmin, otherwise those of your organization',
})
export const organisationStats = endpoint({
  ...counted,
  ...v0('/organisation/_stats'),
  summary: 'Aggregate organizations: all for superadmin, otherwise your own',
})
