import { type Static, Type } from 'typebox'
import { list } from '../endpoint.ts'
import { AnyObject, Name, object } from '../values.ts'
import { idParams, keysV0, keysV1 } from './values.ts'
import { inBothVersions, v0, v1 } from './versions.ts'

const resource = 'organisation'

/** Everyone sees their organization, superadmin all of them. */
const viewers = ['read', 'superadmin'] as const

const shown = {
  name: Type.String(),
  description: Type.String(),
  locked: Type.Boolean(),
  links: Type.Array(Type.String(), {
    description: 'Organizations it can share cases with; of your own, or of all for superadmin',
  }),
}

export const OrganisationV0 = object(
  { ...keysV0, _type: Type.Literal('organisation'), ...shown },
  'OrganisationV0',
)
export type OrganisationV0 = Static<typeof OrganisationV0>

export const OrganisationV1 = object(
  { ...keysV1, _type: Type.Literal('Organisation'), ...shown, extraData: AnyObject },
  'OrganisationV1',
)
export type OrganisationV1 = Static<typeof OrganisationV1>

const all = '/organisation'
const one = '/organisation/:id'
const description = Type.String({ maxLength: 10_000 })
const read = { method: 'GET', roles: viewers, effect: 'read', resource } as const

export const listOrganisations = list({
  ...read,
  ...v0(all),
  row: OrganisationV0,
  summary: 'List organizations: all for superadmin, otherwise your own',
})
export const listOrganisationsV1 = list({
  ...read,
  ...v1(all),
  row: OrganisationV1,
  summary: 'List organizations: all for superadmin, otherwise your own',
})
export const searchOrganisations = list({
  ...read,
  ...v0(`${all}/_search`),
  method: 'POST',
  ignoresUnknown: true,
  row: OrganisationV0,
  summary: 'Search organizations',
})

export const [getOrganisation, getOrganisationV1] = inBothVersions(
  { ...read, roles: 'any', params: idParams, summary: 'Get an organization by name' },
  v0(one, OrganisationV0),
  v1(one, OrganisationV1),
)

export const [createOrganisation, createOrganisationV1] = inBothVersions(
  {
    method: 'POST',
    roles: ['superadmin'],
    effect: 'write',
    resource,
    summary: 'Create an organization',
    ignoresUnknown: true,
    input: object({
      name: Name('Becomes the id and cannot be changed'),
      description: Type.Optional(description),
    }),
    status: 201,
  },
  v0(all, OrganisationV0),
  v1(all, OrganisationV1),
)

const fixedAttributes = {
  name: 'it is the id; create another organization',
  links: 'link organizations at /api/organisation/:id/links',
}
export const [updateOrganisation, updateOrganisationV1] = inBothVersions(
  {
    method: 'PATCH',
    roles: ['superadmin'],
    effect: 'write',
    resource,
    summary: 'Change the description of an organization, or lock it',
    params: idParams,
    ignoresUnknown: true,
    input: object({
      description: Type.Optional(description),
      locked: Type.Optional(Type.Boolean()),
    }),
  },
  { ...v0(one), fixedAttributes },
  { ...v1(one), fixedAttributes },
)
