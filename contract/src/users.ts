import { type Static, Type } from 'typebox'
import { empty, endpoint, list, text } from './endpoint.ts'
import { minPasswordLength } from './passwords.ts'
import { entityKeys, Name, object, Role, Secret } from './values.ts'

const resource = 'user'
const base = '/api/user'

/** `Ok` is another spelling of `Active`: accepted everywhere, answered by user creation only. */
export const UserStatus = Type.Enum(['Active', 'Ok', 'Locked'])
export type UserStatus = Static<typeof UserStatus>

export const User = object(
  {
    ...entityKeys,
    name: Type.String(),
    organization: Type.String(),
    roles: Type.Array(Type.String()),
    status: UserStatus,
    hasKey: Type.Boolean(),
    hasPassword: Type.Boolean(),
    hasSecondFactor: Type.Boolean(),
    avatar: Type.Optional(Type.String()),
    email: Type.Optional(Type.String()),
  },
  'User',
)
export type User = Static<typeof User>

export const currentUserKeys = {
  preferences: Type.Object({}, { additionalProperties: true }),
}

/** Clients of the platform call the same by paths with a version. */
const alsoOfPlatform = (path: string) => ({
  path: `${base}${path}`,
  aliases: [`/api/v0/user${path}`, `/api/v1/user${path}`],
})

const params = Type.Object({ login: Type.String() })
const organizationParams = Type.Object({ id: Type.String() })
export const displayName = Type.String({ minLength: 1, maxLength: 256 })
const userRoles = Type.Array(Role, { maxItems: 16 })
const email = Type.String({
  maxLength: 254,
  description: 'Email address; a new one is not confirmed yet',
})
const avatar = Type.String({ maxLength: 500_000 })
const preferences = Type.String({ maxLength: 64_000, description: 'JSON text' })
export const newPassword = Secret({
  minLength: 1,
  maxLength: 1024,
  description: `At least ${minPasswordLength} characters, not only spaces, not the login`,
})
const organization = Type.String({ minLength: 1, maxLength: 128 })

export const listUsers = list({
  method: 'GET',
  path: base,
  roles: ['superadmin'],
  effect: 'read',
  resource,
  summary: 'List the users of all organizations',
  row: User,
})

export const searchUsers = list({
  method: 'POST',
  path: `${base}/_search`,
  roles: ['superadmin'],
  effect: 'read',
  resource,
  summary: 'Search the users of all organizations',
  row: User,
})

export const listAllOrganizationsUsers = list({
  method: 'GET',
  path: '/api/organization/user',
  roles: ['superadmin'],
  effect: 'read',
  resource,
  summary: 'List the users of all organizations (alternate path)',
  row: User,
})

export const searchAllOrganizationsUsers = list({
  method: 'POST',
  path: '/api/organization/user/_search',
  roles: ['superadmin'],
  effect: 'read',
  resource,
  summary: 'Search the users of all organizations (alternate path)',
  row: User,
})

export const listOrganizationUsers = list({
  method: 'GET',
  path: '/api/organization/:id/user',
  roles: ['orgadmin', 'superadmin'],
  effect: 'read',
  resource,
  summary: 'List the users of an organization; empty if it is not yours',
  params: organizationParams,
  row: User,
})

export const searchOrganizationUsers = list({
  method: 'POST',
  path: '/api/organization/:id/user/_search',
  roles: ['orgadmin', 'superadmin'],
  effect: 'read',
  resource,
  summary: 'Search the users of an organization; empty if it is not yours',
  params: organizationParams,
  row: User,
})

export const createUser = endpoint({
  method: 'POST',
  path: base,
  roles: ['orgadmin', 'superadmin'],
  effect: 'admit',
  duringSetup: true,
  resource,
  summary: 'Create a user: orgadmin in your organization, superadmin in the given one',
  input: object({
    login: Name('Becomes the id and cannot be changed'),
    name: displayName,
    organization: Type.Optional(organization),
    roles: Type.Optional(userRoles),
    status: Type.Optional(UserStatus),
    password: Type.Optional(newPassword),
    key: Type.Optional(
      Secret({
        maxLength: 512,
        description: 'API key, at least 32 characters; empty means none',
      }),
    ),
    avatar: Type.Optional(avatar),
    email: Type.Optional(email),
    preferences: Type.Optional(preferences),
  }),
  output: User,
  status: 201,
})

/** The same in the older version of the platform, which shows users in another way. */
export const readUser = {
  method: 'GET',
  roles: 'any',
  effect: 'read',
  resource,
  summary: 'Get a user: any for superadmin, otherwise of your organization',
  params,
} as const
export const changeUser = {
  method: 'PATCH',
  roles: 'any',
  effect: 'write',
  resource,
  summary: 'Change a user; you cannot change your own roles, status or organization',
  params,
} as const
export const secretsOfUser = {
  password: Type.Optional(
    Type.Unknown({
      format: 'password',
      description: 'Rejected: use password/set or password/change',
    }),
  ),
  key: Type.Optional(
    Type.Unknown({ format: 'password', description: 'Rejected: use key/renew or key/set' }),
  ),
}

export const getUser = endpoint({ ...readUser, path: `${base}/:login`, output: User })

export const updateUser = endpoint({
  ...changeUser,
  path: `${base}/:login`,
  input: object({
    name: Type.Optional(displayName),
    roles: Type.Optional(userRoles),
    status: Type.Optional(UserStatus),
    organization: Type.Optional(organization),
    avatar: Type.Optional(Type.Union([avatar, Type.Null()])),
    email: Type.Optional(Type.Union([email, Type.Null()])),
    preferences: Type.Optional(preferences),
    ...secretsOfUser,
  }),
  output: User,
})

export const deleteUser = empty({
  method: 'DELETE',
  ...alsoOfPlatform('/:login'),
  roles: ['orgadmin', 'superadmin'],
  effect: 'write',
  resource,
  summary: 'Lock a user; their data stays',
  params,
})

export const setPassword = empty({
  method: 'POST',
  ...alsoOfPlatform('/:login/password/set'),
  roles: ['orgadmin', 'superadmin'],
  effect: 'admit',
  resource,
  summary: "Set a user's password",
  params,
  input: object({ password: newPassword }),
})

export const changePassword = empty({
  method: 'POST',
  ...alsoOfPlatform('/:login/password/change'),
  roles: 'any',
  effect: 'admit',
  resource,
  summary: 'Change your own password',
  params,
  input: object({ currentPassword: Secret({ maxLength: 1024 }), password: newPassword }),
})

export const getKey = text({
  method: 'GET',
  ...alsoOfPlatform('/:login/key'),
  roles: 'any',
  effect: 'admit credential',
  resource,
  summary: 'Get an API key: your own, or as orgadmin or superadmin',
  params,
})

export const renewKey = text({
  method: 'POST',
  ...alsoOfPlatform('/:login/key/renew'),
  roles: 'any',
  effect: 'admit credential',
  resource,
  summary: 'Create a new API key; the previous one stops working',
  params,
})

export const setKey = text({
  method: 'POST',
  path: `${base}/:login/key/set`,
  roles: ['orgadmin', 'superadmin'],
  effect: 'admit credential',
  resource,
  summary: 'Set an API key that you chose, at least 32 characters',
  params,
  input: object({ key: Secret({ maxLength: 512 }) }),
})

export const deleteKey = empty({
  method: 'DELETE',
  ...alsoOfPlatform('/:login/key'),
  roles: ['orgadmin', 'superadmin'],
  effect: 'admit',
  resource,
  summary: 'Revoke an API key',
  params,
  status: 200,
})
