import type { Deps } from '../deps.ts'
import { removeOrphanedBlobs } from '../storage/orphaned-blobs.ts'
import { deleteEndedChallenges } from './second-factor/store.ts'
import { deleteForgottenAttempts } from './session/attempts.ts'
import { deleteForgottenSources } from './session/known-sources.ts'
import { deleteExpiredSessions } from './session/store.ts'

const everyMs = 60 * 60_000
/** No upload takes longer than this; what is older was left by a crash. */
const stagedForMs = 24 * 60 * 60_000

/** Removes what has run out: sessions, counted sign-in failures, half-finished uploads, files without an owner. */
export function startHousekeeping(deps: Deps) {
  const { db, blobs, clock, log } = deps
  const sweep = async () => {
    const now = clock.now()
    await deleteExpiredSessions(db, now)
    await deleteForgottenAttempts(db, now)
    await deleteEndedChallenges(db, now)
    await deleteForgottenSources(db, now)
    await blobs.sweepStaged(stagedForMs, now)
    await blobs.sweepStore()
    await removeOrphanedBlobs(deps)
  }
  let running: Promise<void> = Promise.resolve()
  const start = () => {
    running = sweep().catch((err: unknown) => log.error({ err }, 'housekeeping failed'))
  }
  start()
  const timer = setInterval(start, everyMs)
  return {
    stop: () => {
      clearInterval(timer)
      return running
    },
  }
}
