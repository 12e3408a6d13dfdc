import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { DatabaseUnavailable } from '../../src/domain/storage-trouble.ts'
import type { Db } from '../../src/storage/database.ts'
import { makeBreaker } from '../../src/storage/postgres/breaker.ts'
import { makeGuardedPool } from '../../src/storage/postgres/pool.ts'
import { built, transact } from '../../src/storage/rows/prepared.ts'
import { onlyPostgres } from '../databases.ts'
import { patienceMs } from '../patience.ts'
import { skipTest } from '../skip.ts'
import { openOwn, openThroughProxy, ownPostgres, patient } from './own-postgres.ts'

const write = (db: Db, name: string) => db.insertInto('meta').values({ name, value: 'x' }).execute()
const names = async (db: Db) => {
  const rows = await db.selectFrom('meta').select('name').orderBy('name').execute()
  return rows.map(({ name }) => name)
}
const outcomeOf = <T>(work: Promise<T>): Promise<unknown> =>
  work.then(
    (value) => value,
    (error: unknown) => error,
  )
/** What comes without waiting for anything: no timer and no answer, only a few turns of the event loop. */
async function atOnce<T>(work: Promise<T>): Promise<unknown> {
  let outcome: unknown = 'it waits'
  void outcomeOf(work).then((found) => {
    outcome = found
  })
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  return outcome
}
/** Ends the statements of this test that would run for long. */
const endSleepers = (db: Db) =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'select pg_sleep%'`.execute(db)
/** As a transaction that the store functions make. */
const writeInTransaction = (db: Db, name: string) =>
  transact(db, function* () {
    yield* built((handle) => handle.insertInto('meta').values({ name, value: 'x' }))
    return name
  })

describe.each(onlyPostgres)('$name: when connections are lost,', () => {
  it('a read is repeated, unnoticed', async () => {
    const { database, proxy } = await openThroughProxy(patient)
    const { db } = database
    await names(db)

    proxy.hold('down')
    const reading = names(db)
    await expect.poll(proxy.count).toBeGreaterThan(0)
    proxy.cut()
    proxy.pass()

    expect(await reading).toEqual([])
  })

  it('a read, and the begin of a transaction, are repeated as long as callers are patient', async () => {
    const { database, proxy } = await openThroughProxy(patient)
    const { db } = database
    await names(db)
    const loseThrice = async (statement: RegExp) => {
      for (let lost = 0; lost < 3; lost += 1) await proxy.cutAfter(statement)
    }

    const readsLost = loseThrice(/from "meta"/)
    const read = await names(db)
    await readsLost
    const beginsLost = loseThrice(/begin/)
    await db.transaction().execute((tx) => write(tx, 'in the end'))
    await beginsLost

    expect(read).toEqual([])
    expect(await names(db)).toEqual(['in the end'])
  })

  it('a database that is back within the patience of callers is not missed', async () => {
    const { promise: isAway, resolve: onAway } = Promise.withResolvers<unknown>()
    const { database, proxy } = await openThroughProxy({ ...patient, onAway })
    await proxy.refuse()

    // The first takes the only connection, and gets the error that it is lost.
    const reading = names(database.db)
    const writing = write(database.db, 'during')
    await isAway
    await proxy.accept()
    await Promise.all([reading, writing])

    expect(await names(database.db)).toEqual(['during'])
  })

  it('a transaction that was not committed is done once more, where its steps can be repeated', async () => {
    const { database, proxy } = await openThroughProxy(patient)
    await names(database.db)

    const cut = proxy.cutAfter(/insert into/)
    const done = await writeInTransaction(database.db, 'once')
    await cut

    expect(done).toBe('once')
    expect(await names(database.db)).toEqual(['once'])
  })

  it('a commit whose answer was lost is not repeated by itself', async () => {
    const { database, proxy } = await openThroughProxy(patient)
    await names(database.db)

    const cut = proxy.cutAfter(/commit/i)
    const outcome = await outcomeOf(writeInTransaction(database.db, 'unknown'))
    await cut

    expect(outcome).toBeInstanceOf(DatabaseUnavailable)
    expect(outcome).toMatchObject({ isUndone: false, type: 'ServiceUnavailable' })
    expect(await names(database.db)).toEqual(['unknown'])
  })

  it('a single write whose answer was lost is not repeated by itself', async () => {
    const { database, proxy } = await openThroughProxy(patient)
    await names(database.db)

    const cut = proxy.cutAfter(/insert into/)
    const outcome = await outcomeOf(write(database.db, 'single'))
    await cut

    expect(outcome).toMatchObject({ isUndone: false })
    expect(await names(database.db)).toEqual(['single'])
  })

  it('callers are refused when their patience ends, then at once, and served when it is back', async () => {
    const { database, proxy } = await openThroughProxy({ patienceMs: 500 })
    await proxy.refuse()

    const waiting = names(database.db)
    const early = await atOnce(waiting)
    const first = await outcomeOf(waiting)
    const second = await atOnce(write(database.db, 'refused'))
    await proxy.accept()

    expect(early).toBe('it waits')
    expect(first).toBeInstanceOf(DatabaseUnavailable)
    expect(second).toMatchObject({ isUndone: true, retryAfterSeconds: 2 })
    await expect.poll(() => names(database.db)).toEqual([])
  })

  it('a database that hangs is noticed by those who wait on old and on new connections', async () => {
    const { database, proxy } = await openThroughProxy({ patienceMs: 500 })
    await Promise.all([names(database.db), names(database.db)])

    proxy.hold('both')
    const all = await Promise.all(Array.from({ length: 15 }, () => outcomeOf(names(database.db))))
    const later = await atOnce(names(database.db))
    proxy.pass()

    for (const outcome of [...all, later]) expect(outcome).toBeInstanceOf(DatabaseUnavailable)
    await expect.poll(() => names(database.db)).toEqual([])
  })

  it('answers that are lost one way count as no answer', async () => {
    const { database, proxy } = await openThroughProxy({ patienceMs: 500 })
    await names(database.db)

    proxy.drop('down')
    const outcome = await outcomeOf(names(database.db))
    proxy.pass()

    expect(outcome).toBeInstanceOf(DatabaseUnavailable)
    await expect.poll(() => names(database.db)).toEqual([])
  })

  // The end of the session and the next statement on it meet on the way.
  it.each(['idle_session_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout'])(
    'by %s of an administrator, that is known for what it is',
    async (limit) => {
      const { database, proxy, direct } = await openThroughProxy(patient)
      const { db } = await direct()
      const known = await sql`select name from pg_settings where name = ${limit}`.execute(db)
      if (known.rows.length === 0) skipTest(`this PostgreSQL has no ${limit}`)
      const sessions = async () => {
        const { rows } = await sql`select pid from pg_stat_activity
        where datname = current_database() and query = ${`set ${limit} = '200ms'`}`.execute(db)
        return rows.length
      }
      const askTooLate = async (limited: Db) => {
        await sql.raw(`set ${limit} = '200ms'`).execute(limited)
        proxy.hold('both')
        await expect.poll(sessions).toBe(0)
        const before = proxy.sent()
        const asked = names(limited)
        await vi.waitUntil(() => proxy.sent() > before, { timeout: patienceMs })
        proxy.pass()
        return asked
      }
      const isIdle = limit === 'idle_session_timeout'

      const outcome = await outcomeOf(
        isIdle ? askTooLate(database.db) : database.db.transaction().execute(askTooLate),
      )

      // A read is repeated; a transaction is the caller's to repeat.
      if (isIdle) expect(outcome).toEqual([])
      else expect(outcome).toMatchObject({ isUndone: true, type: 'ServiceUnavailable' })
      expect(await names(database.db)).toEqual([])
    },
  )

  it('a server that has become read-only is asked on new connections', async () => {
    const { database, proxy } = await openThroughProxy(patient)
    const { db } = database
    const name = (await sql<{ name: string }>`select current_database() as name`.execute(db))
      .rows[0]
    const readOnly = (value: string) =>
      sql`alter database ${sql.id(name?.name ?? '')} set default_transaction_read_only = ${sql.lit(value)}`
    await readOnly('on').execute(db)
    proxy.cut()
    await expect.poll(() => outcomeOf(write(db, 'a'))).toMatchObject({ isUndone: true })
    expect(await names(db)).toEqual([])
    expect(await database.check()).toBe('The database is read-only')

    const writable = await database.another()
    await sql`begin read write`.execute(writable.patient)
    await readOnly('off').execute(writable.patient)
    await sql`commit`.execute(writable.patient)

    await expect.poll(() => outcomeOf(write(db, 'b'))).toMatchObject([{}])
    expect(await names(db)).toEqual(['b'])
  })
})

describe.each(onlyPostgres)('$name: when statements of the queue are refused,', () => {
  it('the health says so until one is answered again', async () => {
    const { database } = await openThroughProxy(patient)
    const { queue } = database
    const claim = sql`select claim_nothing()`.execute(queue)

    await expect(claim).rejects.toThrow(/claim_nothing/)
    expect(await database.check()).toBe('The database rejects statements (SQLSTATE 42883)')
    await sql`select 1`.execute(queue)
    expect(await database.check()).toBeUndefined()
  })

  it('a conflict is not a refusal', async () => {
    const { database } = await openThroughProxy(patient)
    await write(database.queue, 'a')

    await expect(write(database.queue, 'a')).rejects.toThrow(/duplicate key/)
    expect(await database.check()).toBeUndefined()
  })
})

describe.each(onlyPostgres)('$name: a pool', () => {
  it('never uses a connection again whose query took too long', async () => {
    const { database, proxy } = await openThroughProxy(patient)
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

    const slow = await outcomeOf(ask('select pg_sleep(600)'))
    // One that is only slow is asked again; on the previous connection there would be no answer.
    await expect.poll(() => outcomeOf(ask('select 1 as one'))).toEqual([{ one: 1 }])
    await pool.end()
    breaker.stop()
    await endSleepers(database.db)

    expect(slow).toBeInstanceOf(DatabaseUnavailable)
  })

  it('for jobs is not kept busy by requests', async () => {
    const { database } = await openThroughProxy(patient)
    const attempt = async () => {
      // Longer than any of them may take.
      const slow = Array.from({ length: 12 }, () =>
        outcomeOf(sql`select pg_sleep(600)`.execute(database.db)),
      )
      const first = Promise.race(slow).then(() => 'only after a request')
      const quick = await Promise.race([names(database.queue), first])
      await endSleepers(database.queue)
      await Promise.all(slow)
      return quick
    }

    // Once more where the machine is so busy that the requests are given up first.
    await expect.poll(attempt).toEqual([])
  })
})

describe.each(onlyPostgres)('$name: a separate server', () => {
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
      await vi.waitUntil(() => reads > 20, { timeout: patienceMs })
      await server.restart()
      const before = reads
      await vi.waitUntil(() => reads > before + 20, { timeout: patienceMs })
    } finally {
      isOver = true
      await all
    }
  })

  it('that is stopped in its tracks is unavailable for the health, which does not wait for it', async () => {
    const server = await own()
    const database = await openOwn(server)
    expect(await database.check()).toBeUndefined()

    server.freeze()
    try {
      // An answer of a moment ago counts for a moment.
      await expect.poll(() => database.check()).toBe('The database does not answer')
    } finally {
      server.thaw()
    }

    await expect.poll(() => database.check()).toBeUndefined()
  })
})
