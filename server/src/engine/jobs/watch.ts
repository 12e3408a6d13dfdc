import type { EngineDeps } from '../deps.ts'

const pollMs = 2_000
const step = 500

/**
 * For jobs that another process moves on, should no notification arrive. One question for all that are
 * awaited: a thousand callers that ask for themselves keep a database busy.
 */
export function startWatch(deps: EngineDeps) {
  let running: Promise<void> | undefined
  const look = () => {
    // One at a time: a slow database must not be asked ever more.
    running ??= lookAtAwaited(deps)
      .catch((err: unknown) => deps.log.warn({ err }, 'failed to poll awaited jobs'))
      .finally(() => {
        running = undefined
      })
  }
  const timer = setInterval(look, pollMs)
  return {
    look,
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}

export async function lookAtAwaited({ db, events }: Pick<EngineDeps, 'db' | 'events'>) {
  const ids = events.awaited()
  for (let at = 0; at < ids.length; at += step) {
    const some = ids.slice(at, at + step)
    const rows = await db
      .selectFrom('jobs')
      .select(['id', 'organization', 'status'])
      .where('id', 'in', some)
      .execute()
    const found = new Map(rows.map((row) => [row.id, row]))
    for (const jobId of some) {
      // A job that retention has removed would never end otherwise.
      const { organization = '', status = 'Deleted' as const } = found.get(jobId) ?? {}
      events.remind({ jobId, organization, status })
    }
  }
}
