import { describe, expect, it } from 'vitest'
import { type HealthJob, healthByWorker, healthOf, noHealth } from './health.ts'

const job = (status: HealthJob['status'], workerId = 'vt', tookMs?: number): HealthJob => ({
  workerId,
  status,
  ...(tookMs === undefined ? {} : { startDate: 1_000, endDate: 1_000 + tookMs }),
})

const jobs = (good: number, bad: number) => [
  ...Array.from({ length: good }, () => job('Success')),
  ...Array.from({ length: bad }, () => job('Failure')),
]

describe('the health of a worker', () => {
  it('is graded by the share of jobs that went well', () => {
    expect(healthOf(jobs(48, 2)).grade).toBe('good')
    expect(healthOf(jobs(8, 2)).grade).toBe('mixed')
    expect(healthOf(jobs(1, 9)).grade).toBe('bad')
  })

  it('is not judged before anything has ended', () => {
    expect(noHealth).toMatchObject({ grade: 'none', jobs: 0, rate: undefined, medianMs: undefined })
    expect(healthOf([job('Waiting')])).toMatchObject({ grade: 'none', jobs: 1 })
  })

  it('forgets what was long ago', () => {
    expect(healthOf(jobs(50, 500))).toMatchObject({ grade: 'good', jobs: 50, failures: 0 })
  })

  it('shows the results in the order in which they came', () => {
    const newestFirst = [job('InProgress'), job('Failure'), job('Success')]
    expect(healthOf(newestFirst).results).toEqual(['success', 'failure', 'other'])
  })

  it('is kept apart by worker', () => {
    const health = healthByWorker([
      { workerId: 'a', results: ['success', 'success'], medianMs: 100 },
      { workerId: 'b', results: ['failure', 'other'] },
    ])
    expect(health.get('a')).toMatchObject({ rate: 1, medianMs: 100, jobs: 2 })
    expect(health.get('b')).toMatchObject({ rate: 0, failures: 1, grade: 'bad' })
  })
})
