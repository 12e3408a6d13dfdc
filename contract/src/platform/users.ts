import { type Static, Type } from 'typebox'
import { empty, endpoint, file } from '../endpoint.ts'
import { newPassword, readUser } from '../users.ts'
import { AnyObject, Name, object } from '../values.ts'
import { keysV1 } from './values.ts'
import { v1 } from './versions.ts'

const resource = 'user'
const administering = { roles: ['orgadmin', 'superadmin'], effect: 'write', resource } as const

/** Passwords, keys and the lock have one form in both APIs: see the aliases in `users.ts`. */
export const UserV1 = object(
  {
    ...keysV1,
    _type: Type.Literal('User'),
    login: Type.String(),
    name: Type.String(),
    email: Type.Optional(Type.String()),
    hasKey: Type.Boolean(),
    hasPassword: Type.Boolean(),
    hasMFA: Type.Boolean({ description: 'Has a second factor' }),
    locked: Type.Boolean(),
    profile: Type.String({ description: 'admin, org-admin, analyst, read-only or none' }),
    permissions: Type.Array(Type.String()),
    roles: Type.Array(Type.String()),
    organisation: Type.String(),
    organisations: Type.Array(
      object({
        organisationId: Type.String(),
        organisation: Type.String(),
        profile: Type.String(),
        default: Type.Boolean(),
      }),
      { description: "The user's only organization" },
    ),
    avatar: Type.Optional(Type.String({ description: 'Path of the profile image' })),
    extraData: AnyObject,
  },
  'UserV1',
)
export type UserV1 = Static<typeof UserV1>

const params = Type.Object({ login: Type.String() })
const name = Type.String({ minLength: 1, maxLength: 256 })
const profile = Type.String({
  maxLength: 128,
  description: 'admin, org-admin, analyst or read-only',
})
const organisation = Type.String({ minLength: 1, maxLength: 128 })
const avatar = Type.String({
  maxLength: 500_000,
  description: 'PNG, JPEG, GIF or WebP as base64, with or without `data:…;base64,`',
})
const one = '/user/:login'

/** Clients sent it before it was stored: what is no address must not refuse the call. */
const givenEmail = Type.Union([Type.String({ maxLength: 10_000 }), Type.Null()], {
  description: 'Email address; a new one is not confirmed yet, an invalid one is ignored',
})

export const createUserV1 = endpoint({
  ...v1('/user', UserV1),
  method: 'POST',
  roles: ['orgadmin', 'superadmin'],
  effect: 'admit',
  resource,
  summary: 'Create a user with a profile in your organization; superadmin can name another',
  ignoresUnknown: true,
  input: object({
    login: Name('Becomes the id and cannot be changed'),
    name,
    profile,
    organisation: Type.Optional(organisation),
    password: Type.Optional(newPassword),
    avatar: Type.Optional(avatar),
    email: Type.Optional(givenEmail),
  }),
  status: 201,
})

export const currentUserV1 = endpoint({
  ...v1('/user/current', UserV1),
  method: 'GET',
  roles: 'any',
  effect: 'read',
  resource,
  summary: 'Get the current user; `X-Organisation` and `X-Permissions` say the same',
})

export const getUserV1 = endpoint({ ...readUser, ...v1(one, UserV1) })

export const updateUserV1 = empty({
  ...v1(one),
  method: 'PATCH',
  roles: 'any',
  effect: 'write',
  resource,
  summary: 'Change a user; you cannot change your own profile, lock or organization',
  params,
  ignoresUnknown: true,
  input: object({
    name: Type.Optional(name),
    profile: Type.Optional(profile),
    organisation: Type.Optional(organisation),
    locked: Type.Optional(Type.Boolean()),
    avatar: Type.Optional(Type.Union([avatar, Type.Null()])),
    email: Type.Optional(givenEmail),
    password: Type.Optional(
      Type.Unknown({
        format: 'password',
        description: 'Rejected: use password/set or password/change',
      }),
    ),
  }),
  fixedAttributes: {
    login: 'it is the id; create another user',
    roles: 'derived from profile; change that instead',
    organisations: 'a user belongs to one organization; change organisation and profile',
  },
})

export const setUserOrganisations = endpoint({
  ...v1(`${one}/organisations`),
  method: 'PUT',
  ...administering,
  summary: 'Set the one organization of a user, and the profile there',
  params,
  ignoresUnknown: true,
  input: object({
    organisations: Type.Array(
      Type.Object(
        { organisation, profile, default: Type.Optional(Type.Boolean()) },
        { additionalProperties: true },
      ),
      { maxItems: 100 },
    ),
  }),
  output: object({ organisations: UserV1.properties.organisations }),
})

export const removeUser = empty({
  ...v1(`${one}/force`),
  aliases: ['/api/user/:login/force', '/api/v0/user/:login/force'],
  method: 'DELETE',
  ...administering,
  summary: 'Delete a user permanently; what the user created stays',
  params,
})

export const resetAttempts = empty({
  ...v1(`${one}/reset`),
  method: 'POST',
  ...administering,
  summary: "Reset a user's failed sign-in counter",
  params,
  ignoresUnknown: true,
})

export const getAvatar = file({
  ...v1(`${one}/avatar/:hash`),
  method: 'GET',
  roles: 'any',
  effect: 'read',
  resource,
  summary: "Get a user's profile image, at the path in `avatar`",
  params: Type.Object({ login: Type.String(), hash: Type.String() }),
})
