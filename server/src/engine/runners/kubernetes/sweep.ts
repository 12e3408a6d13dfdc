import type { EngineDeps } from '../../deps.ts'

const everyMs = 60_000

/** Programs in a cluster outlive us: those of abandoned jobs are ended. */
export function startClusterSweep(deps: EngineDeps): { stop(): Promise<void> } {
  const { db, log, runners } = deps
  const wanted = async (ids: readonly string[]) => {
    const rows = await db
      .selectFrom('jobs')
      .select('id')
      .where('id', 'in', ids)
      .where('status', 'in', ['Waiting', 'InProgress'])
      .execute()
    return new Set(rows.map(({ id }) => id))
  }
  const sweep = async () => {
    for (const runner of runners) {
      const count = (await runner.sweep?.(wanted)) ?? 0
      if (count > 0) log.warn({ runner: runner.name, count }, 'removed orphaned Kubernetes Jobs')
    }
  }
  let running: Promise<void> = Promise.resolve()
  const look = () => {
    running = sweep().catch((err: unknown) =>
      log.warn({ err }, 'failed to clean up Kubernetes Jobs'),
    )
  }
  const isNeeded = runners.some((runner) => runner.sweep !== undefined)
  const timer = isNeeded ? setInterval(look, everyMs) : undefined
  if (isNeeded) look()
  return {
    stop() {
      clearInterval(timer)
      return running
    },
  }
}
