import { describe, expect, it } from 'vitest'
import { heldNeeds, heldPriority } from '../../src/domain/budgets/fairness.ts'
import { DatabaseUnavailable } from '../../src/domain/storage-trouble.ts'
import type { SlotForNewJob } from '../../src/engine/deps.ts'
import { makeStrayClaims } from '../../src/engine/execution/stray-claims.ts'
import { leaseMs } from '../../src/engine/job-rows/claimed.ts'
import { databases, type TestDatabases } from '../databases.ts'
import { everything, makeQueue } from './queue-fixtures.ts'

/** A queue with a free slot at all times. */
async function queueWithSlots(open: TestDatabases['open']) {
  const queue = await makeQueue(open)
  const started: string[] = []
  const cancelled: unknown[] = []
  const slot: SlotForNewJob = {
    owner: 'us',
    start: ({ id, run }) => started.push(`${id} ${run}`),
    cancel: (error) => cancelled.push(error),
  }
  const deps = queue.deps as { -readonly [K in keyof typeof queue.deps]: (typeof queue.deps)[K] }
  deps.reserve = async () => slot
  return { ...queue, started, cancelled }
}

describe.each(databases)('$name: a job for which a slot is free', ({ open }) => {
  it('is claimed as it is submitted, and started once', async () => {
    const { submit, row, clock, started, cancelled } = await queueWithSlots(open)

    const id = await submit({ organization: 'alpha' })

    expect(await row(id)).toMatchObject({
      status: 'InProgress',
      attempts: 1,
      run: 1,
      start_date: clock.now(),
      locked_by: 'us',
      locked_until: clock.now() + leaseMs,
    })
    expect(started).toEqual([`${id} 1`])
    expect(cancelled).toEqual([])
  })

  it('waits behind all those that wait already', async () => {
    const { submit, row, deps, started, cancelled } = await queueWithSlots(open)
    const reserve = deps.reserve
    Object.assign(deps, { reserve: async () => undefined })
    const first = await submit({ organization: 'alpha' })
    Object.assign(deps, { reserve })

    const second = await submit({ organization: 'beta', isPerson: true })

    expect([await row(first), await row(second)]).toMatchObject([
      { status: 'Waiting', run: 0, locked_by: null },
      { status: 'Waiting', run: 0, locked_by: null, start_date: null },
    ])
    expect([started, cancelled]).toEqual([[], [undefined]])
    const claimed = await deps.jobQueue.claim('us', 2, everything)
    expect(claimed.map(({ id }) => id).sort()).toEqual([first, second].sort())
  })

  it('does not wait for one that waits for an approval, nor takes its place from it', async () => {
    const { submit, row, rows, deps } = await queueWithSlots(open)
    const held = await submit({ organization: 'alpha', type: 'responder' })
    await deps.db
      .updateTable('jobs')
      .set({ needs: heldNeeds, priority: heldPriority, turn: 1_000 })
      .where('id', '=', held)
      .execute()

    const id = await submit({ organization: 'beta' })

    expect(await row(id)).toMatchObject({ status: 'InProgress', turn: 0 })
    expect(await deps.jobQueue.claim('us', 5, everything)).toEqual([])
    expect(await rows()).toHaveLength(2)
  })

  it('is not begun when it answers an equal one, and gives its slot back', async () => {
    const { ask, rows, started, cancelled } = await queueWithSlots(open)

    const first = await ask('alpha', 'same')
    const second = await ask('alpha', 'same')

    expect(second).toEqual({ id: first.id, fromCache: true })
    expect(started).toEqual([`${first.id} 1`])
    expect(cancelled).toEqual([undefined])
    expect(await rows()).toHaveLength(1)
  })

  it('waits for a separate claim when it is a responder, which is never started twice', async () => {
    const { submit, row, started } = await queueWithSlots(open)

    const id = await submit({ organization: 'alpha', type: 'responder' })

    expect(await row(id)).toMatchObject({ status: 'Waiting', run: 0 })
    expect(started).toEqual([])
  })

  it('goes back into the queue when the claim was never acknowledged', async () => {
    const { submit, row, deps } = await queueWithSlots(open)
    const strays = makeStrayClaims(deps, 'us')
    const none = async () => []
    const lost = await submit({ organization: 'alpha' })
    const kept = await submit({ organization: 'beta' })
    for (const id of [lost, kept]) strays.expect({ id, run: 1 })
    const theirs = await submit({ organization: 'gamma', type: 'responder' })
    await deps.jobQueue.claim('others', 1, everything)

    strays.forget({ id: lost, run: 1 }, new DatabaseUnavailable(new Error('gone'), false))
    await strays.claiming(none)

    expect(await row(lost)).toMatchObject({ status: 'Waiting', attempts: 0, locked_by: null })
    expect(await row(kept)).toMatchObject({ status: 'InProgress', locked_by: 'us' })
    expect(await row(theirs)).toMatchObject({ status: 'InProgress', locked_by: 'others' })
  })
})
