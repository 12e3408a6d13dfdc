import { describe, expect, it } from 'vitest'
import { heldNeeds, heldPriority } from '../../src/domain/budgets/fairness.ts'
import { openSome } from '../../src/engine/budgets/opener.ts'
import { waitsOf } from '../../src/engine/budgets/waits.ts'
import { deleteJob } from '../../src/engine/job-rows/store.ts'
import { forgetKnown } from '../../src/storage/rows/known-rows.ts'
import { databases } from '../databases.ts'
import { loseAll, numbers } from '../engine/queue-fixtures.ts'
import { budgetId, makeBudgetedQueue, refusal } from './held.ts'

const fourAMinute = [{ count: 4, per: 'minute' as const }]
const minute = 60_000

describe.each(databases)('$name: jobs that wait for a budget', ({ open }) => {
  it('start four a minute, in their order, and none is lost', async () => {
    const queue = await makeBudgetedQueue(open, fourAMinute)
    const ids: string[] = []
    for (const _ of numbers(12)) ids.push(await queue.send())
    const rows = await queue.rows()
    expect(rows.every(({ status }) => status === 'Waiting')).toBe(true)
    expect(rows.filter(({ needs }) => needs === heldNeeds)).toHaveLength(8)
    expect(await queue.line()).toEqual(ids.slice(4))

    const started: string[][] = []
    for (const _ of numbers(3)) {
      await queue.open()
      started.push((await queue.start()).sort())
      expect(await queue.open()).toEqual([])
      await queue.finish()
      queue.clock.advance(minute)
    }
    const groups = numbers(3).map((n) => ids.slice(4 * n, 4 * n + 4).sort())
    expect(started).toEqual(groups)
    expect(await queue.line()).toEqual([])
  })

  it('say what they wait for, how many are before them, and when they start', async () => {
    const queue = await makeBudgetedQueue(open, fourAMinute, { name: 'VirusTotal' })
    const begun = queue.clock.now()
    const ids: string[] = []
    for (const _ of numbers(10)) ids.push(await queue.send())
    await queue.start()
    const jobs = (await queue.rows()).toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    const waits = await waitsOf(queue.deps, jobs)
    expect([...waits.keys()]).toHaveLength(6)
    expect(waits.get(ids[4] ?? '')).toEqual({
      ...{ for: 'budget', name: 'VirusTotal', before: 0, startsAt: begun + minute },
    })
    expect(waits.get(ids[9] ?? '')).toEqual({
      ...{ for: 'budget', name: 'VirusTotal', before: 5, startsAt: begun + 2 * minute },
    })
  })

  it('are those of people, of rules, of keys that ask for it, and where the analyzer says so', async () => {
    const queue = await makeBudgetedQueue(open, [{ count: 1, per: 'minute' }])
    await queue.send()
    await queue.start()
    queue.clock.advance(10_000)
    const refused = await refusal(queue.send({ by: 'key' }))
    expect(refused).toMatchObject({
      type: 'RateLimitExceeded',
      retryAfterSeconds: 50,
      message: expect.stringContaining('The budget a-budget is used up'),
    })
    await queue.send({ by: 'key', wait: true })
    await queue.send({ by: 'rule' })
    await queue.send({ by: 'key', options: { waits: true } })
    expect(await queue.line()).toHaveLength(3)
    const { db } = queue.database
    await db.updateTable('workers').set({ when_full: 'wait' }).execute()
    forgetKnown('workers')
    await queue.send({ by: 'key' })
    expect(await queue.line()).toHaveLength(4)
  })

  it('are answered from the cache, and refused by a look, as any other', async () => {
    const queue = await makeBudgetedQueue(open, [{ count: 1, per: 'minute' }])
    const first = await queue.send({ data: 'same' })
    expect(await queue.send({ data: 'same', by: 'key' })).toBe(first)
    const held = await queue.send({ data: 'other' })
    expect(await queue.send({ data: 'other', by: 'key' })).toBe(held)
  })

  it('count until they have started, however late that is', async () => {
    const queue = await makeBudgetedQueue(open, [{ count: 2, per: 'minute' }])
    for (const _ of numbers(4)) await queue.send()
    queue.clock.advance(10 * minute)
    expect(await queue.open()).toEqual([])
    await queue.start()
    queue.clock.advance(minute - 1)
    expect(await queue.open()).toEqual([])
    queue.clock.advance(1)
    expect(await queue.open()).toHaveLength(2)
  })

  it('count again when a lost node has them started again', async () => {
    const queue = await makeBudgetedQueue(open, [{ count: 2, per: 'hour' }])
    await queue.send()
    await queue.start()
    await loseAll(queue)
    expect(await queue.start()).toHaveLength(1)
    await queue.send()
    expect(await queue.line()).toHaveLength(1)
    expect(await queue.open()).toEqual([])
  })

  it('use as many starts as they cost', async () => {
    const queue = await makeBudgetedQueue(open, fourAMinute)
    await queue.database.db.updateTable('workers').set({ budget_cost: 3 }).execute()
    await queue.send()
    await queue.send()
    expect(await queue.line()).toHaveLength(1)
  })

  it('fail when they have waited for too long, and say why', async () => {
    const queue = await makeBudgetedQueue(open, [{ count: 1, per: 'day' }], {
      max_wait_ms: 2 * 3_600_000,
    })
    await queue.send()
    const late = await queue.send()
    queue.clock.advance(2 * 3_600_000 - 1)
    await queue.open()
    expect((await queue.row(late)).status).toBe('Waiting')
    queue.clock.advance(1)
    const { failed } = await openSome(queue.deps, budgetId)
    expect(failed.map(({ id }) => id)).toEqual([late])
    expect(await queue.row(late)).toMatchObject({
      status: 'Failure',
      error_message: expect.stringContaining('Not started within 2 hours: the budget a-budget'),
    })
    expect(await queue.line()).toEqual([])
  })

  it('stay deleted when an older process deletes them and their wait is over', async () => {
    const queue = await makeBudgetedQueue(open, [{ count: 1, per: 'day' }], { max_wait_ms: minute })
    await queue.send()
    const late = await queue.send()
    await queue.database.db
      .updateTable('jobs')
      .set({ status: 'Deleted' })
      .where('id', '=', late)
      .execute()
    queue.clock.advance(minute)
    expect((await openSome(queue.deps, budgetId)).failed).toEqual([])
    expect(await queue.row(late)).toMatchObject({ status: 'Deleted' })
    expect(await queue.line()).toEqual([])
  })

  it('leave the line when they are deleted', async () => {
    const queue = await makeBudgetedQueue(open, [{ count: 1, per: 'minute' }])
    await queue.send()
    const [second, third] = [await queue.send(), await queue.send()]
    await deleteJob(queue.database.db, 'alpha', second, 'ada', queue.clock.now())
    expect(await queue.line()).toEqual([third])
    await queue.start()
    queue.clock.advance(minute)
    expect(await queue.open()).toEqual([third])
    expect((await queue.row(second)).status).toBe('Deleted')
  })

  it('are not started by an opener that sees one of them deleted by an older process', async () => {
    const queue = await makeBudgetedQueue(open, [{ count: 1, per: 'minute' }])
    await queue.send()
    const second = await queue.send()
    await queue.database.db
      .updateTable('jobs')
      .set({ status: 'Deleted' })
      .where('id', '=', second)
      .execute()
    await queue.start()
    queue.clock.advance(minute)
    expect(await queue.open()).toEqual([])
    expect(await queue.row(second)).toMatchObject({ status: 'Deleted', needs: heldNeeds })
    expect(await queue.line()).toEqual([])
  })

  it('start when their budget is gone', async () => {
    const queue = await makeBudgetedQueue(open, [{ count: 1, per: 'month' }])
    await queue.send()
    const second = await queue.send()
    const { db } = queue.database
    await db.updateTable('held_jobs').set({ budget_id: null }).execute()
    await db.deleteFrom('budgets').execute()
    const { opened } = await openSome(queue.deps, null)
    expect(opened.map(({ id }) => id)).toEqual([second])
    expect(await queue.start()).toHaveLength(2)
    // A process that still knows the budget of its analyzer.
    const third = await queue.send()
    expect((await queue.row(third)).needs).not.toBe(heldNeeds)
  })

  it('get the needs, priority and place of a job that is submitted when they are let through', async () => {
    const queue = await makeBudgetedQueue(open, [{ count: 1, per: 'minute' }])
    await queue.send()
    const held = await queue.send()
    expect(await queue.row(held)).toMatchObject({ needs: heldNeeds, priority: heldPriority })
    await queue.start()
    queue.clock.advance(minute)
    await queue.database.db
      .updateTable('workers')
      .set({ pool: 'gpu' })
      .where('id', '=', 'alpha-analyzer')
      .execute()
    await queue.submit({ organization: 'gamma', isPerson: true })
    await queue.open()
    expect(await queue.row(held)).toMatchObject({
      ...{ status: 'Waiting', needs: 'gpu/process/Fixture_1_0', priority: 1, turn: 0 },
    })
  })

  it('are let through by one process at a time: several openers start no more than one would', async () => {
    const queue = await makeBudgetedQueue(open, fourAMinute)
    for (const _ of numbers(20)) await queue.send()
    await queue.start()
    queue.clock.advance(minute)
    const all = await Promise.all(numbers(6).map(() => queue.open()))
    expect(all.flat()).toHaveLength(4)
    expect(new Set(all.flat()).size).toBe(4)
    const sends = await Promise.all(numbers(6).map(() => queue.send()))
    expect(await queue.line()).toEqual(expect.arrayContaining(sends))
  })
})
