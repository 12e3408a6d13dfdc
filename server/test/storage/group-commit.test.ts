import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { add, ids, type Notes, numbers, openNotes } from './notes.ts'

/**
 * A transaction that took too long so far lets the event loop turn, which ends a group: on a busy machine
 * that would happen anywhere.
 */
const stopTime = () => void vi.spyOn(performance, 'now').mockReturnValue(performance.now())

describe('sqlite: group commit', () => {
  it('commits the writers of one event-loop turn together', async () => {
    const { db, commits } = await openNotes({ gatherMs: 60_000 })
    stopTime()

    await Promise.all([
      ...numbers(100).map((id) => add(db, id)),
      ...numbers(100).map((id) => db.transaction().execute((tx) => add(tx, id + 100))),
    ])

    expect(commits).toEqual([200])
    expect(await ids(db)).toEqual(numbers(200))
  })

  it('keeps a group open while each turn brings a writer, but not forever', async () => {
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

  it('confirms to a writer only after the commit, and shows readers nothing before it', async () => {
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
    stopTime()

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
    stopTime()

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
    stopTime()
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
