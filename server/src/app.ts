import type { DemoUser } from '@assay/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from './deps.ts'
import type { Engine } from './engine/engine.ts'
import { nodeRoutes } from './engine/nodes/routes.ts'
import type { Bus } from './events/bus.ts'
import { eventRoutes } from './events/routes.ts'
import { apiPage } from './http/api-page.ts'
import { makeHttpApp } from './http/app.ts'
import { type Route, registerRoutes } from './http/route.ts'
import { servePage } from './http/static.ts'
import type { AccessWatch } from './http/still-admitted.ts'
import { makeToolCalls } from './http/tool-calls.ts'
import { findCaller } from './identity/find-caller.ts'
import { makeKnownCallers } from './identity/known-callers.ts'
import { identityRoutes } from './identity/routes.ts'
import { channelRoutes } from './knowledge/channels/routes.ts'
import { investigationRoutes } from './knowledge/investigations/routes.ts'
import { knownRoutes } from './knowledge/known/routes.ts'
import { noticeRoutes } from './knowledge/notices/routes.ts'
import { outboxRoutes } from './knowledge/outbox/routes.ts'
import { valueRoutes } from './knowledge/values/routes.ts'
import { verdictRoutes } from './knowledge/verdicts/routes.ts'
import { listViewRoutes } from './knowledge/views/routes.ts'
import { watchRoutes } from './knowledge/watches/routes.ts'
import { mcpRoutes } from './mcp/routes.ts'
import type { Platform } from './platform/platform.ts'
import { datastoreRoutes } from './system/datastore/routes.ts'
import { metricsRoute } from './system/metrics.ts'
import { systemRoutes } from './system/routes.ts'

export interface App {
  http: FastifyInstance
  /** For routes that a test adds. */
  route: Route
}

/** What this process does, by its roles. */
interface Parts {
  pageDirectory?: string
  engine?: Engine | undefined
  platform?: Platform | undefined
  /** Accounts that a visitor of the demo may use; empty outside the demo. */
  demoUsers?: readonly DemoUser[] | undefined
  /** Whether it is about to stop. */
  isLeaving?: (() => boolean) | undefined
  /** What comes before that waits for it: the port is taken while jobs are not run yet. */
  begun?: Promise<void> | undefined
}

/** Builds the whole server. It never listens: `main.ts` does, tests use `inject`. */
export async function buildApp(
  deps: Deps,
  { pageDirectory, engine, platform, demoUsers, isLeaving, begun }: Parts = {},
): Promise<App> {
  const { config } = deps
  const { http, bodies } = await makeHttpApp({
    log: deps.log,
    bodyLimitBytes: config.http.bodyLimitBytes,
    trustProxy: config.http.trustProxy,
    publicUrl: config.http.publicUrl,
    stallMs: config.http.stallTimeoutMs,
  })
  if (begun !== undefined) holdUntil(http, begun)
  const known = makeKnownCallers()
  const access = watchAccess(deps.bus)
  // The first listener: the others look callers up again.
  access.onChange(known.forgetAll)
  const tools = makeToolCalls()
  const find = findCaller(deps, known)
  const route = registerRoutes(
    { http, bodies },
    {
      methods: config.auth.method,
      find,
      stageFile: (stream) => deps.blobs.stage(stream),
      limits: { bodyBytes: config.http.bodyLimitBytes, fileBytes: config.http.uploadLimitBytes },
      publicUrl: config.http.publicUrl,
      sessionMs: config.session.inactivityMs,
      readersToo: config.auth.readOnlyAccess,
      stopping: deps.stopping,
      access,
      tools,
    },
  )
  systemRoutes(route, deps, {
    connector: platform?.connectorStatus,
    demoUsers,
    sandbox: engine?.sandbox,
    warmPython: engine?.warmPython,
    isDraining: engine?.isDraining,
    isLeaving,
  })
  eventRoutes(route, deps)
  datastoreRoutes(route, deps)
  valueRoutes(route, deps)
  investigationRoutes(route, deps)
  watchRoutes(route, deps)
  noticeRoutes(route, deps)
  outboxRoutes(route, deps)
  channelRoutes(route, deps)
  verdictRoutes(route, deps)
  knownRoutes(route, deps)
  listViewRoutes(route, deps)
  nodeRoutes(route, deps, engine?.beat ?? (async () => undefined))
  const enableBuiltin = engine?.enableBuiltin
  identityRoutes(route, deps, { enableBuiltin })
  engine?.routes(route)
  platform?.routes(route, { enableBuiltin })
  mcpRoutes(http, { deps, find, tools })
  apiPage(http)
  metricsRoute(http, deps, engine?.warmPython)
  if (pageDirectory !== undefined) {
    const { publicUrl } = config.http
    await servePage(http, { directory: pageDirectory, publicUrl, log: deps.log })
  }
  return { http, route }
}

function holdUntil(http: FastifyInstance, begun: Promise<void>): void {
  let hasBegun = false
  void begun.then(() => {
    hasBegun = true
  })
  http.addHook('onRequest', (_request, _reply, done) => {
    if (hasBegun) done()
    else void begun.then(() => done())
  })
}

/** What the HTTP layer needs to know of changes of rights. */
function watchAccess(bus: Bus): AccessWatch {
  let version = 0
  bus.onAccessChange(() => {
    version += 1
  })
  return {
    get version() {
      return version
    },
    onChange: bus.onAccessChange,
  }
}
