import { afterAll, onTestFinished } from 'vitest'
import { type Database, type DatabaseOptions, openDatabase } from '../../src/storage/database.ts'
import { migrate } from '../../src/storage/schema/migrate.ts'
import type { TestDatabase } from '../databases.ts'
import { patienceMs } from '../patience.ts'
import { lendPostgres } from '../postgres-databases.ts'
import { type PostgresServer, startChosenPostgres } from '../postgres-server.ts'
import { startProxy, type TestProxy } from './proxy.ts'

/**
 * A PostgreSQL of this test file alone, which may be restarted (`restart`) and stopped in its tracks
 * (`freeze`, `thaw`; postmaster and children), unlike the one that all files share. Started by the
 * first test that asks; where none can be started, that test fails with the reason.
 */
export function ownPostgres(): () => Promise<PostgresServer> {
  let starting: Promise<PostgresServer> | undefined
  afterAll(async () => {
    const server = await starting?.catch(() => undefined)
    await server?.stop()
  })
  return () => {
    starting ??= startChosenPostgres()
    return starting
  }
}

type Options = Pick<DatabaseOptions, 'patienceMs' | 'onAway'>

/** For what is expected to be served in the end, however busy the machine is. */
export const patient: Options = { patienceMs }

interface Proxied {
  readonly database: TestDatabase
  readonly proxy: TestProxy
  /** The same database past the proxy. */
  direct(): Promise<Database>
}

/** A migrated database of the shared server, used through a separate proxy. */
export async function openThroughProxy(options: Options = {}): Promise<Proxied> {
  const { at, release } = await lendPostgres()
  const target = 'url' in at ? at.url : ''
  const proxy = await startProxy(target)
  const openAt = async (url: string) => {
    const database = await openDatabase({ url, ...options })
    onTestFinished(database.close)
    return database
  }
  const open = () => openAt(proxy.url)
  onTestFinished(async () => void (await release()))
  return { database: { ...(await open()), another: open }, proxy, direct: () => openAt(target) }
}

/** The same on a server that is ours. */
export async function openOwn(server: PostgresServer): Promise<TestDatabase> {
  const open = async () => {
    const database = await openDatabase({ url: server.url, ...patient })
    onTestFinished(database.close)
    return database
  }
  const first = await open()
  await migrate(first, 0)
  return { ...first, another: open }
}
