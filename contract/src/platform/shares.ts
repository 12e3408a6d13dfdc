import { type Static, Type } from 'typebox'
import { empty, endpoint } from '../endpoint.ts'
import { object, orNull } from '../values.ts'
import { OrganisationV0, OrganisationV1 } from './organisations.ts'
import { idParams, keysV0, keysV1, readers, writers } from './values.ts'
import { inBothVersions, v0, v1 } from './versions.ts'

const resource = 'share'

const shown = {
  caseId: Type.String(),
  profileName: Type.String(),
  organisationName: Type.String(),
  owner: Type.Boolean({ description: 'True for the organization that owns the case' }),
  taskRule: Type.String({ description: '`all`, or `manual`: only those shared one by one' }),
  observableRule: Type.String(),
}
export const ShareV0 = object({ ...keysV0, _type: Type.Literal('share'), ...shown }, 'ShareV0')
export type ShareV0 = Static<typeof ShareV0>
export const ShareV1 = object({ ...keysV1, _type: Type.Literal('Share'), ...shown }, 'ShareV1')
export type ShareV1 = Static<typeof ShareV1>

const Organisation = Type.String({ minLength: 1, maxLength: 256 })
const Organisations = Type.Array(Organisation, { minItems: 1, maxItems: 100 })
const Profile = Type.Enum(['read-only', 'analyst'], { description: 'Defaults to `read-only`' })
const Rule = Type.Enum(['all', 'none', 'manual', 'existing', 'existingOnly'], {
  description:
    '`all`, present and future; `existing`, only those present now; or `none`, the default',
})
/** Both generations of clients have their own names. */
export const ShareForm = Type.Object(
  {
    organisationName: Type.Optional(Organisation),
    organisation: Type.Optional(Organisation),
    share: Type.Optional(orNull(Type.Boolean())),
    profile: Type.Optional(orNull(Profile)),
    tasks: Type.Optional(orNull(Rule)),
    taskRule: Type.Optional(orNull(Rule)),
    observables: Type.Optional(orNull(Rule)),
    observableRule: Type.Optional(orNull(Rule)),
  },
  { additionalProperties: true },
)
export type ShareForm = Static<typeof ShareForm>
const Shares = object({ shares: Type.Array(ShareForm, { maxItems: 100 }) })
const byOrganisation = object({ organisations: Organisations })

const mine = { roles: writers, resource, ignoresUnknown: true } as const
const ofCase = '/case/:id/shares'

export const [shareCase, shareCaseV1] = inBothVersions(
  {
    ...mine,
    method: 'POST',
    effect: 'write',
    params: idParams,
    input: Shares,
    status: 201,
    summary: 'Share a case with linked organizations; replaces their current share',
  },
  v0(ofCase, Type.Array(ShareV0)),
  v1(ofCase, Type.Array(ShareV1)),
)
export const setCaseShares = endpoint({
  ...mine,
  ...v1(ofCase, Type.Array(ShareV1)),
  method: 'PUT',
  effect: 'write',
  params: idParams,
  input: Shares,
  summary: 'Share a case with exactly these organizations',
})
export const [listCaseShares, listCaseSharesV1] = inBothVersions(
  {
    method: 'GET',
    roles: readers,
    effect: 'read',
    resource,
    params: idParams,
    summary: 'List the organizations that can see a case of yours',
  },
  v0(ofCase, Type.Array(ShareV0)),
  v1(ofCase, Type.Array(ShareV1)),
)
export const [unshareCase, unshareCaseV1] = inBothVersions(
  {
    ...mine,
    method: 'DELETE',
    effect: 'write',
    params: idParams,
    input: byOrganisation,
    summary: 'Revoke a case from organizations, effective immediately',
  },
  v0(ofCase),
  v1(ofCase),
)
export const [deleteShares, deleteSharesV1] = inBothVersions(
  {
    ...mine,
    method: 'DELETE',
    effect: 'write',
    input: object({
      ids: Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: 1_000 }),
    }),
    summary: 'Revoke shares, effective immediately',
  },
  v0('/case/shares'),
  v1('/case/shares'),
)
const one = { ...mine, params: idParams } as const
export const [deleteShare, deleteShareV1] = inBothVersions(
  { ...one, method: 'DELETE', effect: 'write', summary: 'Revoke a share, effective immediately' },
  v0('/case/share/:id'),
  v1('/case/share/:id'),
)
const { share: _, organisation: __, organisationName: ___, ...changes } = ShareForm.properties
export const [updateShare, updateShareV1] = inBothVersions(
  {
    ...one,
    method: 'PATCH',
    effect: 'write',
    input: object(changes),
    summary: 'Change what an organization can see and do in a shared case',
  },
  v0('/case/share/:id', ShareV0),
  v1('/case/share/:id', ShareV1),
)

const item = { ...one, input: byOrganisation } as const
export const [shareTask, shareTaskV1] = inBothVersions(
  {
    ...item,
    method: 'POST',
    effect: 'write',
    summary: 'Share a task with organizations that can see its case',
  },
  v0('/case/task/:id/shares'),
  { ...v1('/case/task/:id/shares'), aliases: ['/api/v1/task/:id/shares'] },
)
export const [unshareTask, unshareTaskV1] = inBothVersions(
  {
    ...item,
    method: 'DELETE',
    effect: 'write',
    summary: 'Revoke a task from organizations, effective immediately',
  },
  v0('/task/:id/shares'),
  v1('/task/:id/shares'),
)
export const [shareObservable, shareObservableV1] = inBothVersions(
  {
    ...item,
    method: 'POST',
    effect: 'write',
    summary: 'Share an observable with organizations that can see its case',
  },
  v0('/case/artifact/:id/shares'),
  v1('/observable/:id/shares'),
)
export const [unshareObservable, unshareObservableV1] = inBothVersions(
  {
    ...item,
    method: 'DELETE',
    effect: 'write',
    summary: 'Revoke an observable from organizations, effective immediately',
  },
  v0('/observable/:id/shares'),
  v1('/observable/:id/shares'),
)
const itemOfCase = {
  method: 'GET',
  roles: readers,
  effect: 'read',
  resource,
  params: Type.Object({ id: Type.String(), itemId: Type.String() }),
} as const
export const [listTaskShares, listTaskSharesV1] = inBothVersions(
  { ...itemOfCase, summary: 'List the organizations that can see a task of yours' },
  v0('/case/:id/task/:itemId/shares', Type.Array(ShareV0)),
  v1('/case/:id/task/:itemId/shares', Type.Array(ShareV1)),
)
export const listSharesOfTask = endpoint({
  ...v1('/task/:id/shares', Type.Array(ShareV1)),
  method: 'GET',
  roles: readers,
  effect: 'read',
  resource,
  params: idParams,
  summary: 'List the organizations that can see a task of yours, without naming its case',
})
export const [listObservableShares, listObservableSharesV1] = inBothVersions(
  { ...itemOfCase, summary: 'List the organizations that can see an observable of yours' },
  v0('/case/:id/observable/:itemId/shares', Type.Array(ShareV0)),
  v1('/case/:id/observable/:itemId/shares', Type.Array(ShareV1)),
)

const links = '/organisation/:id/links'
const linked = '/organisation/:id/link/:other'
const byAdministrator = { roles: ['superadmin'], resource: 'organisation' } as const
const pair = Type.Object({ id: Type.String(), other: Type.String() })
export const [listLinks, listLinksV1] = inBothVersions(
  {
    method: 'GET',
    roles: 'any',
    effect: 'read',
    resource: 'organisation',
    params: idParams,
    summary: 'List organizations that an organization can share cases with',
  },
  v0(links, Type.Array(OrganisationV0)),
  v1(links, Type.Array(OrganisationV1)),
)
export const [linkOrganisation, linkOrganisationV1] = inBothVersions(
  {
    ...byAdministrator,
    method: 'PUT',
    effect: 'write',
    params: pair,
    ignoresUnknown: true,
    summary: 'Link two organizations, so they can share cases with each other',
  },
  v0(linked),
  v1(linked),
)
export const [unlinkOrganisation, unlinkOrganisationV1] = inBothVersions(
  {
    ...byAdministrator,
    method: 'DELETE',
    effect: 'write',
    params: pair,
    summary: 'Unlink two organizations; ends their shares immediately',
  },
  v0(linked),
  v1(linked),
)
export const setLinks = empty({
  ...byAdministrator,
  ...v0(links),
  aliases: [`/api/v0${links}`, `/api/v1${links}`],
  method: 'PUT',
  effect: 'write',
  params: idParams,
  ignoresUnknown: true,
  input: object({
    organisations: Type.Optional(Type.Array(Organisation, { maxItems: 1_000 })),
    links: Type.Optional(
      Type.Array(Type.Object({ toOrganisation: Organisation }, { additionalProperties: true }), {
        maxItems: 1_000,
      }),
    ),
  }),
  summary: 'Link an organization with exactly these ones',
})

export const listSharingProfiles = endpoint({
  ...v1('/sharingProfile'),
  method: 'GET',
  roles: readers,
  effect: 'read',
  resource,
  summary: 'Get the default sharing rules for cases',
  output: Type.Array(
    object({
      name: Type.String(),
      description: Type.String(),
      isDefault: Type.Boolean(),
      autoShare: Type.Boolean(),
      editable: Type.Boolean(),
      permissionProfile: Type.String(),
      taskRule: Type.String(),
      observableRule: Type.String(),
    }),
  ),
})
