import type { Working } from '../../background/background.ts'
import { startSweep } from '../../background/sweep.ts'
import type { Item, Work } from '../../background/work.ts'
import type { Deps } from '../../deps.ts'
import { deleteOld } from './store.ts'

const keptMs = 7 * 24 * 60 * 60_000

/** Starts one way of sending what waits in the outbox, and removes what is a week old and no longer waits. */
export function startSending<T extends Item>(deps: Deps, swept: string, work: Work<T>): Working {
  const sending = deps.background.start(work)
  const sweeping = startSweep(deps.background, {
    name: swept,
    everyMs: 60 * 60_000,
    step: async () => (await deleteOld(deps.db, deps.clock.now() - keptMs)) > 0,
  })
  return {
    wake: sending.wake,
    async stop() {
      await Promise.all([sending.stop(), sweeping.stop()])
    },
  }
}
