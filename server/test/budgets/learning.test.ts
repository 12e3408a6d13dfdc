import { describe, expect, it } from 'vitest'
import { heldNeeds } from '../../src/domain/budgets/fairness.ts'
import { learn, mostHolds } from '../../src/engine/budgets/learn.ts'
import type { JobEnd } from '../../src/engine/queue/queue.ts'
import { findKnownWorker } from '../../src/engine/workers/store.ts'
import { databases } from '../databases.ts'
import { everything, numbers } from '../engine/queue-fixtures.ts'
import { type BudgetedQueue, budgetId, makeBudgetedQueue, refusal } from './held.ts'

const minute = 60_000
const plenty = [{ count: 100, per: 'minute' as const }]
const failure = (errorMessage: string): JobEnd => ({
  ...{ status: 'Failure', runner: 'process', errorMessage },
})
const overLimit = failure('429 Client Error: Too Many Requests. Retry-After: 120')
const isDown = failure('503 Service Unavailable')
const isRefused = failure('401 Client Error: Unauthorized')
const success: JobEnd = { status: 'Success', runner: 'process', report: '{"full":{}}' }

/** Starts what may start; each ends like this. Answers which of them wait again. */
async function endAll(queue: BudgetedQueue, end: JobEnd): Promise<string[]> {
  const { jobQueue } = queue.deps
  const held: string[] = []
  for (const job of await jobQueue.claim('a-node', 100, everything)) {
    const worker = await findKnownWorker(queue.database.db, job)
    if (!worker) throw new Error('the worker is missing')
    if (await learn(queue.deps, job, worker, end)) held.push(job.id)
    else await jobQueue.end(job, end)
  }
  return held
}

const budgetOf = ({ database }: BudgetedQueue) =>
  database.db.selectFrom('budgets').selectAll().executeTakeFirstOrThrow()

describe.each(databases)('$name: what a provider answers', ({ open }) => {
  it('holds its budget when its limit is reached, and the job waits again', async () => {
    const queue = await makeBudgetedQueue(open, plenty)
    const id = await queue.send()
    expect(await endAll(queue, overLimit)).toEqual([id])
    const until = queue.clock.now() + 2 * minute
    expect(await budgetOf(queue)).toMatchObject({ state: 'held', until })
    expect(await queue.row(id)).toMatchObject({
      ...{ status: 'Waiting', needs: heldNeeds, attempts: 0, run: 1, start_date: null },
    })
    const late = await queue.send()
    expect(await queue.open()).toEqual([])
    queue.clock.advance(2 * minute)
    expect(await queue.open()).toEqual([id, late])
    expect((await budgetOf(queue)).state).toBe('open')
    expect(await endAll(queue, success)).toEqual([])
    expect(await queue.row(id)).toMatchObject({ status: 'Success', run: 2 })
  })

  it('counts each start, also of a job that waits again', async () => {
    const queue = await makeBudgetedQueue(open, [{ count: 2, per: 'hour' }])
    await queue.send()
    await endAll(queue, overLimit)
    queue.clock.advance(2 * minute)
    expect(await queue.open()).toHaveLength(1)
    await endAll(queue, success)
    await queue.send()
    expect(await queue.line()).toHaveLength(1)
  })

  it('fails a job that the limit has sent back three times', async () => {
    const queue = await makeBudgetedQueue(open, plenty)
    const id = await queue.send()
    for (const _ of numbers(mostHolds)) {
      expect(await endAll(queue, overLimit)).toEqual([id])
      queue.clock.advance(2 * minute)
      await queue.open()
    }
    expect(await endAll(queue, overLimit)).toEqual([])
    expect(await queue.row(id)).toMatchObject({ status: 'Failure', run: mostHolds + 1 })
  })

  it('does not put back a job that was deleted or lost in between, nor a responder', async () => {
    const queue = await makeBudgetedQueue(open, plenty)
    const { db } = queue.database
    const id = await queue.send()
    const [job] = await queue.deps.jobQueue.claim('a-node', 1, everything)
    const worker = job && (await findKnownWorker(db, job))
    if (!worker) throw new Error('nothing was claimed')
    const responder = { ...job, type: 'responder' as const }
    expect(await learn(queue.deps, responder, worker, overLimit)).toBe(false)
    const earlier = { ...job, run: job.run - 1 }
    expect(await learn(queue.deps, earlier, worker, overLimit)).toBe(false)
    expect(await queue.row(id)).toMatchObject({ status: 'InProgress', run: 1 })
    expect(await queue.line()).toEqual([])
  })

  it('opens the breaker when it fails five times: who waits, waits; who does not, fails at once', async () => {
    const queue = await makeBudgetedQueue(open, plenty)
    for (const _ of numbers(5)) await queue.send()
    await endAll(queue, isDown)
    expect(await budgetOf(queue)).toMatchObject({
      ...{ state: 'down', until: queue.clock.now() + minute, reason: expect.any(String) },
    })
    await queue.open()
    const uses = () => queue.database.db.selectFrom('budget_uses').selectAll().execute()
    const before = await uses()
    const failed = await queue.send({ by: 'key' })
    expect(await queue.row(failed)).toMatchObject({
      status: 'Failure',
      error_message: expect.stringContaining('the provider of the budget a-budget is failing'),
    })
    expect(await uses()).toEqual(before)
    const waits = [await queue.send(), await queue.send()]
    expect(await queue.line()).toEqual(waits)
    expect(await queue.open()).toEqual([])
  })

  it('is tried with one job when the pause is over, and works again with its first answer', async () => {
    const queue = await makeBudgetedQueue(open, plenty)
    for (const _ of numbers(5)) await queue.send()
    await endAll(queue, isDown)
    const waits: string[] = []
    for (const _ of numbers(3)) waits.push(await queue.send())
    queue.clock.advance(minute)
    expect(await queue.open()).toEqual(waits.slice(0, 1))
    expect(await queue.open()).toEqual([])
    await endAll(queue, isDown)
    expect(await budgetOf(queue)).toMatchObject({ until: queue.clock.now() + 2 * minute })
    queue.clock.advance(2 * minute)
    expect(await queue.open()).toEqual(waits.slice(1, 2))
    await endAll(queue, success)
    expect((await budgetOf(queue)).state).toBe('open')
    expect(await queue.open()).toEqual(waits.slice(2))
  })

  it('is tried by a job that does not wait, too, if no other does', async () => {
    const queue = await makeBudgetedQueue(open, plenty)
    for (const _ of numbers(5)) await queue.send()
    await endAll(queue, isDown)
    queue.clock.advance(minute)
    const probe = await queue.send({ by: 'key' })
    expect((await queue.row(probe)).status).toBe('Waiting')
    const second = await queue.send({ by: 'key' })
    expect((await queue.row(second)).status).toBe('Failure')
    expect(await endAll(queue, success)).toEqual([])
    expect((await budgetOf(queue)).state).toBe('open')
  })

  it('starts nothing with a credential that it refuses, however long that is', async () => {
    const queue = await makeBudgetedQueue(open, plenty)
    await queue.send()
    await endAll(queue, isRefused)
    expect(await budgetOf(queue)).toMatchObject({ state: 'refused', until: null })
    await queue.send()
    queue.clock.advance(60 * minute)
    expect(await queue.open()).toEqual([])
    const failed = await queue.send({ by: 'key' })
    expect((await queue.row(failed)).error_message).toContain('rejects the credential')
    await queue.database.db.updateTable('budgets').set({ state: 'open' }).execute()
    expect(await queue.open()).toHaveLength(1)
  })

  it('is in the audit trail when it changes what starts', async () => {
    const queue = await makeBudgetedQueue(open, plenty)
    for (const _ of numbers(5)) await queue.send()
    await endAll(queue, isDown)
    queue.clock.advance(minute)
    await queue.send()
    await endAll(queue, success)
    await queue.send()
    await endAll(queue, isRefused)
    const rows = await queue.database.db
      .selectFrom('audit')
      .select(['action', 'actor', 'object_id'])
      .orderBy('id')
      .execute()
    expect(rows.map(({ action }) => action)).toEqual([
      ...['budget.pause', 'budget.recover', 'budget.refuse'],
    ])
    expect(rows[0]).toMatchObject({ actor: '(provider)', object_id: budgetId })
  })

  it('is not taken from what was analyzed', async () => {
    const queue = await makeBudgetedQueue(open, plenty)
    const data = 'HTTP Error 401: Unauthorized'
    await queue.send({ data })
    expect(await endAll(queue, failure(`Cannot read the text ${data}`))).toEqual([])
    expect((await budgetOf(queue)).state).toBe('open')
  })

  it('is not shown with a budget that several organizations use', async () => {
    const queue = await makeBudgetedQueue(open, plenty)
    await queue.send()
    await endAll(queue, failure('401 Client Error: Unauthorized for the account of alpha'))
    expect((await budgetOf(queue)).reason).toBe('The provider rejects the credential')
    await queue.database.db
      .updateTable('budgets')
      .set({ organization: 'alpha', state: 'open' })
      .execute()
    await queue.send()
    await endAll(queue, failure('401 Client Error: Unauthorized for the account of alpha'))
    expect((await budgetOf(queue)).reason).toContain('for the account of alpha')
  })

  it('is 429 with the end of the pause for callers that do not wait', async () => {
    const queue = await makeBudgetedQueue(open, plenty)
    await queue.send()
    await endAll(queue, overLimit)
    const refused = await refusal(queue.send({ by: 'key' }))
    expect(refused).toMatchObject({ type: 'RateLimitExceeded', retryAfterSeconds: 120 })
  })
})
