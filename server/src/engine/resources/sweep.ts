import { repeat } from '../../repeat.ts'
import type { EngineDeps } from '../deps.ts'
import { isAnyResource } from './store.ts'

const everyMs = 60 * 60_000

/** Copies of uploads that nobody has any more leave this machine. */
export function startResourceSweep({ db, resourceCache, log }: EngineDeps) {
  const sweep = () => resourceCache.sweep((sha256) => isAnyResource(db, sha256))
  return repeat(everyMs, sweep, (err) =>
    log.error({ err }, 'copies of uploaded files were not removed'),
  )
}
