import { statfs } from 'node:fs/promises'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { type SinkState, sinkStates } from '../identity/audit-stream/trouble.ts'

const everyMs = 5_000
const silentMs = 30_000

export interface Work {
  readonly disk: { readonly short: boolean; readonly freeBytes?: number }
  readonly workers: { readonly nodes: number; readonly slots: number }
  readonly queue: { readonly oldestSeconds: number }
  readonly database: { readonly slow: boolean; readonly reasons: string[] }
  readonly sinks: readonly SinkState[]
}

type Needs = Pick<Deps, 'db' | 'clock' | 'config' | 'slowDatabase'>

/** What an operator wants to know; anyone may ask, so it is refreshed seldom. */
export function watchWork(deps: Needs): () => Promise<Work> {
  let last: { at: number; answer: Promise<Work> } | undefined
  return () => {
    if (!last || performance.now() - last.at > everyMs)
      last = { at: performance.now(), answer: look(deps) }
    return last.answer
  }
}

async function look({ db, clock, config, slowDatabase }: Needs): Promise<Work> {
  const now = clock.now()
  const space = await statfs(resolve(config.data.dir)).catch(() => undefined)
  const freeBytes = space && space.bavail * space.bsize
  const workers = await db
    .selectFrom('nodes')
    .select(sql<number>`count(*)`.as('nodes'))
    .select(sql<number>`coalesce(sum(slots), 0)`.as('slots'))
    .where('seen_at', '>', now - silentMs)
    .where('slots', '>', 0)
    .executeTakeFirstOrThrow()
  // The first in the queue, by its index.
  const next = await db
    .selectFrom('jobs')
    .select('created_at')
    .where('status', '=', 'Waiting')
    .orderBy('priority', 'desc')
    .orderBy('turn')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  const reasons = [...(await slowDatabase())]
  const sinks = await sinkStates({ db, clock, config })
  return {
    sinks,
    database: { slow: reasons.length > 0, reasons },
    disk: {
      short: freeBytes !== undefined && freeBytes < config.job.minFreeBytes,
      ...(freeBytes !== undefined && { freeBytes }),
    },
    workers,
    queue: { oldestSeconds: next ? Math.max(0, Math.round((now - next.created_at) / 1000)) : 0 },
  }
}
