import { describe, expect, it } from 'vitest'
import { built, prepared, transact } from '../../src/storage/rows/prepared.ts'
import { databases } from '../databases.ts'

const byName = prepared<{ name: string }, { value: string }>((db, slot) =>
  db.selectFrom('meta').select('value').where('name', '=', slot('name')),
)

describe.each(databases)('$name: a prepared statement', ({ open }) => {
  it('is built once and answers each time for the values of that time', async () => {
    const { db } = await open()
    const rows = [
      { name: 'a', value: '1' },
      { name: 'b', value: '2' },
    ]
    await db.insertInto('meta').values(rows).execute()

    const answers = await Promise.all(['a', 'b', 'c', 'a'].map((name) => byName(db, { name })))

    expect(answers).toEqual([[{ value: '1' }], [{ value: '2' }], [], [{ value: '1' }]])
  })

  it('sees inside a transaction what only the transaction can see', async () => {
    const { db } = await open()

    const [inside, outside] = await db.transaction().execute(async (tx) => {
      await tx.insertInto('meta').values({ name: 'a', value: '1' }).execute()
      return [await byName(tx, { name: 'a' }), await byName(db, { name: 'a' })]
    })

    expect(inside).toEqual([{ value: '1' }])
    expect(outside).toEqual([])
  })

  it('binds what would be a separate statement', async () => {
    const { db } = await open()

    const rows = await byName(db, { name: "'; drop table meta; --" })

    expect(rows).toEqual([])
    expect(await byName(db, { name: 'x' })).toEqual([])
  })
})

const insert = prepared<{ name: string; value: string }, never>((db, slot) =>
  db.insertInto('meta').values({ name: slot('name'), value: slot('value') }),
)

describe.each(databases)('$name: steps of a transaction', ({ open }) => {
  it('see what the steps before them did, and count together', async () => {
    const { db } = await open()

    const seen = await transact(db, function* () {
      yield* insert.step({ name: 'a', value: '1' })
      yield* built((tx) => tx.insertInto('meta').values({ name: 'b', value: '2' }))
      return yield* byName.step({ name: 'a' })
    })

    expect(seen).toEqual([{ value: '1' }])
    expect(await byName.now(db, { name: 'b' })).toEqual([{ value: '2' }])
  })

  it.each([
    ['a statement that fails', () => insert.step({ name: 'taken', value: '' })],
    [
      'an exception between two statements',
      // biome-ignore lint/correctness/useYield: it fails before the first one.
      function* () {
        throw new Error('over the rate')
      },
    ],
  ])('are all undone by %s, and nobody else with them', async (_what, fail) => {
    const { db } = await open()
    await insert(db, { name: 'taken', value: '0' })

    const results = await Promise.allSettled([
      transact(db, () => insert.step({ name: 'before', value: '1' })),
      transact(db, function* () {
        yield* insert.step({ name: 'undone', value: '1' })
        yield* fail()
      }),
      transact(db, () => insert.step({ name: 'after', value: '1' })),
    ])

    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await byName(db, { name: 'undone' })).toEqual([])
    for (const name of ['before', 'after'])
      expect(await byName(db, { name })).toEqual([{ value: '1' }])
  })

  it('join the transaction that they are handed', async () => {
    const { db } = await open()

    const outer = db.transaction().execute(async (tx) => {
      await transact(tx, () => insert.step({ name: 'a', value: '1' }))
      throw new Error('and then it fails')
    })

    await expect(outer).rejects.toThrow('and then it fails')
    expect(await byName(db, { name: 'a' })).toEqual([])
  })
})
