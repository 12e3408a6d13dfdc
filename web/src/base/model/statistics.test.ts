import type { Job } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import {
  countOutcomes,
  durationsOf,
  failureRates,
  failureReasons,
  notApplicableReasons,
  overTime,
  percentile,
  successRate,
  typesByCount,
} from './statistics.ts'

const job = (changes: Partial<Job>) =>
  ({
    status: 'Success',
    type: 'analyzer',
    workerId: 'vt',
    workerName: 'VirusTotal',
    dataType: 'ip',
    createdAt: 0,
    ...changes,
  }) as Job

const failed = (errorMessage: string, workerId = 'vt') =>
  job({ status: 'Failure', errorMessage, workerId, workerName: workerId })

const skipped = (notApplicable: NonNullable<Job['notApplicable']>, errorMessage = 'x') =>
  job({ status: 'Failure', notApplicable, errorMessage })

describe('what is not for an analyzer', () => {
  it('is grouped by its kind, or by its reason where it has none, and is no failure', () => {
    const jobs = [
      skipped('special-use-name', 'a.test is an internal name'),
      skipped('special-use-name', 'b.test is an internal name'),
      skipped('other', 'No known RDAP server for a.zz'),
      failed('broken'),
    ]
    expect(notApplicableReasons(jobs).map(({ kind, count }) => [kind, count])).toEqual([
      ['special-use-name', 2],
      ['other', 1],
    ])
    expect(failureReasons(jobs).map(({ reason }) => reason)).toEqual(['broken'])
    expect(failureRates(jobs)).toMatchObject([{ failures: 1, ended: 1 }])
  })
})

describe('rates', () => {
  it('look only at jobs that have ended', () => {
    const jobs = [
      job({}),
      job({}),
      job({ status: 'Failure' }),
      job({ status: 'Waiting' }),
      job({ status: 'InProgress' }),
      ...Array.from({ length: 38 }, () => skipped('special-use-name')),
    ]
    expect(countOutcomes(jobs)).toEqual({ success: 2, failure: 1, notApplicable: 38, other: 2 })
    expect(successRate(countOutcomes(jobs))).toBeCloseTo(2 / 3)
  })

  it('are unknown while nothing has ended', () => {
    expect(successRate(countOutcomes([job({ status: 'Waiting' })]))).toBeUndefined()
    expect(successRate(countOutcomes([]))).toBeUndefined()
  })

  it('per worker put the worst first and leave out those without a failure', () => {
    const jobs = [
      failed('x', 'sometimes'),
      job({ workerId: 'sometimes' }),
      job({ workerId: 'sometimes' }),
      failed('x', 'always'),
      job({ workerId: 'never' }),
      job({ workerId: 'always', status: 'Waiting' }),
    ]
    expect(failureRates(jobs).map(({ workerId, rate }) => [workerId, rate])).toEqual([
      ['always', 1],
      ['sometimes', 1 / 3],
    ])
  })
})

describe('durations', () => {
  it('are measured from start to end, of jobs that have both', () => {
    const jobs = [
      job({ startDate: 100, endDate: 300 }),
      job({ startDate: 100 }),
      job({}),
      job({ startDate: 300, endDate: 100 }),
    ]
    expect(durationsOf(jobs)).toEqual([200, 0])
  })

  it('have a median and a 95th percentile that were really measured', () => {
    const values = Array.from({ length: 100 }, (_, index) => 100 - index)
    expect(percentile(values, 0.5)).toBe(50)
    expect(percentile(values, 0.95)).toBe(95)
    expect(percentile([7], 0.95)).toBe(7)
    expect(percentile([], 0.5)).toBeUndefined()
  })
})

describe('jobs over time', () => {
  const buckets = [
    { from: 0, to: 10 },
    { from: 10, to: 20 },
  ]

  it('fall into the bucket that begins with them, and outside into none', () => {
    const jobs = [-1, 0, 9, 10, 20].map((createdAt) => job({ createdAt }))
    expect(overTime(jobs, buckets).map(({ success }) => success)).toEqual([2, 1])
  })

  it('are kept apart by outcome', () => {
    const jobs = [failed('x'), job({}), job({ status: 'Waiting', createdAt: 12 })]
    expect(overTime(jobs, buckets)).toEqual([
      { from: 0, to: 10, success: 1, failure: 1, notApplicable: 0, other: 0 },
      { from: 10, to: 20, success: 0, failure: 0, notApplicable: 0, other: 1 },
    ])
  })
})

describe('reasons of failures', () => {
  it('are one when only values, numbers and ids differ', () => {
    const jobs = [
      failed('Timeout after 30 s for "evil.example"'),
      failed('Timeout after 31 s for "other.example"'),
      failed('Invalid API key'),
      failed('Timeout after 30 s for "evil.example"', 'shodan'),
      failed('Nothing is known of 203.0.113.9', 'passive'),
      failed('Nothing is known of evil.example', 'passive'),
      failed('Nothing is known of www.evil.example', 'passive'),
    ]
    expect(
      failureReasons(jobs).map(({ workerId, reason, count }) => [workerId, reason, count]),
    ).toEqual([
      ['passive', 'Nothing is known of 203.0.113.9', 3],
      ['vt', 'Timeout after 30 s for "evil.example"', 2],
      ['vt', 'Invalid API key', 1],
      ['shodan', 'Timeout after 30 s for "evil.example"', 1],
    ])
  })

  it('are found again by the words that do not change', () => {
    const [found] = failureReasons([failed('Timeout after 30 s for "evil.example"')])
    expect(found?.commonWords).toBe('Timeout after … s for …')
  })
})

it('types are counted, the most frequent first', () => {
  const jobs = ['ip', 'url', 'ip'].map((dataType) => job({ dataType }))
  expect(typesByCount(jobs)).toEqual([
    { dataType: 'ip', count: 2 },
    { dataType: 'url', count: 1 },
  ])
})
