import { describe, expect, it } from 'vitest'
import { sqlite } from '../databases.ts'
import { sharedByTests } from '../lifetime.ts'
import { get, step, world } from './query-world.ts'
import { insertRows } from './rows.ts'
import { makePlatformApp } from './setup.ts'

const page = (to: number, more: object = {}) => step('page', { from: 0, to, ...more })

describe('several queries in one call', () => {
  const shared = sharedByTests(async () => {
    const app = await makePlatformApp(sqlite.open)
    await insertRows(app.deps.db, world)
    return app
  })
  const ask = async (...queries: { version?: 0 | 1; query: object[] }[]) =>
    (await shared()).as('read').runQueries({ queries })

  it('have the answers that each has alone', async () => {
    const app = await shared()
    const lists = [step('listAlert'), step('sort', { _fields: [{ date: 'asc' }] })]
    const query = [...lists, page(2, { extraData: ['total'] })]
    const old = [get('Case', '~1'), step('tasks'), page(5)]

    const [count, alerts, tasks] = await ask(
      { query: [step('listAlert'), step('count')] },
      { query },
      { version: 0, query: old },
    )

    expect(count).toEqual({ count: 3 })
    expect(alerts).toEqual({ rows: await app.as('read').queryV1({ query }), total: 3 })
    expect(tasks?.rows).toEqual(await app.as('read').queryV0({ query: old }))
    expect(tasks?.rows).not.toEqual([])
  })

  it('leave the others alone when one of them fails', async () => {
    const [wrong, missing, fine] = await ask(
      { query: [step('listNothing')] },
      { query: [step('listAlert'), step('filter', { _field: 'nothing', _value: 1 }), page(1)] },
      { query: [step('listCase'), step('count')] },
    )

    expect(wrong?.error).toMatchObject({ status: 400 })
    expect(wrong?.rows).toBeUndefined()
    expect(missing).toBeDefined()
    expect(fine).toEqual({ count: 2 })
  })

  it('count, or read a page of at most 500 rows: larger answers are not held in memory', async () => {
    const [whole, large, most] = await ask(
      { query: [step('listAlert')] },
      { query: [step('listAlert'), page(501)] },
      { query: [step('listAlert'), page(500)] },
    )

    expect(whole?.error?.message).toContain('at most 500 rows')
    expect(large?.error).toMatchObject({ status: 400, type: 'BadRequest' })
    expect(most?.rows).toHaveLength(3)
  })

  it('are 30 at most', async () => {
    const app = await shared()
    const queries = Array.from({ length: 31 }, () => ({ query: [step('countCase')] }))
    await expect(app.as('read').runQueries({ queries })).rejects.toMatchObject({ status: 400 })
  })
})
