import { Type } from 'typebox'
import { empty, endpoint } from './endpoint.ts'
import { currentUserKeys, User } from './users.ts'
import { Secret } from './values.ts'

const resource = 'session'

export const login = endpoint({
  method: 'POST',
  path: '/api/login',
  aliases: ['/api/v0/login', '/api/v1/login'],
  roles: 'public',
  resource,
  summary: 'Sign in and receive a session cookie',
  input: Type.Object(
    {
      user: Type.String({ maxLength: 128 }),
      password: Secret({ maxLength: 1024 }),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(
    { id: Type.String(), name: Type.String(), roles: Type.Array(Type.String()) },
    { additionalProperties: false },
  ),
})

export const logout = empty({
  method: 'GET',
  path: '/api/logout',
  aliases: ['/api/v0/logout', '/api/v1/logout'],
  roles: 'public',
  resource,
  summary: 'End the session',
  status: 200,
})

export const logoutByPost = empty({
  method: 'POST',
  path: '/api/logout',
  aliases: ['/api/v0/logout', '/api/v1/logout'],
  roles: 'public',
  resource,
  summary: 'End the session (other method of the same call; refused to pages of other sites)',
  status: 200,
  ignoresUnknown: true,
})

export const currentUser = endpoint({
  method: 'GET',
  path: '/api/user/current',
  roles: 'any',
  resource,
  summary: 'The caller',
  output: Type.Object(
    { ...User.properties, ...currentUserKeys },
    { additionalProperties: false, title: 'CurrentUser' },
  ),
})

export const sessionStatus = endpoint({
  method: 'GET',
  path: '/api/stream/status',
  roles: 'public',
  resource,
  summary: 'How long the session cookie still lives; asking does not prolong it',
  output: Type.Object(
    { remaining: Type.Integer({ description: 'Seconds' }), warning: Type.Boolean() },
    { additionalProperties: false },
  ),
})
