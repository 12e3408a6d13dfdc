import { type Static, Type } from 'typebox'
import { empty, endpoint } from './endpoint.ts'
import { object } from './values.ts'

const resource = 'system'

export const ConnectedServer = object({
  name: Type.String(),
  version: Type.String(),
  status: Type.Enum(['OK', 'AUTH_ERROR', 'ERROR']),
})

/** Without any key until the engines were looked at for the first time. */
const Connector = object({
  enabled: Type.Optional(Type.Boolean()),
  status: Type.Optional(Type.Enum(['OK', 'WARNING', 'ERROR'])),
  servers: Type.Optional(Type.Array(ConnectedServer)),
})

/** An account that a visitor of the demo may use. */
export const DemoUser = object(
  {
    login: Type.String(),
    password: Type.String(),
    name: Type.String(),
    description: Type.String({ description: 'What this user may do, in one sentence' }),
  },
  'DemoUser',
)
export type DemoUser = Static<typeof DemoUser>

export const status = endpoint({
  method: 'GET',
  path: '/api/status',
  aliases: ['/api/v0/status', '/api/v1/status'],
  roles: 'public',
  effect: 'read',
  resource,
  summary: 'Versions and what a client must know before it signs in',
  output: object({
    versions: Type.Record(Type.String(), Type.String()),
    connectors: Type.Optional(
      Type.Object(
        { cortex: Connector, engine: Connector },
        { additionalProperties: false, description: 'Of the platform: its engine servers' },
      ),
    ),
    schemaStatus: Type.Optional(Type.Array(Type.Unknown())),
    config: object({
      authType: Type.Array(Type.String()),
      capabilities: Type.Array(Type.String()),
      ssoAutoLogin: Type.Boolean(),
      sso: Type.Optional(
        Type.Array(object({ name: Type.String(), label: Type.String() }), {
          description: 'Providers of single sign-on: `/api/ssoLogin?provider=name`',
        }),
      ),
      passkeys: Type.Optional(
        Type.Boolean({ description: 'Sign-in by passkey alone is possible' }),
      ),
      setupNeeded: Type.Boolean({ description: 'No user exists yet' }),
      protectDownloadsWith: Type.Optional(
        Type.String({ description: 'Password of downloaded archives; signed-in callers only' }),
      ),
      demo: Type.Optional(
        Type.Boolean({ description: 'All data is made up; only while it is (--demo)' }),
      ),
      demoUsers: Type.Optional(
        Type.Array(DemoUser, { description: 'Of the demonstration: as whom one may sign in' }),
      ),
      pollingDuration: Type.Optional(Type.Integer({ description: 'Of the platform' })),
      freeTagDefaultColour: Type.Optional(Type.String({ description: 'Of the platform' })),
    }),
  }),
})

const Health = object({
  status: Type.Enum(['ok', 'unavailable']),
  reason: Type.Optional(Type.String()),
  details: Type.Optional(
    object({
      sandbox: Type.Optional(
        object({
          mode: Type.Enum(['auto', 'off', 'required'], { description: '`job.sandbox`' }),
          active: Type.Boolean({ description: 'Programs run in a sandbox' }),
          reason: Type.Optional(
            Type.String({
              description: 'Why they do not, and the remedy; orgadmin and superadmin only',
            }),
          ),
        }),
      ),
      warmPython: Type.Optional(
        object({
          mode: Type.Enum(['auto', 'off'], { description: '`job.warmPython`' }),
          active: Type.Boolean({ description: 'Python programs are kept loaded' }),
          programs: Type.Integer({ description: 'How many' }),
          bytes: Type.Integer({ description: 'The memory that they take' }),
          reason: Type.Optional(
            Type.String({ description: 'Why none is; orgadmin and superadmin only' }),
          ),
        }),
      ),
      notifications: Type.Optional(
        object({
          active: Type.Boolean({
            description: 'Processes notify each other; without, they find jobs by polls',
          }),
        }),
      ),
      database: Type.Optional(
        object({
          slow: Type.Boolean({ description: 'It is slow for a known reason' }),
          reasons: Type.Optional(
            Type.Array(Type.String(), {
              description: 'Each with what to look at; superadmin only',
            }),
          ),
        }),
      ),
      disk: Type.Optional(
        object({
          short: Type.Boolean({ description: 'Less than `job.minFree`: no job is started' }),
          freeBytes: Type.Optional(Type.Integer({ description: 'superadmin only' })),
        }),
      ),
      workers: Type.Optional(
        Type.Object(
          { nodes: Type.Integer(), slots: Type.Integer() },
          { additionalProperties: false, description: 'Nodes that run jobs; superadmin only' },
        ),
      ),
      queue: Type.Optional(
        Type.Object(
          { oldestSeconds: Type.Integer({ description: 'Age of the next job in the queue' }) },
          { additionalProperties: false, description: 'superadmin only' },
        ),
      ),
      blobs: Type.Optional(
        object({
          store: Type.Enum(['folder', 'postgres', 's3'], { description: 'Where files are' }),
          available: Type.Boolean({
            description: 'It answers; without it, what needs no file goes on',
          }),
        }),
      ),
    }),
  ),
})

export const health = endpoint({
  method: 'GET',
  path: '/api/health',
  roles: 'public',
  effect: 'read',
  resource,
  summary: 'Ready to work: 200, or 503 with the reason',
  output: Health,
})

export const alive = endpoint({
  method: 'GET',
  path: '/api/alive',
  roles: 'public',
  effect: 'read',
  resource,
  summary: 'The process answers',
  output: Health,
})

export const migrate = empty({
  method: 'POST',
  path: '/api/maintenance/migrate',
  roles: 'public',
  effect: 'write',
  resource,
  summary: 'Kept for old scripts: tables are made at start, so there is nothing to do',
})

export const openapi = endpoint({
  method: 'GET',
  path: '/api/openapi.json',
  roles: 'public',
  effect: 'read',
  resource,
  summary: 'This API as an OpenAPI 3.1 document',
  output: Type.Object({}, { additionalProperties: true }),
})
