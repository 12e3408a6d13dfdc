import type { Job } from '@assay/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { forgetJobs, isPending, noteStatuses, rememberJobs, sessionJobs } from './session-jobs.ts'

const job = (id: string, more: Partial<Job> = {}) =>
  ({
    id,
    dataType: 'domain',
    data: 'evil.example',
    workerName: 'Echo_1_0',
    status: 'Waiting',
    createdAt: 1,
    ...more,
  }) as Job

describe('the jobs of this session', () => {
  beforeEach(forgetJobs)

  test('come newest first, with their harmless value', () => {
    rememberJobs([job('a')])
    rememberJobs([job('b')])
    expect(sessionJobs().map(({ id }) => id)).toEqual(['b', 'a'])
    expect(sessionJobs()[0]?.label).toBe('evil[.]example')
  })

  test('are kept once, with the newer status', () => {
    rememberJobs([job('a')])
    rememberJobs([job('a', { status: 'Success' })])
    expect(sessionJobs().map(({ status }) => status)).toEqual(['Success'])
  })

  test('follow what is said about them, and pass over others', () => {
    rememberJobs([job('a'), job('b')])
    noteStatuses(
      new Map([
        ['a', 'Failure'],
        ['elsewhere', 'Success'],
      ]),
    )
    expect(sessionJobs().map(({ id, status }) => [id, status])).toEqual([
      ['a', 'Failure'],
      ['b', 'Waiting'],
    ])
    expect(
      sessionJobs()
        .filter(isPending)
        .map(({ id }) => id),
    ).toEqual(['b'])
  })

  test('stay the same list when nothing is new, so nothing is redrawn', () => {
    rememberJobs([job('a')])
    const before = sessionJobs()
    noteStatuses(new Map([['a', 'Waiting']]))
    expect(sessionJobs()).toBe(before)
  })
})
