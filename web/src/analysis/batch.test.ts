import type { Job } from '@assay/contract'
import { describe, expect, test } from 'vitest'
import { failedKeysOf, gridOfJobs, jobIdsOf, pendingIdsOf, tallyOf } from './batch.ts'
import { pollInterval } from './polling.ts'
import { createSender } from './sender.ts'

const job = (id: string, workerName: string, data: string, more: Partial<Job> = {}) =>
  ({
    id,
    workerId: `w-${workerName}`,
    workerName,
    dataType: 'ip',
    data,
    status: 'Success',
    createdAt: 1,
    ...more,
  }) as Job

const opened = (jobs: readonly Job[]) => {
  const grid = gridOfJobs(jobs)
  const explain = () => ({ message: '', kind: 'other' as const })
  return { grid, sender: createSender({ ...grid, explain, onChange: () => {} }) }
}

describe('a batch that is read from its jobs', () => {
  test('has a row per value and a column per analyzer', () => {
    const { grid } = opened([
      job('1', 'Verdict', '8.8.8.8'),
      job('2', 'Echo', '8.8.8.8'),
      job('3', 'Echo', '1.1.1.1'),
    ])
    expect(grid.rows.map(({ observed }) => observed.data)).toEqual(['8.8.8.8', '1.1.1.1'])
    expect(grid.columns.map(({ name }) => name)).toEqual(['Echo', 'Verdict'])
  })

  test('shows the newer of two runs of one value', () => {
    const { sender } = opened([
      job('new', 'Echo', '8.8.8.8', { createdAt: 5 }),
      job('old', 'Echo', '8.8.8.8', { createdAt: 2 }),
    ])
    expect(jobIdsOf(sender)).toEqual(['new'])
  })

  test('tells files of one name apart', () => {
    const file = (id: string) => ({ id, name: 'a.doc', size: 1, contentType: '' })
    const { grid } = opened([
      job('1', 'Echo', '', { dataType: 'file', attachment: file('x') }),
      job('2', 'Echo', '', { dataType: 'file', attachment: file('y') }),
    ])
    expect(grid.rows).toHaveLength(2)
  })

  test('counts what became of it, and knows what to ask about and what to send again', () => {
    const { sender } = opened([
      job('1', 'A', 'x'),
      job('2', 'B', 'x', { status: 'InProgress' }),
      job('3', 'C', 'x', { status: 'Waiting' }),
      job('4', 'D', 'x', { status: 'Failure' }),
      job('5', 'E', 'x', { status: 'Deleted' }),
    ])
    expect(tallyOf(sender.states.values())).toEqual({
      total: 5,
      ok: 1,
      running: 1,
      waiting: 1,
      failed: 1,
      unsent: 0,
      other: 1,
    })
    expect(pendingIdsOf(sender)).toEqual(['2', '3'])
    expect(failedKeysOf(sender)).toEqual(['w-D\nip\nx'])
  })
})

test('polls are eager at first and patient later, and slow while events arrive', () => {
  expect([0, 9_999, 10_000, 60_000].map((ms) => pollInterval(ms, false))).toEqual([
    1000, 1000, 2000, 5000,
  ])
  expect([0, 9_999, 10_000].map((ms) => pollInterval(ms, true))).toEqual([2000, 2000, 10_000])
})
