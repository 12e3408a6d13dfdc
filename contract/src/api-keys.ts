import { type Static, Type } from 'typebox'
import { keyScopes } from './effect.ts'
import { empty, endpoint } from './endpoint.ts'
import { credential, object } from './values.ts'

const resource = 'api key'
const path = '/api/user/:login/keys'

/** More than a day of an agent needs. */
export const maxJobsPerDay = 10_000
export const maxKeyWorkers = 100
/** Of a key for an agent that names none. */
export const agentDefaults = { maxTlp: 2, maxPap: 2, jobsPerDay: 50 } as const

const level = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 3, description }))

/** Only with the scopes of agents. */
const limits = {
  maxTlp: level(
    `Scopes of agents: nothing with a higher TLP exists for the key; ${agentDefaults.maxTlp} if omitted`,
  ),
  maxPap: level(
    `Scopes of agents: the key runs and proposes nothing on what has a higher PAP; ${agentDefaults.maxPap} if omitted`,
  ),
  jobsPerDay: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: maxJobsPerDay,
      description: `Scope \`agent\`: analyzer jobs and proposals per day (UTC); ${agentDefaults.jobsPerDay} if omitted`,
    }),
  ),
  workers: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 128 }), {
      maxItems: maxKeyWorkers,
      description:
        'Scope `agent`: ids of the only analyzers and responders the key can use; all if omitted',
    }),
  ),
}

const shown = {
  id: Type.String(),
  name: Type.String(),
  scope: Type.Enum([...keyScopes], {
    description:
      '`all`: what the user can do, except create anything that outlives the key; `read`: read-only, no credentials; `run`: run jobs and read their reports; `agent-read` and `agent`: only the tools of `POST /mcp`, for AI agents: reading, or also analyzing, commenting and proposing responses',
  }),
  worker: Type.Optional(
    Type.String({
      description: 'With scope `run`: id of the only analyzer or responder the key can run',
    }),
  ),
  ...limits,
  createdAt: Type.Integer(),
  createdBy: Type.String(),
  expiresAt: Type.Optional(Type.Integer()),
  lastUsedAt: Type.Optional(Type.Integer({ description: 'Accurate to about ten minutes' })),
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
  summary: "List a user's named API keys: your own, or as orgadmin or superadmin",
  params,
  output: Type.Array(ApiKey),
})

export const createApiKey = endpoint({
  method: 'POST',
  path,
  roles: 'any',
  effect: 'admit credential',
  resource,
  summary: 'Create a named API key; only this response shows it',
  params,
  input: object({
    name: Type.String({ minLength: 1, maxLength: 64, pattern: '^\\S(.*\\S)?$' }),
    scope: Type.Optional(shown.scope),
    worker: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
    ...limits,
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
  summary: 'Revoke a named API key; effective immediately',
  params: Type.Object({ login: Type.String(), id: Type.String() }),
})
