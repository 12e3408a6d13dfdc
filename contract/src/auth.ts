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
  effect: 'admit credential',
  resource,
  summary: 'Sign in and receive a session cookie',
  input: Type.Object(
    {
      user: Type.String({ maxLength: 128 }),
      password: Secret({ maxLength: 1024 }),
      code: Type.Optional(
        Secret({
          maxLength: 64,
          description:
            'Of an account with a second factor: the code of the app, or a recovery code. Without it the answer is 402 `MultiFactorCodeRequired`',
        }),
      ),
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
  effect: 'write',
  resource,
  summary: 'End the session; refused to pages of other sites',
  status: 200,
  rejectsCrossSite: true,
})

export const logoutByPost = empty({
  method: 'POST',
  path: '/api/logout',
  aliases: ['/api/v0/logout', '/api/v1/logout'],
  roles: 'public',
  effect: 'write',
  resource,
  summary: 'End the session (other method of the same call)',
  status: 200,
  ignoresUnknown: true,
})

const ssoInput = Type.Object(
  {
    code: Type.Optional(Type.String({ maxLength: 8192 })),
    state: Type.Optional(Type.String({ maxLength: 1024 })),
    iss: Type.Optional(Type.String({ maxLength: 1024 })),
    error: Type.Optional(Type.String({ maxLength: 256 })),
    provider: Type.Optional(
      Type.String({ maxLength: 32, description: 'Name of a provider; without it the first' }),
    ),
    returnTo: Type.Optional(
      Type.String({ maxLength: 2048, description: 'Path of the page to come back to' }),
    ),
  },
  { additionalProperties: false },
)

const ssoSummary =
  'Sign in through a provider: without `code` and `state` a redirect to it (302), with them a session and a redirect to the page (303)'

export const ssoLogin = empty({
  method: 'GET',
  path: '/api/ssoLogin',
  aliases: ['/api/v0/ssoLogin', '/api/v1/ssoLogin'],
  roles: 'public',
  effect: 'admit credential',
  resource,
  summary: ssoSummary,
  input: ssoInput,
  status: 200,
})

export const ssoLoginByPost = empty({
  method: 'POST',
  path: '/api/ssoLogin',
  aliases: ['/api/v0/ssoLogin', '/api/v1/ssoLogin'],
  roles: 'public',
  effect: 'admit credential',
  resource,
  summary: `${ssoSummary} (other method of the same call)`,
  input: ssoInput,
  status: 200,
  ignoresUnknown: true,
})

export const signOut = endpoint({
  method: 'POST',
  path: '/api/session/end',
  roles: 'public',
  effect: 'write',
  resource,
  summary: 'End the session, and say where the provider that opened it ends its own',
  output: Type.Object(
    {
      redirect: Type.Optional(
        Type.String({
          description: 'Address of the provider at which the browser signs out there',
        }),
      ),
    },
    { additionalProperties: false },
  ),
})

export const currentUser = endpoint({
  method: 'GET',
  path: '/api/user/current',
  roles: 'any',
  effect: 'follow',
  resource,
  summary: 'The caller',
  output: Type.Object(
    {
      ...User.properties,
      ...currentUserKeys,
      mustSetUpSecondFactor: Type.Optional(
        Type.Boolean({
          description: 'The organization requires a second factor: nothing else can be done',
        }),
      ),
      platformLogin: Type.Optional(
        Type.String({
          description: 'The platform account that the set-up made; told to whom it made beside it',
        }),
      ),
    },
    { additionalProperties: false, title: 'CurrentUser' },
  ),
})

export const sessionStatus = endpoint({
  method: 'GET',
  path: '/api/stream/status',
  roles: 'public',
  effect: 'read',
  resource,
  summary: 'How long the session cookie still lives; asking does not prolong it',
  output: Type.Object(
    { remaining: Type.Integer({ description: 'Seconds' }), warning: Type.Boolean() },
    { additionalProperties: false },
  ),
})
