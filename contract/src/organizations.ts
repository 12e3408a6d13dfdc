import { type Static, Type } from 'typebox'
import { empty, endpoint, list } from './endpoint.ts'
import { SecondFactorRule } from './second-factor.ts'
import { entityKeys, Name, object } from './values.ts'

const resource = 'organization'
const base = '/api/organization'

export const OrganizationStatus = Type.Enum(['Active', 'Locked'])
export type OrganizationStatus = Static<typeof OrganizationStatus>

export const Organization = object(
  {
    ...entityKeys,
    name: Type.String(),
    description: Type.String(),
    status: OrganizationStatus,
    secondFactor: SecondFactorRule,
    stats: Type.Optional(
      Type.Object(
        {
          users: Type.Record(Type.String(), Type.Integer()),
          workers: Type.Record(Type.String(), Type.Integer()),
        },
        { additionalProperties: false, description: 'Counts by status; only with `nstats`' },
      ),
    ),
  },
  'Organization',
)
export type Organization = Static<typeof Organization>

const params = Type.Object({ id: Type.String() })
const nstats = Type.Optional(Type.Boolean({ description: 'Add `stats` to each organization' }))
const description = Type.String({ maxLength: 10_000 })

export const listOrganizations = list({
  method: 'GET',
  path: base,
  roles: ['superadmin'],
  effect: 'read',
  resource,
  summary: 'List organizations',
  row: Organization,
  input: { nstats },
})

export const searchOrganizations = list({
  method: 'POST',
  path: `${base}/_search`,
  roles: ['superadmin'],
  effect: 'read',
  resource,
  summary: 'Search organizations',
  row: Organization,
  input: { nstats },
})

export const organizationStats = endpoint({
  method: 'POST',
  path: `${base}/_stats`,
  roles: ['superadmin'],
  effect: 'read',
  resource,
  summary: 'Aggregate organizations',
  input: object({
    query: Type.Optional(Type.Object({}, { additionalProperties: true })),
    stats: Type.Optional(
      Type.Array(Type.Object({}, { additionalProperties: true }), { maxItems: 50 }),
    ),
  }),
  output: Type.Object({}, { additionalProperties: true }),
})

export const createOrganization = endpoint({
  method: 'POST',
  path: base,
  roles: ['superadmin'],
  effect: 'write',
  resource,
  summary: 'Create an organization',
  input: object({
    name: Name('Becomes the id and cannot be changed'),
    description,
    status: Type.Optional(OrganizationStatus),
    enableBuiltin: Type.Optional(
      Type.Boolean({
        description:
          'Enable all built-in analyzers that need no network; defaults to the setting `analyzer.enableBuiltin`',
      }),
    ),
  }),
  output: Organization,
  status: 201,
})

export const getOrganization = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  roles: 'any',
  effect: 'read',
  resource,
  summary: 'Get an organization: any for superadmin, otherwise your own',
  params,
  input: object({ nstats }),
  output: Organization,
})

export const updateOrganization = endpoint({
  method: 'PATCH',
  path: `${base}/:id`,
  roles: ['superadmin'],
  effect: 'write',
  resource,
  summary: 'Change description, status or the second-factor requirement',
  params,
  input: object({
    description: Type.Optional(description),
    status: Type.Optional(OrganizationStatus),
    secondFactor: Type.Optional(SecondFactorRule),
  }),
  output: Organization,
})

export const deleteOrganization = empty({
  method: 'DELETE',
  path: `${base}/:id`,
  aliases: ['/api/v1/organisation/:id'],
  roles: ['superadmin'],
  effect: 'write',
  resource,
  summary: 'Lock an organization; its data stays',
  params,
})
