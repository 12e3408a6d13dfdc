import pg from 'pg'
import { connectionOf } from './address.ts'
import { connectionDefaults, destroySocket, unref } from './pool.ts'

const limitMs = 2_000

/**
 * Asks the database on a connection made for it: one that rests may be dead without knowing it, and one
 * of a pool may not be free. Answers whether it takes writes; rejects when it does not answer in time.
 */
export async function probePostgres(url: string): Promise<{ isReadOnly: boolean }> {
  const client = new pg.Client({
    ...connectionDefaults,
    ...connectionOf(url),
    application_name: 'assay-health',
    connectionTimeoutMillis: limitMs,
  })
  client.on('error', () => {})
  let isDone = false
  // A turn of the event loop later: an answer that is here already, and waits for us, counts.
  const limit = setTimeout(() => setImmediate(() => isDone || destroySocket(client)), limitMs)
  try {
    await client.connect()
    const { rows } = await client.query(
      `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "isReadOnly"`,
    )
    return rows[0] as { isReadOnly: boolean }
  } finally {
    isDone = true
    clearTimeout(limit)
    client.end().catch(() => undefined)
    unref(client)
  }
}
