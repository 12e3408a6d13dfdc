import type { Working } from '../../../background/background.ts'
import { startSweep } from '../../../background/sweep.ts'
import type { EngineDeps } from '../../deps.ts'

const everyMs = 60_000

/** Programs in a cluster outlive us: those of abandoned jobs are ended. */
export function startClusterSweep({ background, db, log, runners }: EngineDeps): Working {
  const wanted = async (ids: readonly string[]) => {
    const rows = await db
      .selectFrom('jobs')
      .select('id')
      .where('id', 'in', ids)
      .where('status', 'in', ['Waiting', 'InProgress'])
      .execute()
    return new Set(rows.map(({ id }) => id))
  }
  return startSweep(background, {
    name: 'Kubernetes Jobs',
    everyMs,
    async step() {
      for (const runner of runners) {
        const count = (await runner.sweep?.(wanted)) ?? 0
        if (count > 0) log.warn({ runner: runner.name, count }, 'removed orphaned Kubernetes Jobs')
      }
      return false
    },
  })
}
