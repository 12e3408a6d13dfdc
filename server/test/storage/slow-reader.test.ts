import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Criteria } from '../../src/domain/criteria.ts'
import { jobModel } from '../../src/engine/job-rows/model.ts'
import { slowly } from '../../src/storage/common/text-walk.ts'
import { openDatabase } from '../../src/storage/database.ts'
import { migrate } from '../../src/storage/schema/migrate.ts'
import { rowsToRead } from '../../src/storage/search/totals.ts'
import { makeSlowReader } from '../../src/storage/sqlite/slow-reader.ts'
import { databases } from '../databases.ts'
import { patienceMs } from '../patience.ts'

async function makeFile() {
  const folder = await mkdtemp(join(tmpdir(), 'assay-test-'))
  const file = join(folder, 'assay.db')
  const database = await openDatabase({ file })
  await migrate(database, 0)
  onTestFinished(async () => {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  })
  return { ...database, file }
}

/** Counts to a number, which for a hundred million takes the better part of a minute. */
const counting = (to: number) => ({
  sql: `with recursive n (i) as (select 1 union all select i + 1 from n where i < ?)
    select max(i) as last from n`,
  parameters: [to],
})

async function makeReader(options: Parameters<typeof makeSlowReader>[1]) {
  const { file } = await makeFile()
  const reader = makeSlowReader(file, options)
  onTestFinished(() => reader.stop())
  return reader
}

describe.each(databases)('$name: a slow select', ({ open }) => {
  it('sees what is committed and nothing else', async () => {
    const { db } = await open()
    const names = async () =>
      (await db.selectFrom('meta').modifyFront(slowly).select('name').execute()).map((r) => r.name)
    await db.insertInto('meta').values({ name: 'one', value: '' }).execute()

    await db.transaction().execute(async (tx) => {
      await tx.insertInto('meta').values({ name: 'two', value: '' }).execute()
      expect(await names()).toEqual(['one'])
      const inside = await tx.selectFrom('meta').modifyFront(slowly).select('name').execute()
      expect(inside).toHaveLength(2)
    })

    expect(await names()).toEqual(['one', 'two'])
  })

  it('reports its errors like any other', async () => {
    const { db } = await open()
    const wrong = db.selectFrom('meta').modifyFront(slowly).select(sql`nothing`.as('x'))

    await expect(wrong.execute()).rejects.toThrow(/nothing/)
    expect(await db.selectFrom('meta').modifyFront(slowly).selectAll().execute()).toEqual([])
  })
})

describe('the thread for slow selects on SQLite', () => {
  it('blocks no one else', async () => {
    const { db, file } = await makeFile()
    const reader = makeSlowReader(file)
    onTestFinished(() => reader.stop())
    let hasEnded = false

    // Without them it would take minutes.
    const slow = reader.run(counting(1_000_000_000)).finally(() => {
      hasEnded = true
    })
    for (let at = 0; at < 10; at += 1) await db.selectFrom('meta').selectAll().execute()

    expect(hasEnded).toBe(false)
    await Promise.all([expect(slow).rejects.toThrow('The database is closed'), reader.stop()])
  })

  it('answers in turn', async () => {
    const reader = await makeReader({})

    const answers = await Promise.all([5, 6, 7].map((to) => reader.run(counting(to))))

    expect(answers.map(({ rows }) => rows)).toEqual([5, 6, 7].map((last) => [{ last }]))
  })

  it('gives up what takes too long, and that alone', async () => {
    const reader = await makeReader({ limitMs: 1000 })

    await expect(reader.run(counting(1_000_000_000))).rejects.toThrow(
      'The search took longer than 1 s',
    )

    // On a busy machine the next thread alone may take longer than that to start.
    const after = await vi.waitFor(() => reader.run(counting(3)), patienceMs)
    expect(after.rows).toEqual([{ last: 3 }])
  })

  it('goes when it is not needed, and comes back', async () => {
    const reader = await makeReader({ idleMs: 0 })

    for (const to of [1, 2, 3]) {
      expect((await reader.run(counting(to))).rows).toEqual([{ last: to }])
      await new Promise((resolve) => setImmediate(resolve))
    }
  })

  it('leaves no caller waiting when the database is closed', async () => {
    const reader = await makeReader({})
    const running = reader.run(counting(1_000_000_000))
    const waiting = reader.run(counting(1))

    const refused = Promise.all([
      expect(running).rejects.toThrow('The database is closed'),
      expect(waiting).rejects.toThrow('The database is closed'),
    ])
    await reader.stop()

    await refused
    await expect(reader.run(counting(1))).rejects.toThrow('The database is closed')
  })
})

describe('the rows that a page has to look at', () => {
  const all = 1_000_000
  const equals = (field: string, value: string): Criteria => ({ kind: 'equals', field, value })
  const anything: Criteria = { kind: 'all' }
  const first = { offset: 0, limit: 20 }

  it.each([
    { what: 'the newest of all', total: all, criteria: anything, expected: 20 },
    { what: 'the newest of a fifth', total: all / 5, criteria: anything, expected: 100 },
    { what: 'three that may be anywhere', total: 3, criteria: anything, expected: all },
    { what: 'none', total: 0, criteria: anything, expected: 0 },
    { what: 'what nobody counts', total: undefined, criteria: equals('label', 'x'), expected: all },
    { what: 'one value', total: undefined, criteria: equals('data', 'x'), expected: 0 },
    {
      what: 'one value and more',
      total: undefined,
      criteria: { kind: 'and' as const, of: [equals('label', 'x'), equals('id', 'y')] },
      expected: 0,
    },
    {
      what: 'one value or others',
      total: undefined,
      criteria: { kind: 'or' as const, of: [equals('label', 'x'), equals('id', 'y')] },
      expected: all,
    },
  ])('are, of $what, $expected', ({ total, criteria, expected }) => {
    expect(rowsToRead(jobModel, { all, total }, criteria, first, [])).toBe(expected)
  })

  it('are all of them in an order that no index has, and as many as are skipped', () => {
    const known = { all, total: all }
    const by = (field: string) => [{ field, descending: false }]

    expect(rowsToRead(jobModel, known, anything, first, by('tlp'))).toBe(all)
    expect(rowsToRead(jobModel, known, anything, first, by('date'))).toBe(20)
    expect(rowsToRead(jobModel, known, anything, { offset: 5000, limit: 20 }, [])).toBe(5020)
  })
})
