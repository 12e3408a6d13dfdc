import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { DatabaseAway } from '../../src/domain/storage-trouble.ts'
import { makeBreaker } from '../../src/storage/breaker.ts'
import type { Db } from '../../src/storage/database.ts'
import { makeGuardedPool } from '../../src/storage/postgres-pool.ts'
import { built, transact } from '../../src/storage/prepared.ts'
import { databases } from '../databases.ts'
import { openOwn, openThroughProxy, ownPostgres } from './own-postgres.ts'
import { watchStarvation } from './starvation.ts'

const postgres = databases.filter(({ name }) => name === 'postgres')

const write = (db: Db, name: string) => db.insertInto('meta').values({ name, value: 'x' }).execute()
const names = async (db: Db) => {
  const rows = await db.selectFrom('meta').select('name').orderBy('name').execute()
  return rows.map(({ name }) => name)
}
const timed = async <T>(work: Promise<T>) => {
  const began = performance.now()
  const outcome = await work.then(
    (value) => value,
    (error: unknown) => error,
  )
  return { outcome, ms: performance.now() - began }
}
/** As a transaction that the store functions make. */
const writeInTransaction = (db: Db, name: string) =>
  transact(db, function* () {
    yield* built((handle) => handle.insertInto('meta').values({ name, value: 'x' }))
    return name
  })

describe.each(postgres)('$name: when connections are lost,', () => {
  it('a read is repeated, and nobody notices', async () => {
    const { database, proxy } = await openThroughProxy()
    const { db } = database
    await names(db)

    proxy.hold('down')
    const reading = names(db)
    await vi.waitUntil(() => proxy.count() > 0, { timeout: 20_000 })
    proxy.cut()
    proxy.pass()

    expect(await reading).toEqual([])
  })

  it('a database that is back within the patience of callers is not missed', async () => {
    const { database, proxy } = await openThroughProxy()
    await proxy.refuse()

    // The first takes the one connection that there is, and hears that it is lost.
    const reading = names(database.db)
    const writing = write(database.db, 'during')
    await new Promise((resolve) => setTimeout(resolve, 300))
    await proxy.accept()
    await Promise.all([reading, writing])

    expect(await names(database.db)).toEqual(['during'])
  })

  it('a transaction that was not committed is done once more, where its steps can be repeated', async () => {
    const { database, proxy } = await openThroughProxy()
    await names(database.db)

    const cut = proxy.cutAfter(/insert into/)
    const done = await writeInTransaction(database.db, 'once')
    await cut

    expect(done).toBe('once')
    expect(await names(database.db)).toEqual(['once'])
  })

  it('a commit whose answer was lost is not repeated by itself', async () => {
    const { database, proxy } = await openThroughProxy()
    await names(database.db)

    const cut = proxy.cutAfter(/commit/i)
    const { outcome } = await timed(writeInTransaction(database.db, 'unknown'))
    await cut

    expect(outcome).toBeInstanceOf(DatabaseAway)
    expect(outcome).toMatchObject({ isUndone: false, type: 'ServiceUnavailable' })
    expect(await names(database.db)).toEqual(['unknown'])
  })

  it('a single write whose answer was lost is not repeated by itself', async () => {
    const { database, proxy } = await openThroughProxy()
    await names(database.db)

    const cut = proxy.cutAfter(/insert into/)
    const { outcome } = await timed(write(database.db, 'single'))
    await cut

    expect(outcome).toMatchObject({ isUndone: false })
    expect(await names(database.db)).toEqual(['single'])
  })

  it('callers are refused after three seconds, then at once, and served when it is back', async () => {
    const { database, proxy } = await openThroughProxy()
    await proxy.refuse()

    const first = await timed(names(database.db))
    const second = await timed(write(database.db, 'refused'))
    await proxy.accept()

    expect(first.outcome).toBeInstanceOf(DatabaseAway)
    expect(first.ms).toBeGreaterThan(2_500)
    expect(first.ms).toBeLessThan(8_000)
    expect(second.outcome).toMatchObject({ isUndone: true, retryAfterSeconds: 2 })
    expect(second.ms).toBeLessThan(1_000)
    await expect.poll(() => names(database.db), { timeout: 20_000 }).toEqual([])
  })

  it('a database that hangs is noticed by those who wait on old and on new connections', async () => {
    const { database, proxy } = await openThroughProxy()
    await Promise.all([names(database.db), names(database.db)])

    proxy.hold('both')
    const all = await Promise.all(Array.from({ length: 15 }, () => timed(names(database.db))))
    const later = await timed(names(database.db))
    proxy.pass()

    for (const { outcome, ms } of all) {
      expect(outcome).toBeInstanceOf(DatabaseAway)
      expect(ms).toBeLessThan(8_000)
    }
    expect(later.ms).toBeLessThan(1_000)
    await expect.poll(() => names(database.db), { timeout: 20_000 }).toEqual([])
  })

  it('answers that are lost one way count as no answer', async () => {
    const { database, proxy } = await openThroughProxy()
    await names(database.db)

    proxy.drop('down')
    const { outcome, ms } = await timed(names(database.db))
    proxy.pass()

    expect(outcome).toBeInstanceOf(DatabaseAway)
    expect(ms).toBeLessThan(8_000)
    await expect.poll(() => names(database.db), { timeout: 20_000 }).toEqual([])
  })

  it('a server that has become read-only is asked on new connections', async () => {
    const { database, proxy } = await openThroughProxy()
    const { db } = database
    const name = (await sql<{ name: string }>`select current_database() as name`.execute(db))
      .rows[0]
    const readOnly = (value: string) =>
      sql`alter database ${sql.id(name?.name ?? '')} set default_transaction_read_only = ${sql.lit(value)}`
    await readOnly('on').execute(db)
    proxy.cut()
    await expect.poll(() => timed(write(db, 'a'))).toMatchObject({ outcome: { isUndone: true } })
    expect(await names(db)).toEqual([])
    expect(await database.check()).toBe('The database takes no writes')

    const writable = await database.another()
    await sql`begin read write`.execute(writable.patient)
    await readOnly('off').execute(writable.patient)
    await sql`commit`.execute(writable.patient)

    await expect
      .poll(() => timed(write(db, 'b')), { timeout: 20_000 })
      .toMatchObject({ outcome: [{}] })
    expect(await names(db)).toEqual(['b'])
  })
})

describe.each(postgres)('$name: a pool', () => {
  it('never uses a connection again whose query took too long', async () => {
    const { proxy } = await openThroughProxy()
    const breaker = makeBreaker({
      probe: async () => {},
      onTrip: () => {},
      onAway: () => {},
      onBack: () => {},
    })
    const pool = makeGuardedPool({ connectionString: proxy.url, max: 1, queryMs: 300 }, breaker)
    const ask = async (text: string) => {
      const client = await pool.connect()
      try {
        return (await client.query(text)).rows
      } finally {
        client.release()
      }
    }

    const slow = await timed(ask('select pg_sleep(20)'))
    const next = await timed(ask('select 1 as one'))
    await pool.end()
    breaker.stop()

    expect(slow.outcome).toBeInstanceOf(DatabaseAway)
    expect(slow.ms).toBeLessThan(10_000)
    expect(next.outcome).toEqual([{ one: 1 }])
  })

  it('for jobs is not kept busy by requests', async () => {
    const { database } = await openThroughProxy()
    const slow = Array.from({ length: 12 }, () => sql`select pg_sleep(2)`.execute(database.db))
    const all = Promise.allSettled(slow)

    const quick = await timed(names(database.queue))

    expect(quick.outcome).toEqual([])
    expect(quick.ms).toBeLessThan(1_800)
    await all
  })
})

describe.each(postgres)('$name: a server of its own', () => {
  const own = ownPostgres()

  it('may restart under load without an error for those who read', async () => {
    const server = await own()
    const { db } = await openOwn(server)
    let isOver = false
    let reads = 0
    const load = Array.from({ length: 4 }, async () => {
      while (!isOver) {
        await names(db)
        reads += 1
      }
    })
    const all = Promise.all(load)
    try {
      await vi.waitUntil(() => reads > 20, { timeout: 20_000 })
      await server.restart()
      const before = reads
      await vi.waitUntil(() => reads > before + 20, { timeout: 20_000 })
    } finally {
      isOver = true
      await all
    }
  })

  it('that is stopped in its tracks is away for the health, in time', async () => {
    const server = await own()
    const database = await openOwn(server)
    expect(await database.check()).toBeUndefined()
    await new Promise((resolve) => setTimeout(resolve, 600))

    server.freeze()
    const starvation = watchStarvation()
    const frozen = await timed(database.check())
    const starvedMs = starvation.end()
    server.thaw()

    expect(frozen.outcome).toBe('The database does not answer')
    expect(frozen.ms - starvedMs).toBeLessThan(2_500)
    await expect.poll(() => database.check(), { timeout: 20_000 }).toBeUndefined()
  })
})
