import { describe, expect, it } from 'vitest'
import { prepared } from '../../src/storage/prepared.ts'
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

  it('binds what would be a statement of its own', async () => {
    const { db } = await open()

    const rows = await byName(db, { name: "'; drop table meta; --" })

    expect(rows).toEqual([])
    expect(await byName(db, { name: 'x' })).toEqual([])
  })
})
