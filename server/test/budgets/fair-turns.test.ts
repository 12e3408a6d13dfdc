import { describe, expect, it } from 'vitest'
import { databases } from '../databases.ts'
import { numbers } from '../engine/queue-fixtures.ts'
import { makeBudgetedQueue } from './held.ts'

const minute = 60_000

describe.each(databases)('$name: the turns of jobs that wait for a budget', ({ open }) => {
  it('go to people before keys before rules, and each fifth to the lowest', async () => {
    const queue = await makeBudgetedQueue(open, [{ count: 1, per: 'minute' }])
    const kinds = new Map([[await queue.send(), 'first']])
    for (const by of ['rule', 'key', 'person'] as const)
      for (const _ of numbers(4)) kinds.set(await queue.send({ by, wait: true }), by)
    const order: (string | undefined)[] = []
    for (const _ of numbers(12)) {
      await queue.start()
      await queue.finish()
      queue.clock.advance(minute)
      order.push(...(await queue.open()).map((id) => kinds.get(id)))
    }
    expect(order.join(' ')).toBe('person person person person rule key key key key rule rule rule')
  })

  it('alternate between organizations, whoever came first', async () => {
    const queue = await makeBudgetedQueue(open, [{ count: 2, per: 'minute' }])
    const of = new Map<string, string>()
    for (const organization of ['alpha', 'alpha', ...numbers(6).map(() => 'alpha')])
      of.set(await queue.send({ organization }), organization)
    for (const _ of numbers(2)) of.set(await queue.send({ organization: 'beta' }), 'beta')
    await queue.start()
    const order: (string | undefined)[] = []
    for (const _ of numbers(2)) {
      await queue.finish()
      queue.clock.advance(minute)
      order.push(...(await queue.open()).map((id) => of.get(id)))
      await queue.start()
    }
    expect(order.toSorted()).toEqual(['alpha', 'alpha', 'beta', 'beta'])
  })

  it('rise with an equal job of someone more urgent that joins', async () => {
    const queue = await makeBudgetedQueue(open, [{ count: 1, per: 'minute' }])
    await queue.send()
    const first = await queue.send({ by: 'key', wait: true, data: 'one' })
    const second = await queue.send({ by: 'rule', data: 'two' })
    expect(await queue.line()).toEqual([first, second])
    expect(await queue.send({ by: 'person', data: 'two' })).toBe(second)
    expect(await queue.line()).toEqual([second, first])
    // And never fall.
    expect(await queue.send({ by: 'key', wait: true, data: 'two' })).toBe(second)
    expect(await queue.line()).toEqual([second, first])
  })

  it('leave the last quarter of a day to people', async () => {
    const queue = await makeBudgetedQueue(open, [{ count: 8, per: 'day' }])
    for (const _ of numbers(8)) await queue.send({ by: 'rule' })
    expect(await queue.line()).toHaveLength(2)
    await queue.send()
    await queue.send()
    expect(await queue.line()).toHaveLength(2)
    await queue.send()
    expect(await queue.line()).toHaveLength(3)
  })

  it('are not overtaken by a job that comes when there is room again', async () => {
    const queue = await makeBudgetedQueue(open, [{ count: 1, per: 'minute' }])
    await queue.send()
    const waits = await queue.send()
    await queue.start()
    queue.clock.advance(minute)
    const late = await queue.send()
    expect(await queue.line()).toEqual([waits, late])
    expect(await queue.open()).toEqual([waits])
  })
})
