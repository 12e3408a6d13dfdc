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
            'For accounts with a second factor: code from the authenticator app, or a recovery code. Without it the response is 402 `MultiFactorCodeRequired`',
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
  summary: 'End the session; cross-site requests are rejected',
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
  summary: 'End the session (alternate method of the same endpoint)',
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
      Type.String({ maxLength: 32, description: 'Provider name; defaults to the first one' }),
    ),
    returnTo: Type.Optional(
      Type.String({ maxLength: 2048, description: 'Path of the page to return to' }),
    ),
  },
  { additionalProperties: false },
)

export const ssoLogin = empty({
  method: 'GET',
  path: '/api/ssoLogin',
  aliases: ['/api/v0/ssoLogin', '/api/v1/ssoLogin'],
  roles: 'public',
  effect: 'admit credential',
  resource,
  summary: 'Sign in with a provider: 302 to it; with `code` and `state`, a session and 303',
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
  summary: 'Sign in with a provider by POST; same as by GET',
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
  summary: 'End the session and return the sign-out URL of the provider that opened it',
  output: Type.Object(
    {
      redirect: Type.Optional(
        Type.String({
          description: 'Provider URL where the browser signs out',
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
  summary: 'Get the current user',
  output: Type.Object(
    {
      ...User.properties,
      ...currentUserKeys,
      mustSetUpSecondFactor: Type.Optional(
        Type.Boolean({
          description:
            'The organization requires a second factor; nothing else is allowed until one is set up',
        }),
      ),
      platformLogin: Type.Optional(
        Type.String({
          description:
            'Platform account created during setup; shown only to the administrator created with it',
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
  summary: 'Get the remaining lifetime of the session cookie; does not extend it',
  output: Type.Object(
    { remaining: Type.Integer({ description: 'Seconds' }), warning: Type.Boolean() },
    { additionalProperties: false },
  ),
})
