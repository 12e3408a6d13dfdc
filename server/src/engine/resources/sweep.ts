import type { EngineDeps } from '../deps.ts'
import { isAnyResource } from './store.ts'

const everyMs = 60 * 60_000

/** Copies of uploads that nobody has any more leave this machine. */
export function startResourceSweep({ db, resourceCache, log }: EngineDeps) {
  let running: Promise<void> = Promise.resolve()
  const start = () => {
    running = resourceCache
      .sweep((sha256) => isAnyResource(db, sha256))
      .then(
        () => undefined,
        (err: unknown) => log.error({ err }, 'copies of uploaded files were not removed'),
      )
  }
  const timer = setInterval(start, everyMs)
  start()
  return {
    stop: () => {
      clearInterval(timer)
      return running
    },
  }
}
