import { setTimeout as sleep } from 'node:timers/promises'
import { contract, type DemoUser, type Output, openapiDocument } from '@assay/contract'
import type { Deps } from '../deps.ts'
import { engineApiLevel, platformApiLevel } from '../domain/api-levels.ts'
import { type Caller, isOrgadmin, isSuperadmin } from '../domain/caller.ts'
import type { Route } from '../http/route.ts'
import { oidcProviders } from '../identity/oidc/settings.ts'
import { relyingPartyProblem } from '../identity/second-factor/relying-party.ts'
import { hasUsers } from '../identity/users/store.ts'
import { version } from '../process/version.ts'
import { watchBlobs } from './blob-status.ts'
import { type Work, watchWork } from './health-details.ts'

/** What the platform adds to the status; handed over, because system knows no platform. */
export type ConnectorStatus = () => NonNullable<
  NonNullable<Output<typeof contract.status>['connectors']>['engine']
>

interface Parts {
  connector?: ConnectorStatus | undefined
  /** Only in demo mode: their passwords are public. */
  demoUsers?: readonly DemoUser[] | undefined
  /** How programs are kept apart, where this process starts any. */
  sandbox?: SandboxDetails | undefined
  warmPython?: (() => WarmDetails | undefined) | undefined
  /** Whether this process claims no more jobs. */
  isDraining?: (() => boolean) | undefined
  /** Whether it is about to stop. */
  isLeaving?: (() => boolean) | undefined
}

type Details = NonNullable<Output<typeof contract.health>['details']>
type SandboxDetails = NonNullable<Details['sandbox']>
type WarmDetails = NonNullable<Details['warmPython']>

export function systemRoutes(
  route: Route,
  deps: Deps,
  { connector, demoUsers, sandbox, warmPython, isDraining, isLeaving }: Parts,
): void {
  const { db, config } = deps
  const blobStatus = watchBlobs(deps)
  const work = watchWork(deps)
  const passkeys = config.auth.method.session && relyingPartyProblem(config) === undefined
  const sso = oidcProviders(config).map(({ name, label = name }) => ({ name, label }))

  route(contract.status, async ({ identify }) => {
    const isSignedIn = (await identify()) !== undefined
    return {
      versions: {
        Assay: version,
        Cortex: engineApiLevel,
        ...(connector ? { TheHive: platformApiLevel } : {}),
        Node: process.versions.node,
      },
      ...(connector ? platformStatus(connector) : {}),
      config: {
        ...(connector ? platformConfig : {}),
        authType: ['key', ...config.auth.provider, ...(sso.length > 0 ? ['oauth2'] : [])],
        capabilities: ['changePassword', 'setPassword', 'authByKey'],
        ssoAutoLogin: config.auth.oidc.autoLogin && sso.length > 0,
        ...(sso.length > 0 ? { sso } : {}),
        ...(passkeys ? { passkeys } : {}),
        setupNeeded: !(await hasUsers(db)),
        ...(demoUsers ? { demo: true, demoUsers: [...demoUsers] } : {}),
        ...(isSignedIn ? { protectDownloadsWith: 'malware' } : {}),
      },
    }
  })

  route(contract.alive, async () => ({ status: 'ok' as const }))

  route(contract.health, async ({ setStatus, identify }) => {
    if (isLeaving?.()) {
      setStatus(503)
      return { status: 'unavailable' as const, reason: 'stopping' }
    }
    // A process that only runs jobs is then useless to a client that looks for a working one.
    if (isDraining?.() && config.roles.every((role) => role === 'worker')) {
      setStatus(503)
      return { status: 'unavailable' as const, reason: 'draining' }
    }
    const reason = await deps.checkDatabase()
    if (reason !== undefined) {
      setStatus(503)
      return { status: 'unavailable' as const, reason }
    }
    const caller = await inTime(identify())
    const seen = await inTime(work())
    const warm = warmPython?.()
    const details = {
      ...(sandbox && { sandbox: withReasonFor(caller, sandbox) }),
      ...(warm && { warmPython: withReasonFor(caller, warm) }),
      ...(deps.cluster.isDeaf() && { notifications: { active: false } }),
      blobs: await blobStatus(),
      ...(seen && workFor(caller, seen)),
    }
    return { status: 'ok' as const, details }
  })

  route(contract.migrate, async () => undefined)

  // It takes milliseconds, which a start does not have: made on the first request.
  let document: ReturnType<typeof openapiDocument> | undefined
  route(contract.openapi, async () => {
    document ??= openapiDocument(contract, version)
    return document
  })
}

/**
 * Unknown, when the database does not identify the caller in time: the health endpoint always
 * responds.
 */
const inTime = <T>(asked: Promise<T | undefined>) =>
  Promise.race([asked.catch(() => undefined), sleep(500, undefined, { ref: false })])

/** The reason describes the machine, so only those who look after it see it. */
function withReasonFor<T extends { reason?: string }>(caller: Caller | undefined, details: T) {
  const { reason, ...rest } = details
  const isShown = reason !== undefined && caller !== undefined && isAdmin(caller)
  return { ...rest, ...(isShown && { reason }) }
}

/** How much there is to do, of all organizations, is for those who look after all of them. */
function workFor(caller: Caller | undefined, { database, disk, workers, queue, sinks }: Work) {
  // guard: server/test/audit/shown.test.ts
  if (caller && isSuperadmin(caller)) {
    const auditSinks = sinks.map(({ sink, stillMs, reason }) => ({
      ...{ sink, stillSeconds: Math.round(stillMs / 1_000) },
      ...(reason === undefined ? {} : { reason }),
    }))
    return { database, disk, workers, queue, ...(auditSinks.length > 0 && { auditSinks }) }
  }
  return { database: { slow: database.slow }, disk: { short: disk.short } }
}

const isAdmin = (caller: Caller) => isOrgadmin(caller) || isSuperadmin(caller)

const platformStatus = (connector: ConnectorStatus) => {
  const engines = connector()
  return { connectors: { cortex: engines, engine: engines }, schemaStatus: [] }
}

/** What the page of today's platform asks for; it reads the color without checking that it exists. */
const platformConfig = { pollingDuration: 1_000, freeTagDefaultColour: '#000000' }
