import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Database } from '../../src/storage/database.ts'
import { makeClusterNotifications } from '../../src/storage/postgres/cluster.ts'
import { onlyPostgres, type TestDatabase } from '../databases.ts'
import { patienceMs } from '../patience.ts'

/** What it receives from now on. */
function listening(database: Database): string[] {
  const heard: string[] = []
  database.cluster.onNotified('test', (text) => heard.push(text))
  return heard
}

/** The connections that listen, as the database sees them. */
const listeners = async ({ db }: Database): Promise<number[]> => {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and application_name = 'assay-cluster'
      and query ilike 'listen%'`.execute(db)
  return rows.map(({ pid }) => pid)
}

const allListen = (database: Database, count: number) =>
  vi.waitUntil(async () => (await listeners(database)).length === count, { timeout: patienceMs })

async function makePair(first: TestDatabase) {
  const second = await first.another()
  const heard = { first: listening(first), second: listening(second) }
  await allListen(first, 2)
  return { second, heard }
}

describe.each(onlyPostgres)('$name: processes on one database', ({ open }) => {
  it('hear each other and not themselves', async () => {
    const first = await open()
    const { second, heard } = await makePair(first)

    first.cluster.notify('test', 'one')
    first.cluster.notify('other', 'nobody listens')
    second.cluster.notify('test', 'two, ünïcode, "quotes" and \n lines')

    await vi.waitUntil(() => heard.first.length > 0 && heard.second.length > 0, {
      timeout: patienceMs,
    })
    expect(heard).toEqual({ first: ['two, ünïcode, "quotes" and \n lines'], second: ['one'] })
  })

  it('hear a burst whole and in order, except for what is too long to be sent', async () => {
    const first = await open()
    const { heard } = await makePair(first)
    const messages = Array.from({ length: 900 }, (_, at) => `message ${at} ${'x'.repeat(at % 300)}`)

    first.cluster.notify('test', 'é'.repeat(4_000))
    for (const message of messages) first.cluster.notify('test', message)

    await vi.waitUntil(() => heard.second.length >= messages.length, { timeout: patienceMs })
    expect(heard.second).toEqual(messages)
  })

  it('are notified at once, and in few statements', async () => {
    const first = await open()
    const { heard } = await makePair(first)
    const statements: string[] = []
    const observer = new pg.Client({ connectionString: first.url })
    onTestFinished(() => observer.end())
    await observer.connect()
    observer.on('notification', ({ payload = '' }) => statements.push(payload))
    await observer.query('listen assay')
    const messages = Array.from({ length: 500 }, (_, at) => String(at))

    for (const message of messages) {
      first.cluster.notify('test', message)
      await new Promise(setImmediate)
    }

    await vi.waitUntil(() => heard.second.length >= messages.length, { timeout: patienceMs })
    expect(heard.second).toEqual(messages)
    await vi.waitUntil(() => statements.some((text) => text.includes('"499"')), {
      timeout: patienceMs,
    })
    expect(statements.length).toBeLessThan(100)
  })

  it('hear each other again after their connections were ended', async () => {
    const first = await open()
    const { second, heard } = await makePair(first)
    const back = vi.fn()
    second.cluster.onBack(back)
    const before = await listeners(first)

    await sql`select pg_terminate_backend(pid) from unnest(${before}::int[]) as pid`.execute(
      first.db,
    )
    await vi.waitUntil(
      async () => (await listeners(first)).filter((pid) => !before.includes(pid)).length === 2,
      { timeout: patienceMs },
    )
    first.cluster.notify('test', 'still here')

    await vi.waitUntil(() => heard.second.length > 0, { timeout: patienceMs })
    expect(heard.second).toEqual(['still here'])
    expect(back).toHaveBeenCalled()
  })

  it('survive nonsense on the channel', async () => {
    const first = await open()
    const { heard } = await makePair(first)

    for (const payload of ['', 'x', '{}', '[1]', '[["test"]]', '[["test", 1]]', 'null'])
      await sql`select pg_notify('assay', ${payload})`.execute(first.db)
    first.cluster.notify('test', 'sense')

    await vi.waitUntil(() => heard.second.length > 0, { timeout: patienceMs })
    expect(heard.second).toEqual(['sense'])
  })

  it('find out that nothing is heard, as behind a pooler of transactions', async () => {
    const first = await open()
    const onDeaf = vi.fn()
    // What is sent never arrives.
    const sendByPool = async () => undefined
    const cluster = makeClusterNotifications({ url: first.url ?? '', onDeaf, sendByPool })
    onTestFinished(() => cluster.close())

    cluster.onNotified('test', () => undefined)

    await vi.waitUntil(() => cluster.isDeaf(), { timeout: patienceMs })
    expect(onDeaf).toHaveBeenCalledWith(expect.stringContaining('database.listenUrl'))
  })

  it('have no connection until they need it, and none when they are closed', async () => {
    const first = await open()
    const second = await first.another()
    listening(second)
    await allListen(first, 1)

    await second.close()

    await allListen(first, 0)
  })
})
