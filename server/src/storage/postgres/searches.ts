import type { CompiledQuery, QueryResult } from 'kysely'
import { currentRequester, type Requester } from '../../domain/requester.ts'
import { callerGone, makeFairSlots, tookTooLong } from '../common/fair-slots.ts'
import type { GuardedClient, GuardedPool, PoolOptions } from './pool.ts'

/**
 * Runs long statements (see `text-walk.ts`) on a few separate connections, each with a deadline.
 */
export interface PostgresSearches {
  run<R>(query: CompiledQuery, requester?: Requester): Promise<QueryResult<R>>
  stop(): Promise<void>
}

interface Options {
  limitMs?: number
  openPool(limits: PoolOptions): GuardedPool
}

const slots = 4
const perOrganization = 2

export function makePostgresSearches({ limitMs = 10_000, openPool }: Options): PostgresSearches {
  const turns = makeFairSlots({ slots, perOrganization, waitMs: limitMs })
  let pool: GuardedPool | undefined

  // The server ends the statement itself, also when this process is gone. One connection more than
  // there are slots, to cancel for callers who are gone before.
  const poolOf = () => {
    pool ??= openPool({ max: slots + 1, statementMs: limitMs, idleTimeoutMillis: 30_000 })
    return pool
  }

  const runOnce = async <R>(query: CompiledQuery, signal: AbortSignal | undefined) => {
    const client = await poolOf().connect()
    let ending: Promise<unknown> | undefined
    let isFailed = false
    let processId = client.isDirect ? client.processId : undefined
    const leave = () => {
      if (processId !== undefined) ending ??= cancel(poolOf(), processId).catch(() => undefined)
    }
    signal?.addEventListener('abort', leave, { once: true })
    try {
      if (!client.isDirect) processId = await beginLimited(client, limitMs)
      if (signal?.aborted) throw callerGone()
      const { rows } = await client.query(query.sql, query.parameters)
      if (!client.isDirect) await client.query('commit')
      return { rows: rows as R[] }
    } catch (error) {
      isFailed = true
      if (!isCancelled(error)) throw error
      throw signal?.aborted ? callerGone() : tookTooLong(limitMs)
    } finally {
      signal?.removeEventListener('abort', leave)
      await ending
      // The request to end it may arrive late; it must not end what runs on this connection next. Nor
      // may a transaction that failed stay open on it.
      client.release(ending !== undefined || (isFailed && !client.isDirect))
    }
  }

  return {
    run: (query, requester = currentRequester()) =>
      turns.run(requester, () => runOnce(query, requester.signal)),
    async stop() {
      turns.stop(new Error('The database is closed'))
      await pool?.end()
    },
  }
}

/**
 * Behind a pooler a limit lasts for a transaction, and so does the connection to the database. Answers
 * the number of the process that works on it.
 */
async function beginLimited(client: GuardedClient, limitMs: number): Promise<number> {
  await client.query('begin')
  const { rows } = await client.query(
    `select pg_backend_pid() as id, set_config('statement_timeout', '${limitMs}', true)`,
  )
  return rows[0].id
}

async function cancel(pool: GuardedPool, processId: number): Promise<void> {
  const other = await pool.connect()
  try {
    await other.query('select pg_cancel_backend($1)', [processId])
  } finally {
    other.release()
  }
}

/** query_canceled: by the deadline, or on our request. */
const isCancelled = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '57014'
