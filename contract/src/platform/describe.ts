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

/** What can be asked of a thing: by these attributes it is found, sorted and counted. */
export const Description = object(
  {
    label: Type.String(),
    path: Type.String({ description: 'Of its lists, behind `/api`' }),
    attributes: Type.Array(
      object({
        name: Type.String(),
        type: Type.Enum(['string', 'number', 'float', 'date', 'boolean', 'enumeration']),
        values: Type.Array(Type.String(), { description: 'Of an enumeration' }),
        labels: Type.Array(Type.String()),
      }),
    ),
  },
  'Description',
)
export type Description = Static<typeof Description>

const everything = Type.Record(Type.String(), Description)

export const [describeAll, describeAllV1] = inBothVersions(
  { ...read, summary: 'What every kind of thing can be asked for, by its name' },
  v0('/describe/_all', everything),
  v1('/describe/_all', everything),
)

export const [describe, describeV1] = inBothVersions(
  {
    ...read,
    summary: 'What one kind of thing can be asked for, such as `case` or `case_task`',
    params: Type.Object({ entity: Type.String() }),
  },
  v0('/describe/:entity', Description),
  v1('/describe/:entity', Description),
)

export const searchByType = list({
  ...post,
  ...v0('/_search'),
  summary: 'Search the kind of things that `_type` in the query names, such as {"_type": "case"}',
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
  summary: 'Aggregate several kinds of things at once; later answers win over earlier ones',
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
  summary: 'Aggregate users: all for superadmin, those of your organization for everybody else',
})
export const organisationStats = endpoint({
  ...counted,
  ...v0('/organisation/_stats'),
  summary: 'Aggregate organizations: all for superadmin, your organization for everybody else',
})
