import { type Dialect, PostgresDialect } from 'kysely'
import pg from 'pg'

export interface PostgresOptions {
  url: string
  maxConnections?: number
  name?: string
  /** Told when a resting connection breaks, for example because the server restarts. */
  onIdleError?: (error: Error) => void
}

export function postgresDialect(options: PostgresOptions): Dialect {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 60_000,
    application_name: options.name ?? 'assay',
    keepAlive: true,
    types: { getTypeParser },
  })
  // Without a listener the broken connection ends the process. The pool has already thrown it away
  // and opens another for the next query.
  pool.on('error', (error) => options.onIdleError?.(error))
  // The pool listens only while a connection rests; one that breaks between two statements of a
  // transaction would still end the process. The next statement on it fails, which is enough.
  pool.on('connect', (client) => {
    client.on('error', () => {})
  })
  return new PostgresDialect({ pool })
}

/** int8 (moments, counts) and numeric (sums) would else come as text. */
const numberTypes = new Set<number>([20, 1700])

const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (oid, format) =>
  numberTypes.has(oid) ? Number : pg.types.getTypeParser(oid, format)
