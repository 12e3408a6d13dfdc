import type { Deps } from '../../deps.ts'
import { engineApiLevel } from '../../domain/api-levels.ts'
import type { Asker } from '../../domain/caller.ts'
import { serviceKey } from '../../identity/service-account.ts'
import type { EngineAuth, EngineSetting } from '../../settings/engine-servers.ts'
import { type EngineCalls, engineCalls } from './calls.ts'
import { type ConnectorStatus, watchHealth } from './health.ts'
import type { EngineServer, ServerStatus } from './server.ts'

/** The configured engine servers. */
export interface Engines {
  /** Names of those that an organization may use, in the order of the settings. */
  namesFor(organization: string): readonly string[]
  availableTo(organization: string): readonly EngineServer[]
  find(organization: string, name: string): EngineServer | undefined
  /** What was last seen of them; nothing before the first look. */
  status(): ConnectorStatus | undefined
  stop(): Promise<void>
}

/** Name of the engine of this very process, when the settings name no other. */
export const localEngine = 'local'

export function makeEngines(deps: Deps): Engines {
  const configured = deps.config.platform.engines as readonly EngineSetting[] | undefined
  const servers = configured?.map((setting) => remote(deps, setting)) ?? [local(deps)]
  const health = watchHealth(servers, deps)
  const availableTo = (organization: string) =>
    servers.filter((server) => server.isOpenTo(organization))
  return {
    availableTo,
    namesFor: (organization) => availableTo(organization).map(({ name }) => name),
    find: (organization, name) => availableTo(organization).find((server) => server.name === name),
    status: health.status,
    stop: health.stop,
  }
}

function remote(
  { stopping }: Deps,
  { name, url, auth, organizations }: EngineSetting,
): EngineServer {
  const headers = { authorization: authorization(auth) }
  const calls = engineCalls({
    url: () => url,
    headers: () => (headers.authorization === '' ? {} : headers),
    stopping,
  })
  return {
    name,
    isOwn: false,
    isOpenTo: (organization) => isOpen(organization, organizations),
    as: () => calls,
    for: () => calls,
    status: () => statusOf(name, calls),
  }
}

function local({ secrets, clock, selfUrl, stopping }: Deps): EngineServer {
  const callsOf = (organization: string, asker?: Asker, requestKey?: string) =>
    engineCalls({
      url: selfUrl,
      headers: () => ({
        authorization: `Bearer ${serviceKey(secrets, 'platform', organization, clock.now(), asker)}`,
        ...(requestKey !== undefined && { 'idempotency-key': requestKey }),
      }),
      stopping,
    })
  return {
    name: localEngine,
    isOwn: true,
    isOpenTo: () => true,
    // Any caller gets the answer from the same process.
    status: async () => ({ name: localEngine, version: engineApiLevel, status: 'OK' }),
    as: (organization) => callsOf(organization),
    for: callsOf,
  }
}

async function statusOf(name: string, engine: EngineCalls): Promise<ServerStatus> {
  try {
    // Public, so it shows nothing of our account.
    const version = await engine.version()
    const isKnown = await engine.currentUser().then(
      () => true,
      () => false,
    )
    return { name, version, status: isKnown ? 'OK' : 'AUTH_ERROR' }
  } catch {
    return { name, version: '', status: 'ERROR' }
  }
}

/** Whether an organization may use something that the settings give to some. */
export function isOpen(
  organization: string,
  { include = [], exclude = [] }: NonNullable<EngineSetting['organizations']> = {},
): boolean {
  const isIncluded = include.length === 0 || include.includes('*') || include.includes(organization)
  return isIncluded && !exclude.includes(organization)
}

function authorization(auth: EngineAuth = { type: 'none' }): string {
  switch (auth.type) {
    case 'bearer':
      return `Bearer ${auth.key}`
    case 'key':
      return auth.key
    case 'basic':
      return `Basic ${Buffer.from(`${auth.username}:${auth.password}`).toString('base64')}`
    case 'none':
      return ''
  }
}
