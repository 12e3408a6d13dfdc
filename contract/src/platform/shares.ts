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
  owner: Type.Boolean({ description: 'The organization that the case belongs to' }),
  taskRule: Type.String({ description: '`all`, or `manual`: those that were shared one by one' }),
  observableRule: Type.String(),
}
export const ShareV0 = object({ ...keysV0, _type: Type.Literal('share'), ...shown }, 'ShareV0')
export type ShareV0 = Static<typeof ShareV0>
export const ShareV1 = object({ ...keysV1, _type: Type.Literal('Share'), ...shown }, 'ShareV1')
export type ShareV1 = Static<typeof ShareV1>

const Organisation = Type.String({ minLength: 1, maxLength: 256 })
const Organisations = Type.Array(Organisation, { minItems: 1, maxItems: 100 })
const Profile = Type.Enum(['read-only', 'analyst'], { description: 'Without it, `read-only`' })
const Rule = Type.Enum(['all', 'none', 'manual', 'existing', 'existingOnly'], {
  description:
    '`all` there are and come, those that are there now (`existing`), or `none`, which is the default',
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
    summary: 'Share a case with linked organizations; those that have it get what is said now',
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
  summary: 'Share a case with these organizations and no others',
})
export const [listCaseShares, listCaseSharesV1] = inBothVersions(
  {
    method: 'GET',
    roles: readers,
    effect: 'read',
    resource,
    params: idParams,
    summary: 'Who sees a case of the organization',
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
    summary: 'Take a case back from organizations, at once',
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
    summary: 'Take shares back, at once',
  },
  v0('/case/shares'),
  v1('/case/shares'),
)
const one = { ...mine, params: idParams } as const
export const [deleteShare, deleteShareV1] = inBothVersions(
  { ...one, method: 'DELETE', effect: 'write', summary: 'Take a share back, at once' },
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
    summary: 'Change what an organization may see and do in a shared case',
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
    summary: 'Share a task with organizations that see its case',
  },
  v0('/case/task/:id/shares'),
  v1('/case/task/:id/shares'),
)
export const [unshareTask, unshareTaskV1] = inBothVersions(
  {
    ...item,
    method: 'DELETE',
    effect: 'write',
    summary: 'Take a task back from organizations, at once',
  },
  v0('/task/:id/shares'),
  v1('/task/:id/shares'),
)
export const [shareObservable, shareObservableV1] = inBothVersions(
  {
    ...item,
    method: 'POST',
    effect: 'write',
    summary: 'Share an observable with organizations that see its case',
  },
  v0('/case/artifact/:id/shares'),
  v1('/observable/:id/shares'),
)
export const [unshareObservable, unshareObservableV1] = inBothVersions(
  {
    ...item,
    method: 'DELETE',
    effect: 'write',
    summary: 'Take an observable back from organizations, at once',
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
  { ...itemOfCase, summary: 'Who sees a task of the organization' },
  v0('/case/:id/task/:itemId/shares', Type.Array(ShareV0)),
  v1('/case/:id/task/:itemId/shares', Type.Array(ShareV1)),
)
export const [listObservableShares, listObservableSharesV1] = inBothVersions(
  { ...itemOfCase, summary: 'Who sees an observable of the organization' },
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
    summary: 'The organizations that an organization may share cases with',
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
    summary: 'Let two organizations share cases with each other',
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
    summary: 'End what two organizations share, at once',
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
  summary: 'Let an organization share with these and no others',
})

export const listSharingProfiles = endpoint({
  ...v1('/sharingProfile'),
  method: 'GET',
  roles: readers,
  effect: 'read',
  resource,
  summary: 'How cases are shared unless something else is said',
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
