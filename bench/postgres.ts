import pg from 'pg'
import type { Binaries } from '../server/test/postgres-binaries.ts'
import { type PostgresServer, startPostgres } from '../server/test/postgres-server.ts'

export interface BenchPostgres {
  readonly port: number
  /** The address of a new, empty database. */
  newDatabase(name: string): Promise<string>
  stop(): Promise<void>
}

/** A PostgreSQL of the bench alone, on a disk and as durable as it comes: that of npm by default. */
export async function startBenchPostgres(installed?: Binaries): Promise<BenchPostgres> {
  const server: PostgresServer = await startPostgres(true, installed)
  return {
    port: Number(new URL(server.url).port),
    async newDatabase(name) {
      await execute(server.url, `create database ${name}`)
      const url = new URL(server.url)
      url.pathname = `/${name}`
      return url.href
    },
    stop: () => server.stop(),
  }
}

export async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
