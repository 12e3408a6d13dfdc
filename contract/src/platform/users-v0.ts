import { type Static, Type } from 'typebox'
import { endpoint, list } from '../endpoint.ts'
import { changeUser, newPassword, readUser, secretsOfUser } from '../users.ts'
import { Name, object } from '../values.ts'
import { keysV0 } from './values.ts'

const resource = 'user'
const base = '/api/v0/user'

/**
 * Users as clients of version 0 know them. Without a version `/api/user` is the engine's, which has
 * other words for the same: `organization`, and `Active` for `Ok`.
 */
export const UserV0 = object(
  {
    ...keysV0,
    _type: Type.Literal('user'),
    login: Type.String(),
    name: Type.String(),
    roles: Type.Array(Type.String()),
    organisation: Type.String(),
    hasKey: Type.Boolean(),
    status: Type.Enum(['Ok', 'Locked']),
    locked: Type.Boolean(),
  },
  'UserV0',
)
export type UserV0 = Static<typeof UserV0>

const name = Type.String({ minLength: 1, maxLength: 256 })
const organisation = Type.String({ minLength: 1, maxLength: 128 })
const roles = Type.Array(Type.String({ maxLength: 32 }), {
  maxItems: 16,
  description:
    'read, write (`analyze` here), admin (`orgadmin` here, or `superadmin` in `cortex`), or a role name',
})
const viewers = ['read', 'superadmin'] as const

export const listUsersV0 = list({
  method: 'GET',
  path: base,
  roles: viewers,
  effect: 'read',
  resource,
  summary: 'List users: all for superadmin, otherwise those of your organization',
  row: UserV0,
})

export const searchUsersV0 = list({
  method: 'POST',
  path: `${base}/_search`,
  roles: viewers,
  effect: 'read',
  resource,
  summary: 'Search users: all for superadmin, otherwise those of your organization',
  ignoresUnknown: true,
  row: UserV0,
})

export const createUserV0 = endpoint({
  method: 'POST',
  path: base,
  roles: ['orgadmin', 'superadmin'],
  effect: 'admit',
  resource,
  summary: 'Create a user in your organization; superadmin can name another one',
  ignoresUnknown: true,
  input: object({
    login: Name('Becomes the id and cannot be changed'),
    name,
    roles: Type.Optional(roles),
    organisation: Type.Optional(organisation),
    password: Type.Optional(newPassword),
  }),
  output: UserV0,
  status: 201,
})

export const currentUserV0 = endpoint({
  method: 'GET',
  path: `${base}/current`,
  roles: 'any',
  effect: 'read',
  resource,
  summary: 'Get the current user; `X-Organisation` names the organization',
  output: UserV0,
})

export const getUserV0 = endpoint({ ...readUser, path: `${base}/:login`, output: UserV0 })

export const updateUserV0 = endpoint({
  ...changeUser,
  path: `${base}/:login`,
  effect: 'write',
  ignoresUnknown: true,
  input: object({
    name: Type.Optional(name),
    roles: Type.Optional(roles),
    organisation: Type.Optional(organisation),
    status: Type.Optional(Type.Enum(['Ok', 'Active', 'Locked'])),
    password: secretsOfUser.password,
  }),
  fixedAttributes: {
    login: 'it is the id; create another user',
    locked: 'derived from status; change that instead',
  },
  output: UserV0,
})
