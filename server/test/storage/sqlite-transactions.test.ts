import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { add, ids, numbers, openNotes } from './notes.ts'

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

  it('says what is wrong when a write bypasses the open transaction', async () => {
    const { db } = await openNotes({ waitMs: 300 })

    const failed = db.transaction().execute(() => add(db, 1))

    await expect(failed).rejects.toThrow('Waited 0.3 s for the database writer')
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

  it('undoes a transaction that is never ended, when it closes', async () => {
    const { db, open } = await openNotes({ waitMs: 500 })
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
