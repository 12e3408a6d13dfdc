import type { Logger } from 'pino'
import { type Config, ConfigError } from '../settings/config.ts'
import { reloadInto } from '../settings/reload.ts'

/** npm passes Ctrl-C on to a program that got it from the terminal already; both count once. */
const echoMs = 1000

export interface StopOptions {
  readonly config: Config
  readonly log: Logger
  /** From here on the readiness is red, so load balancers send no more requests. */
  readonly leave: () => void
  readonly stop: () => Promise<void>
}

/**
 * SIGTERM: leave, wait for `http.drainPeriod` while everything is still answered, then stop. SIGINT, from a
 * person, stops at once. A second signal ends the wait, or the process if there is none; so does a stop that
 * takes too long.
 */
export function stopOnSignal({ config, log, leave, stop }: StopOptions): void {
  let first: { signal: NodeJS.Signals; at: number } | undefined
  let endDraining: (() => void) | undefined
  const onSignal = async (signal: NodeJS.Signals) => {
    if (first) {
      const isEcho = signal === first.signal && performance.now() - first.at < echoMs
      if (isEcho) return
      if (endDraining === undefined) process.exit(1)
      return endDraining()
    }
    first = { signal, at: performance.now() }
    const { drainPeriodMs } = config.http
    leave()
    if (signal === 'SIGTERM' && drainPeriodMs > 0) {
      log.info({ signal, ms: drainPeriodMs }, 'draining')
      const drained = Promise.withResolvers<void>()
      const timer = setTimeout(drained.resolve, drainPeriodMs)
      endDraining = drained.resolve
      await drained.promise
      endDraining = undefined
      clearTimeout(timer)
    }
    const { stopTimeoutMs } = config.http
    log.info({ signal }, 'stopping')
    const limit = setTimeout(() => {
      log.error(`still busy after ${stopTimeoutMs} ms; forcing shutdown`)
      process.exit(1)
    }, stopTimeoutMs)
    await stop()
    clearTimeout(limit)
    log.info('stopped')
    process.exitCode = 0
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, (name) => void onSignal(name))
  }
}

/** SIGHUP reloads the settings; whatever it finds, the server keeps running. */
export function reloadOnSignal(config: Config, log: Logger, load: () => Config): void {
  process.on('SIGHUP', () => {
    try {
      const { changed, waiting } = reloadInto(config, load())
      log.level = config.log.level
      log.info({ changed }, 'settings reloaded')
      if (waiting.length > 0) log.warn({ settings: waiting }, 'changed settings require a restart')
    } catch (error) {
      const reason = error instanceof ConfigError ? error.problems : String(error)
      log.error({ reason }, 'failed to reload settings; keeping the current ones')
    }
  })
}
