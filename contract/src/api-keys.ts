import { type Static, Type } from 'typebox'
import { keyScopes } from './effect.ts'
import { empty, endpoint } from './endpoint.ts'
import { credential, object } from './values.ts'

const resource = 'api key'
const path = '/api/user/:login/keys'

const shown = {
  id: Type.String(),
  name: Type.String(),
  scope: Type.Enum([...keyScopes], {
    description:
      '`all` that the user may but make what outlives the key, `read` only and no credential, or `run` jobs and read their reports',
  }),
  worker: Type.Optional(
    Type.String({ description: 'Of the scope `run`: id of the one analyzer or responder' }),
  ),
  createdAt: Type.Integer(),
  createdBy: Type.String(),
  expiresAt: Type.Optional(Type.Integer()),
  lastUsedAt: Type.Optional(Type.Integer({ description: 'To about ten minutes' })),
}

export const ApiKey = object(shown, 'ApiKey')
export type ApiKey = Static<typeof ApiKey>

const params = Type.Object({ login: Type.String() })

export const listApiKeys = endpoint({
  method: 'GET',
  path,
  roles: 'any',
  effect: 'inspect',
  resource,
  summary: 'Named API keys of a user: one’s own, or as orgadmin or superadmin',
  params,
  output: Type.Array(ApiKey),
})

export const createApiKey = endpoint({
  method: 'POST',
  path,
  roles: 'any',
  effect: 'admit credential',
  resource,
  summary: 'Make a named API key; this answer alone shows it',
  params,
  input: object({
    name: Type.String({ minLength: 1, maxLength: 64, pattern: '^\\S(.*\\S)?$' }),
    scope: Type.Optional(shown.scope),
    worker: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
    expiresInDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 3650 })),
  }),
  output: object({ ...shown, key: Type.String(credential) }, 'NewApiKey'),
  status: 201,
})

export const revokeApiKey = empty({
  method: 'DELETE',
  path: `${path}/:id`,
  roles: 'any',
  effect: 'admit',
  resource,
  summary: 'Revoke a named API key; it stops working at once',
  params: Type.Object({ login: Type.String(), id: Type.String() }),
})
