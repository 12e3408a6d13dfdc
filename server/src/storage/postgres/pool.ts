import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { DatabaseUnavailable } from '../../domain/storage-trouble.ts'
import type { PoolNumbers } from '../../process/metrics.ts'
import type { Breaker } from './breaker.ts'
import { beginSession, isDirect, processIdOf } from './session.ts'

/** How long a statement may take before the database is probed. */
const doubtMs = 1_000
/** No statement of ours runs longer than the server's own limit; the rest is network time. */
const queryMs = 15_000
const connectMs = 3_000
const againMs = 100

export interface GuardedClient {
  query(sql: string | pg.QueryConfig, parameters?: readonly unknown[]): Promise<pg.QueryResult>
  release(discard?: boolean): void
  readonly processId: number | undefined
  /** False behind a pooler. */
  readonly isDirect: boolean
}

/** Connections that are never used again once anything about them is doubtful. */
export interface GuardedPool {
  /** Waits while the database is away, and rejects with `DatabaseUnavailable` when that takes too long. */
  connect(): Promise<GuardedClient>
  /** Connections of now are not used for anything new. */
  giveUp(): void
  /** Ends them under those who wait for an answer, too. */
  cut(): void
  numbers(): Omit<PoolNumbers, 'pool'>
  /** Whether a connection of it came through a pooler. */
  isPooled(): boolean
  /** Why its statements fail, when none has succeeded since. */
  refusal(): string | undefined
  end(): Promise<void>
}

export interface PoolOptions extends pg.PoolConfig {
  /** How long this side waits for an answer; 0 for as long as it takes. */
  queryMs?: number
  /** How long the server lets a statement take; 0 for as long as it takes. */
  statementMs?: number
  /** Told how long each statement took. */
  onAnswered?: (ms: number) => void
}

export const connectionDefaults = {
  connectionTimeoutMillis: connectMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
} as const

export function makeGuardedPool(
  { queryMs: limitMs = queryMs, statementMs = 0, onAnswered, ...options }: PoolOptions,
  breaker: Breaker,
): GuardedPool {
  const pool = new pg.Pool({ ...connectionDefaults, types: { getTypeParser }, ...options })
  /** Connections of an earlier generation are closed as soon as they are unused. */
  let generation = 0
  const born = new WeakMap<pg.ClientBase, number>()
  /** Nothing has been asked on them yet. */
  const fresh = new WeakSet<pg.ClientBase>()
  const inUse = new Set<pg.PoolClient>()
  const all = new Set<pg.ClientBase>()
  let isEnding = false
  let isPooled = false
  let refused: { readonly code: string; readonly at: number } | undefined

  // Without a listener a broken connection ends the process. The pool has discarded it.
  pool.on('error', (error, client) => {
    if (!isEnding && !isOld(client)) breaker.trip(error)
  })
  pool.on('remove', (client) => void all.delete(client))
  pool.on('connect', (client) => {
    born.set(client, generation)
    all.add(client)
    // The pool listens only while a connection rests. The next statement on it fails, which is enough.
    client.on('error', () => {})
    fresh.add(client)
  })

  const isOld = (client: pg.ClientBase) => born.get(client) !== generation

  /**
   * Also when an answer to another statement is still to come: it must not reach the wrong caller.
   */
  const close = (client: pg.PoolClient) => {
    inUse.delete(client)
    client.release(true)
    destroySocket(client)
  }

  const begin = async (client: pg.PoolClient) => {
    inUse.add(client)
    try {
      await beginSession(client, statementMs)
    } catch (error) {
      close(client)
      throw error
    }
    inUse.delete(client)
    if (!isDirect(client)) isPooled = true
  }

  const connectOnce = async (): Promise<pg.PoolClient> => {
    const doubt = setTimeout(() => breaker.doubt(doubtMs), doubtMs)
    try {
      for (;;) {
        const client = await pool.connect()
        if (fresh.delete(client)) await begin(client)
        if (!isOld(client)) return client
        close(client)
      }
    } catch (error) {
      throw isFullPool(error) ? new DatabaseUnavailable(error, true) : known(error, true)
    } finally {
      clearTimeout(doubt)
    }
  }

  /** The breaker is notified of a connection error; the caller gets one that says what it may do. */
  const known = (error: unknown, isUndone: boolean): unknown => {
    if (isEnding || !isLostConnection(error)) return error
    breaker.trip(error)
    return new DatabaseUnavailable(error, isUndone || wasRefused(error))
  }

  const guard = (client: pg.PoolClient): GuardedClient => {
    inUse.add(client)
    let isBroken = false
    let isReleased = false
    return {
      processId: processIdOf(client),
      isDirect: isDirect(client),
      async query(sql, parameters = []) {
        const begun = performance.now()
        const doubt = setTimeout(() => breaker.doubt(doubtMs), doubtMs)
        // Without the socket the driver rejects the statement. It would otherwise keep the client, and
        // the next to use it would wait for the answer to this one.
        const limit =
          limitMs > 0
            ? setTimeout(() => setImmediate(() => doneOr(() => destroySocket(client))), limitMs)
            : undefined
        let isDone = false
        const doneOr = (otherwise: () => void) => void (isDone || otherwise())
        try {
          const answer =
            typeof sql === 'string'
              ? await client.query(sql, [...parameters])
              : await client.query(sql)
          refused = undefined
          return answer
        } catch (error) {
          if (isLostConnection(error)) isBroken = true
          else refused = refusalOf(error) ?? refused
          throw known(error, false)
        } finally {
          isDone = true
          onAnswered?.(performance.now() - begun)
          clearTimeout(doubt)
          clearTimeout(limit)
        }
      },
      release(discard = false) {
        if (isReleased) return
        isReleased = true
        if (discard || isBroken || isOld(client)) return close(client)
        inUse.delete(client)
        client.release()
      },
    }
  }

  return {
    async connect() {
      const begun = performance.now()
      for (let isFirst = true; ; isFirst = false) {
        await breaker.pass()
        try {
          return guard(await connectOnce())
        } catch (error) {
          // Nothing has been asked of it yet, so one more try is harmless; it waits its turn.
          if (!(error instanceof DatabaseUnavailable) || isFullPool(error.cause)) throw error
          if (isFirst) continue
          if (!breaker.isPatient(begun)) throw error
          // Such as while all connections that a role may have are taken.
          await sleep(againMs)
        }
      }
    },
    giveUp() {
      generation += 1
    },
    cut() {
      for (const client of inUse) destroySocket(client)
    },
    numbers: () => ({
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    isPooled: () => isPooled,
    refusal: () =>
      refused && performance.now() - refused.at < refusedMs
        ? `The database rejects statements (SQLSTATE ${refused.code})`
        : undefined,
    async end() {
      isEnding = true
      await pool.end()
      // The goodbye to a database that hangs must not delay the end of the process.
      for (const client of all) unref(client)
    },
  }
}

/** pg has no call for it: `end()` says goodbye and waits for an answer that never comes. */
export const destroySocket = (client: pg.ClientBase) =>
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()

/** The process may end without waiting for this connection. The types do not know it. */
export const unref = (client: pg.ClientBase) => (client as unknown as { unref(): void }).unref()

/** All connections were busy for too long: that is load, and no reason to give any of them up. */
const isFullPool = (error: unknown) =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect'

const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** A refusal that nothing followed says little about now. */
const refusedMs = 30_000

/** Constraints, conflicts, cancellations and what our functions raise are answers, not refusals. */
const answeredStates = /^(22|23|40|57014|55P03|P0)/

function refusalOf(error: unknown): { code: string; at: number } | undefined {
  const { code } = error as { code?: unknown }
  const isState = typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)
  return isState && !answeredStates.test(code) ? { code, at: performance.now() } : undefined
}

/** What the driver says without a code. */
const lostMessages =
  /^(Connection terminated|timeout expired|Client has encountered a connection error|Client was closed)/

/**
 * Connection exception, shut down, crashed, starting up, dropped, ended by an administrator's limit of idle
 * sessions or transactions, too many connections, and read-only, which is what a previous primary says
 * after a failover.
 */
const lostStates = /^(08[0-9A-Z]{3}|57P0[1-5]|25P0[34]|53300|25006)$/

export function isLostConnection(error: unknown): boolean {
  // A name with two addresses fails with one error for each.
  if (error instanceof AggregateError) return error.errors.some(isLostConnection)
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  if (typeof code !== 'string') return lostMessages.test(error.message)
  return socketCodes.has(code) || lostStates.test(code)
}

/** Another server may have taken over; but one that was made so stays it, and is not worth waiting for. */
export const saysReadOnly = (error: unknown) =>
  (error as { code?: unknown } | undefined)?.code === '25006'

/** The server refused before it did anything. */
const wasRefused = (error: unknown) =>
  ['25006', '53300', '57P03', 'ECONNREFUSED'].includes(String((error as { code?: unknown }).code))

/** int8 (moments, counts) and numeric (sums) would else come as text. */
const numberTypes = new Set<number>([20, 1700])

const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (oid, format) =>
  numberTypes.has(oid) ? Number : pg.types.getTypeParser(oid, format)
