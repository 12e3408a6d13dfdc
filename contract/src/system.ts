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
    description: Type.String({ description: 'What this user can do, in one sentence' }),
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
  summary: 'Get versions and what a client must know before sign-in',
  output: object({
    versions: Type.Record(Type.String(), Type.String()),
    connectors: Type.Optional(
      Type.Object(
        { cortex: Connector, engine: Connector },
        { additionalProperties: false, description: 'Engine servers of the case platform' },
      ),
    ),
    schemaStatus: Type.Optional(Type.Array(Type.Unknown())),
    config: object({
      authType: Type.Array(Type.String()),
      capabilities: Type.Array(Type.String()),
      ssoAutoLogin: Type.Boolean(),
      sso: Type.Optional(
        Type.Array(object({ name: Type.String(), label: Type.String() }), {
          description: 'Single sign-on providers: `/api/ssoLogin?provider=name`',
        }),
      ),
      passkeys: Type.Optional(Type.Boolean({ description: 'Passkey-only sign-in is available' })),
      setupNeeded: Type.Boolean({ description: 'No users yet' }),
      protectDownloadsWith: Type.Optional(
        Type.String({ description: 'Password of downloaded archives; shown only when signed in' }),
      ),
      demo: Type.Optional(
        Type.Boolean({ description: 'All data is sample data (--demo); absent otherwise' }),
      ),
      demoUsers: Type.Optional(
        Type.Array(DemoUser, { description: 'Demo only: users you can sign in as' }),
      ),
      pollingDuration: Type.Optional(Type.Integer({ description: 'For the case platform' })),
      freeTagDefaultColour: Type.Optional(Type.String({ description: 'For the case platform' })),
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
          active: Type.Boolean({ description: 'Analyzer programs run in a sandbox' }),
          reason: Type.Optional(
            Type.String({
              description: 'Why not, and how to fix it; orgadmin and superadmin only',
            }),
          ),
        }),
      ),
      warmPython: Type.Optional(
        object({
          mode: Type.Enum(['auto', 'off'], { description: '`job.warmPython`' }),
          active: Type.Boolean({ description: 'Python programs are kept loaded in memory' }),
          programs: Type.Integer({ description: 'Number of loaded programs' }),
          bytes: Type.Integer({ description: 'Memory they use' }),
          reason: Type.Optional(
            Type.String({ description: 'Why none are loaded; orgadmin and superadmin only' }),
          ),
        }),
      ),
      notifications: Type.Optional(
        object({
          active: Type.Boolean({
            description: 'Processes notify each other; otherwise they poll for jobs',
          }),
        }),
      ),
      database: Type.Optional(
        object({
          slow: Type.Boolean({ description: 'Slow for a known reason' }),
          reasons: Type.Optional(
            Type.Array(Type.String(), {
              description: 'Each with what to check; superadmin only',
            }),
          ),
        }),
      ),
      disk: Type.Optional(
        object({
          short: Type.Boolean({ description: 'Below `job.minFree`: no jobs are started' }),
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
      auditSinks: Type.Optional(
        Type.Array(
          object({
            sink: Type.String(),
            stillSeconds: Type.Integer({
              description: 'How long nothing has been sent while entries wait',
            }),
            reason: Type.Optional(Type.String()),
          }),
          { description: 'Sinks of the audit trail in `audit.sinks`; superadmin only' },
        ),
      ),
      blobs: Type.Optional(
        object({
          store: Type.Enum(['folder', 'postgres', 's3'], { description: 'Where files are stored' }),
          available: Type.Boolean({
            description: 'Reachable; if not, everything that needs no file still works',
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
  summary: 'Check readiness: 200, or 503 with the reason',
  output: Health,
})

export const alive = endpoint({
  method: 'GET',
  path: '/api/alive',
  roles: 'public',
  effect: 'read',
  resource,
  summary: 'Check liveness: the process is up',
  output: Health,
})

export const migrate = empty({
  method: 'POST',
  path: '/api/maintenance/migrate',
  roles: 'public',
  effect: 'write',
  resource,
  summary: 'Do nothing; kept for old scripts, tables are created at startup',
})

export const openapi = endpoint({
  method: 'GET',
  path: '/api/openapi.json',
  roles: 'public',
  effect: 'read',
  resource,
  summary: 'Get this API as an OpenAPI 3.1 document',
  output: Type.Object({}, { additionalProperties: true }),
})
