import type { Working } from '../background/background.ts'
import { startSweep } from '../background/sweep.ts'
import type { Deps } from '../deps.ts'
import { removeOrphanedBlobs } from '../storage/blobs/orphaned-blobs.ts'
import { deleteEndedChallenges } from './second-factor/store.ts'
import { deleteForgottenAttempts } from './session/attempts.ts'
import { deleteForgottenSources } from './session/known-sources.ts'
import { deleteExpiredSessions } from './session/store.ts'

const everyMs = 60 * 60_000
/** No upload takes longer than this; what is older was left by a crash. */
const stagedForMs = 24 * 60 * 60_000

/** Removes what has run out: sessions, counted sign-in failures, half-finished uploads, files without an owner. */
export function startHousekeeping(deps: Deps): Working {
  const { background, db, blobs, clock } = deps
  const sweeps: Readonly<Record<string, (now: number) => Promise<unknown>>> = {
    'ended sessions': (now) => deleteExpiredSessions(db, now),
    'forgotten sign-in attempts': (now) => deleteForgottenAttempts(db, now),
    'ended challenges': (now) => deleteEndedChallenges(db, now),
    'forgotten sources': (now) => deleteForgottenSources(db, now),
    'half-finished uploads': (now) => blobs.sweepStaged(stagedForMs, now),
    'the store of files': async () => {
      await blobs.sweepStore()
      await removeOrphanedBlobs(deps)
    },
  }
  const working = Object.entries(sweeps).map(([name, run]) =>
    startSweep(background, {
      name,
      everyMs,
      async step() {
        await run(clock.now())
        return false
      },
    }),
  )
  return {
    wake() {
      for (const { wake } of working) wake()
    },
    stop: async () => void (await Promise.all(working.map(({ stop }) => stop()))),
  }
}
