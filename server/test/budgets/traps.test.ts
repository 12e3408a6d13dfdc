import { describe, expect, it } from 'vitest'
import { heldNeeds } from '../../src/domain/budgets/fairness.ts'
import { failUnrunnable } from '../../src/engine/nodes/unrunnable.ts'
import { findKnownWorker, moveWaitingJobs } from '../../src/engine/workers/store.ts'
import { databases } from '../databases.ts'
import { submission } from '../engine/queue-contract.ts'
import { everything, numbers } from '../engine/queue-fixtures.ts'
import { makeBudgetedQueue } from './held.ts'

const one = [{ count: 1, per: 'day' as const }]

/** A queue in which nothing waits but jobs that are held. */
async function withHeldJobs(open: Parameters<typeof makeBudgetedQueue>[0], count = 3) {
  const queue = await makeBudgetedQueue(open, one)
  await queue.send()
  await queue.start()
  const held: string[] = []
  for (const _ of numbers(count)) held.push(await queue.send())
  return { queue, held }
}

describe.each(databases)('$name: jobs that are held', ({ open }) => {
  it('keep no other job from starting directly', async () => {
    const { queue } = await withHeldJobs(open)
    const { jobQueue } = queue.deps
    const begun = await jobQueue.submit(submission('direct', {}, { claimFor: 'me' }))
    expect(begun).toMatchObject({ is: 'new', claimed: { id: 'direct' } })
    await jobQueue.submit(submission('ordinary'))
    const after = await jobQueue.submit(submission('after', {}, { claimFor: 'me' }))
    expect(after).not.toHaveProperty('claimed.id')
  })

  it('keep a newcomer from no turn: it gets the one that is being served', async () => {
    const { queue } = await withHeldJobs(open)
    await queue.submit({ organization: 'gamma', isPerson: true })
    await queue.database.db
      .updateTable('jobs')
      .set({ turn: 1_000 })
      .where('needs', '!=', heldNeeds)
      .where('status', '=', 'Waiting')
      .execute()
    const newcomer = await queue.submit({ organization: 'delta', isPerson: true })
    expect(await queue.row(newcomer)).toMatchObject({ turn: 1_000 })
  })

  it('are neither freed nor failed as what no node can run', async () => {
    const { queue, held } = await withHeldJobs(open)
    await failUnrunnable(queue.deps, 1)
    queue.clock.advance(86_400_000)
    await failUnrunnable(queue.deps, 1)
    queue.clock.advance(86_400_000)
    expect(await failUnrunnable(queue.deps, 1)).toBe(0)
    for (const id of held)
      expect(await queue.row(id)).toMatchObject({ status: 'Waiting', needs: heldNeeds })
    expect(await queue.database.db.selectFrom('missing_offers').selectAll().execute()).toEqual([])
  })

  it('stay held when their worker moves to other nodes', async () => {
    const { queue, held } = await withHeldJobs(open)
    const { db } = queue.database
    const key = { organization: 'alpha', worker_id: 'alpha-analyzer' }
    const worker = await findKnownWorker(db, key)
    if (!worker) throw new Error('the worker is missing')
    await moveWaitingJobs(db, worker, { ...worker, pool: 'gpu' })
    for (const id of held) expect((await queue.row(id)).needs).toBe(heldNeeds)
  })

  it('are claimed by no node, whatever it accepts', async () => {
    const { queue } = await withHeldJobs(open)
    expect(await queue.deps.jobQueue.claim('me', 10, everything)).toEqual([])
    expect(await queue.deps.jobQueue.claim('me', 1, everything, 'beta')).toEqual([])
  })
})
