import { type Static, Type } from 'typebox'
import { endpoint, list } from '../endpoint.ts'
import { AnyObject, Name, object } from '../values.ts'
import { idParams, keysV0, keysV1 } from './values.ts'
import { inBothVersions, v0, v1 } from './versions.ts'

const resource = 'profile'

const shown = {
  name: Type.String(),
  permissions: Type.Array(Type.String()),
  editable: Type.Boolean({ description: 'Always false: profiles are roles' }),
  isAdmin: Type.Boolean({ description: 'True for superadmin' }),
}

export const ProfileV0 = object(
  { ...keysV0, _type: Type.Literal('profile'), ...shown },
  'ProfileV0',
)
export type ProfileV0 = Static<typeof ProfileV0>

export const ProfileV1 = object(
  { ...keysV1, _type: Type.Literal('Profile'), ...shown },
  'ProfileV1',
)
export type ProfileV1 = Static<typeof ProfileV1>

const all = '/profile'
const one = '/profile/:id'
const permissions = Type.Array(Type.String({ maxLength: 128 }), { maxItems: 100 })
const read = { method: 'GET', roles: ['read', 'superadmin'], effect: 'read', resource } as const
const write = { roles: ['superadmin'], effect: 'write', resource, ignoresUnknown: true } as const

export const [listProfiles, listProfilesV1] = inBothVersions(
  { ...read, summary: 'List the four profiles: roles under their TheHive names' },
  v0(all, Type.Array(ProfileV0)),
  v1(all, Type.Array(ProfileV1)),
)
export const [getProfile, getProfileV1] = inBothVersions(
  { ...read, params: idParams, summary: 'Get a profile by name' },
  v0(one, ProfileV0),
  v1(one, ProfileV1),
)
export const [createProfile, createProfileV1] = inBothVersions(
  {
    ...write,
    method: 'POST',
    summary: 'Rejected: profiles are fixed; the error names one with these permissions',
    input: object({ name: Name('Name of the profile'), permissions: Type.Optional(permissions) }),
    status: 201,
  },
  v0(all, ProfileV0),
  v1(all, ProfileV1),
)
export const [updateProfile, updateProfileV1] = inBothVersions(
  {
    ...write,
    method: 'PATCH',
    params: idParams,
    summary: "Rejected unless nothing changes: a profile has its role's permissions",
    input: object({
      name: Type.Optional(Type.String({ maxLength: 128 })),
      permissions: Type.Optional(permissions),
    }),
  },
  v0(one),
  v1(one),
)
export const [deleteProfile, deleteProfileV1] = inBothVersions(
  { ...write, method: 'DELETE', params: idParams, summary: 'Rejected: profiles are roles' },
  v0(one),
  v1(one),
)

export const searchProfiles = list({
  ...read,
  ...v0(`${all}/_search`),
  method: 'POST',
  ignoresUnknown: true,
  row: ProfileV0,
  summary: 'Search the four profiles',
})
export const profileStats = endpoint({
  ...read,
  ...v0(`${all}/_stats`, AnyObject),
  method: 'POST',
  ignoresUnknown: true,
  input: object({
    query: Type.Optional(AnyObject),
    stats: Type.Optional(Type.Array(AnyObject, { maxItems: 50 })),
  }),
  summary: 'Count profiles; aggregations other than `count` are rejected',
})
