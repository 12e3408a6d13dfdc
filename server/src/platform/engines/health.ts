import type { Deps } from '../../deps.ts'
import type { EngineServer, ServerStatus } from './server.ts'

export interface ConnectorStatus {
  readonly enabled: boolean
  readonly status: 'OK' | 'WARNING' | 'ERROR'
  readonly servers: ServerStatus[]
}

const firstPauseMs = 1_000
const longestPauseMs = 60_000

/** Looks at every engine now and then; the pause grows up to a minute, and shrinks after a change. */
export function watchHealth(servers: readonly EngineServer[], { log }: Pick<Deps, 'log'>) {
  const seen = new Map<string, ServerStatus>()
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()
  let pauseMs = firstPauseMs
  let isStopped = false

  const look = async () => {
    const found = await Promise.all(servers.map((server) => server.status()))
    const changed = found.filter(({ name, status }) => seen.get(name)?.status !== status)
    for (const server of found) seen.set(server.name, server)
    for (const { name, status } of changed)
      if (status === 'OK') log.info({ engine: name }, 'engine available')
      else log.warn({ engine: name, status }, 'engine unavailable')
    pauseMs = changed.length > 0 ? firstPauseMs : Math.min(pauseMs * 2, longestPauseMs)
    if (!isStopped) plan(pauseMs)
  }
  const plan = (ms: number) => {
    timer = setTimeout(() => {
      looking = look()
    }, ms)
    timer.unref()
  }
  // Not at once: an engine at an address of this very process listens only after the platform has started.
  if (servers.length > 0) plan(firstPauseMs)

  return {
    status: (): ConnectorStatus | undefined => {
      const found = servers.map(({ name }) => seen.get(name)).filter((one) => one !== undefined)
      if (found.length < servers.length) return undefined
      return { enabled: true, status: overall(found), servers: found }
    },
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await looking
    },
  }
}

/** Without any engine nothing can be run, which is as bad as with broken ones. */
function overall(servers: readonly ServerStatus[]): ConnectorStatus['status'] {
  const good = servers.filter(({ status }) => status === 'OK').length
  if (good === 0) return 'ERROR'
  return good === servers.length ? 'OK' : 'WARNING'
}
