import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type SqliteOptions, sqliteDialect } from '../../src/storage/sqlite.ts'

interface Notes {
  note: { id: number; text: string }
  child: { id: number; note: number }
}

async function openNotes(options: Partial<SqliteOptions> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'assay-test-'))
  const commits: number[] = []
  const file = join(folder, 'notes.db')
  const open = () =>
    new Kysely<Notes>({
      dialect: sqliteDialect({ file, onCommit: (units) => commits.push(units), ...options }),
    })
  const db = open()
  await sql`create table note (id integer primary key, text text not null) strict`.execute(db)
  // Checked at COMMIT only: the one way to make a COMMIT fail at will.
  await sql`create table child (id integer primary key,
    note integer not null references note (id) deferrable initially deferred) strict`.execute(db)
  commits.length = 0
  onTestFinished(async () => {
    await db.destroy()
    await rm(folder, { recursive: true, force: true })
  })
  return { db, commits, file, open }
}

const add = (db: Kysely<Notes>, id: number, text = 'x') =>
  db.insertInto('note').values({ id, text }).execute()

const ids = async (db: Kysely<Notes>) => {
  const rows = await db.selectFrom('note').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

describe('sqlite: group commit', () => {
  it('commits the writers of one event-loop turn together', async () => {
    const { db, commits } = await openNotes({ gatherMs: 60_000 })

    await Promise.all([
      ...numbers(100).map((id) => add(db, id)),
      ...numbers(100).map((id) => db.transaction().execute((tx) => add(tx, id + 100))),
    ])

    expect(commits).toEqual([200])
    expect(await ids(db)).toEqual(numbers(200))
  })

  it('keeps a group open while each turn brings a writer, but not for ever', async () => {
    const { db, commits } = await openNotes({ gatherMs: 60_000 })
    const writes: Promise<unknown>[] = []

    for (const id of numbers(20)) {
      writes.push(add(db, id))
      await nextTurn()
    }
    await Promise.all(writes)
    expect(commits).toEqual([20])

    const { db: hasty, commits: apart } = await openNotes({ gatherMs: 0 })
    for (const id of numbers(3)) {
      writes.push(add(hasty, id))
      await nextTurn()
    }
    await Promise.all(writes)
    expect(apart.length).toBeGreaterThan(1)
  })

  it('begins another group after 256 units and lets the event loop turn in between', async () => {
    const { db, commits } = await openNotes()
    let turns = 0
    const count = () => {
      turns += 1
      ticking = setImmediate(count)
    }
    let ticking = setImmediate(count)

    await Promise.all(numbers(1000).map((id) => add(db, id)))
    clearImmediate(ticking)

    expect(commits).toEqual([256, 256, 256, 232])
    expect(turns).toBeGreaterThanOrEqual(3)
  })

  it('tells a writer only after the commit, and shows readers nothing before it', async () => {
    const { db, commits } = await openNotes()
    const told: string[] = []

    const written = add(db, 1).then(() => told.push(`written after ${commits.length} commits`))
    const seenBefore = await ids(db)
    await written

    expect(seenBefore).toEqual([])
    expect(told).toEqual(['written after 1 commits'])
    expect(await ids(db)).toEqual([1])
  })

  it('lets one failing unit fail alone', async () => {
    const { db, commits } = await openNotes()
    await add(db, 5)

    const results = await Promise.allSettled([
      add(db, 1),
      add(db, 5),
      db.transaction().execute(async (tx) => {
        await add(tx, 2)
        await add(tx, 5)
      }),
      db.transaction().execute((tx) => add(tx, 3)),
      sql`insert into nowhere values (1)`.execute(db),
      add(db, 4),
    ])

    expect(results.map(({ status }) => status[0])).toEqual(['f', 'r', 'r', 'f', 'r', 'f'])
    expect(await ids(db)).toEqual([1, 3, 4, 5])
    expect(commits).toHaveLength(2)
  })

  it('rolls back a transaction that throws, and only that one', async () => {
    const { db } = await openNotes()

    const failed = db.transaction().execute(async (tx) => {
      await add(tx, 1)
      throw new Error('changed my mind')
    })
    const kept = add(db, 2)

    await expect(failed).rejects.toThrow('changed my mind')
    await kept
    expect(await ids(db)).toEqual([2])
  })

  it('never commits half of a transaction that spans several event-loop turns', async () => {
    const { db, commits, open } = await openNotes()
    const other = open()
    onTestFinished(() => other.destroy())
    const before = add(db, 1)

    const slow = db.transaction().execute(async (tx) => {
      await add(tx, 2)
      for (const _ of numbers(5)) await nextTurn()
      const seenOutside = [await ids(db), await ids(other)]
      await add(tx, 3)
      return { seenOutside, seenInside: await ids(tx), commits: commits.length }
    })
    const after = add(db, 4)

    expect(await slow).toEqual({ seenOutside: [[], []], seenInside: [1, 2, 3], commits: 0 })
    await Promise.all([before, after])
    expect(await ids(db)).toEqual([1, 2, 3, 4])
  })

  it('lets a slow transaction wait for one later one at most', async () => {
    const { db, commits } = await openNotes()

    await Promise.all(
      numbers(8).map((id) =>
        db.transaction().execute(async (tx) => {
          await add(tx, id)
          await nextTurn()
          await nextTurn()
        }),
      ),
    )

    expect(Math.max(...commits)).toBeLessThanOrEqual(2)
    expect(await ids(db)).toEqual(numbers(8))
  })

  it('rejects every unit of a group whose COMMIT fails, and works again after', async () => {
    const { db, commits } = await openNotes()

    const results = await Promise.allSettled([
      add(db, 1),
      db.insertInto('child').values({ id: 1, note: 404 }).execute(),
      db.transaction().execute((tx) => add(tx, 2)),
    ])

    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(commits).toEqual([])
    expect(await ids(db)).toEqual([])
    await add(db, 3)
    expect(await ids(db)).toEqual([3])
  })

  it('rejects the units that a rollback by SQLite itself has taken along', async () => {
    const { db } = await openNotes()
    await add(db, 9)
    // OR ROLLBACK ends the whole transaction, as a full disk does.
    const abort = (on: Kysely<Notes>) =>
      sql`insert or rollback into note values (9, 'x')`.execute(on)

    const results = await Promise.allSettled([
      add(db, 1),
      db.transaction().execute(async (tx) => {
        await add(tx, 2)
        await abort(tx).catch(() => {})
        await add(tx, 3)
      }),
      add(db, 4),
    ])

    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
    expect(await ids(db)).toEqual([4, 9])
    expect((await Promise.allSettled([add(db, 5), abort(db), add(db, 6)]))[2]?.status).toBe(
      'fulfilled',
    )
    expect(await ids(db)).toEqual([4, 6, 9])
  })

  it('refuses a forgotten statement after the end of its transaction', async () => {
    const { db } = await openNotes()
    let late: Promise<unknown> | undefined

    const failed = db.transaction().execute(async (tx) => {
      const first = tx.insertInto('child').values({ id: 1, note: 1 }).execute()
      late = Promise.all(numbers(20).map((id) => add(tx, id)))
      late.catch(() => {})
      await first
      throw new Error('changed my mind')
    })

    await expect(failed).rejects.toThrow('changed my mind')
    await expect(late).rejects.toThrow(/ended|already rolled back/)
    expect(await ids(db)).toEqual([])
  })
})

describe('sqlite: transactions', () => {
  it('undoes to a savepoint and keeps what came before', async () => {
    const { db } = await openNotes()

    const tx = await db.startTransaction().execute()
    await add(tx, 1)
    const inner = await tx.savepoint('a "quoted" name').execute()
    await add(inner, 2)
    const undone = await inner.rollbackToSavepoint('a "quoted" name').execute()
    await add(undone, 3)
    await undone.releaseSavepoint('a "quoted" name').execute()
    await tx.commit().execute()

    expect(await ids(db)).toEqual([1, 3])
  })

  it('undoes released savepoints with the transaction', async () => {
    const { db } = await openNotes()

    const tx = await db.startTransaction().execute()
    const inner = await tx.savepoint('inner').execute()
    await add(inner, 1)
    await inner.releaseSavepoint('inner').execute()
    await tx.rollback().execute()

    expect(await ids(db)).toEqual([])
    await add(db, 2)
  })

  it('says what is wrong when somebody writes beside the open transaction', async () => {
    const { db } = await openNotes({ waitMs: 30 })

    const failed = db.transaction().execute(() => add(db, 1))

    await expect(failed).rejects.toThrow('Waited 0.03 s for the database writer')
    await add(db, 2)
    expect(await ids(db)).toEqual([2])
  })

  it('finishes what is under way before it closes', async () => {
    const { db, open } = await openNotes()
    const written = [
      ...numbers(300).map((id) => add(db, id)),
      db.transaction().execute(async (tx) => {
        await add(tx, 301)
        await nextTurn()
      }),
    ]
    await nextTurn()

    await db.destroy()
    await Promise.all(written)

    const again = open()
    onTestFinished(() => again.destroy())
    expect(await ids(again)).toEqual(numbers(301))
  })

  it('undoes a transaction that nobody ends, when it closes', async () => {
    const { db, open } = await openNotes({ waitMs: 30 })
    const before = add(db, 1)
    const tx = await db.startTransaction().execute()
    await add(tx, 2)

    await db.destroy()
    await before

    const again = open()
    onTestFinished(() => again.destroy())
    expect(await ids(again)).toEqual([1])
    await expect(add(tx, 3)).rejects.toThrow('ended')
  })

  it('waits for another process that writes, without stopping this one', async () => {
    const { db, open } = await openNotes()
    const other = open()
    onTestFinished(() => other.destroy())

    const held = await other.startTransaction().execute()
    await add(held, 1)
    const waiting = add(db, 2)
    await nextTurn()
    await held.commit().execute()
    await waiting

    expect(await ids(db)).toEqual([1, 2])
  })

  it('gives up on a locked file after a while and recovers', async () => {
    const { db, open } = await openNotes({ busyMs: 20 })
    const other = open()
    onTestFinished(() => other.destroy())

    const held = await other.startTransaction().execute()
    await expect(Promise.all([add(db, 1), add(db, 2)])).rejects.toThrow('locked')
    await held.rollback().execute()

    await add(db, 3)
    expect(await ids(db)).toContain(3)
  })
})

describe('sqlite: values and streams', () => {
  it('binds whole numbers as integers, booleans as 0 and 1, undefined as null', async () => {
    const { db } = await openNotes()

    const { rows } = await sql`select cast(${5} as text) as whole, ${1.5} as half, ${true} as yes,
      ${undefined} as missing, ${12n} as big, ${1_700_000_000_000} as moment`.execute(db)

    expect(rows).toEqual([
      { whole: '5', half: 1.5, yes: 1, missing: null, big: 12, moment: 1_700_000_000_000 },
    ])
  })

  it('keeps no stale columns when a table changes', async () => {
    const { db } = await openNotes()
    await add(db, 1)
    const all = () => db.selectFrom('note').selectAll().execute()
    await all()

    await sql`alter table note add column more text`.execute(db)

    expect(await all()).toEqual([{ id: 1, text: 'x', more: null }])
  })

  it('survives more different queries than it keeps prepared', async () => {
    const { db } = await openNotes()

    for (const id of numbers(1200)) {
      const { rows } = await sql`select ${sql.lit(id % 700)} as id`.execute(db)
      expect(rows).toEqual([{ id: id % 700 }])
    }
  })

  it('streams rows while others write, and the writers see their own writes', async () => {
    const { db } = await openNotes()
    await Promise.all(numbers(250).map((id) => add(db, id)))
    const streamed: number[] = []

    for await (const { id } of db.selectFrom('note').select('id').orderBy('id').stream(100)) {
      streamed.push(id)
      if (id > 3) continue
      await add(db, id + 1000)
      expect(await ids(db)).toContain(id + 1000)
    }

    expect(streamed).toEqual(numbers(250))
  })

  it('streams inside a transaction, and stops when the reader stops', async () => {
    const { db } = await openNotes()

    const seen = await db.transaction().execute(async (tx) => {
      for (const id of numbers(10)) await add(tx, id)
      const found: number[] = []
      for await (const { id } of tx.selectFrom('note').select('id').orderBy('id').stream(2)) {
        found.push(id)
        if (id === 3) break
      }
      return found
    })

    expect(seen).toEqual([1, 2, 3])
    expect(await ids(db)).toEqual(numbers(10))
  })
})
