import { describe, expect, it } from 'vitest'
import { healthByWorker } from './health.ts'

type Row = Parameters<typeof healthByWorker>[0][number]

const row = (status: Row['status'], worker_id = 'a', tookMs?: number): Row => ({
  worker_id,
  status,
  not_applicable: null,
  start_date: tookMs === undefined ? null : 1_000,
  end_date: tookMs === undefined ? null : 1_000 + tookMs,
})

describe('the health of workers', () => {
  it('has at most fifty results of each, the newest, oldest first', () => {
    const newestFirst = [
      row('InProgress'),
      row('Failure'),
      ...Array.from({ length: 60 }, () => row('Success')),
    ]

    const [health] = healthByWorker(newestFirst)

    expect(health?.results).toHaveLength(50)
    expect(health?.results.slice(-3)).toEqual(['success', 'failure', 'other'])
  })

  it('counts what is not for a worker apart from its failures, and not in its run time', () => {
    const jobs: Row[] = [
      { ...row('Failure', 'a', 1), not_applicable: 'special-use-name' },
      row('Success', 'a', 100),
    ]

    expect(healthByWorker(jobs)).toEqual([
      { workerId: 'a', results: ['success', 'notApplicable'], medianMs: 100 },
    ])
  })

  it('has the median of the run times, if there are any', () => {
    const jobs = [row('Success', 'a', 100), row('Failure', 'b'), row('Success', 'a', 300)]

    expect(healthByWorker(jobs)).toEqual([
      { workerId: 'a', results: ['success', 'success'], medianMs: 100 },
      { workerId: 'b', results: ['failure'] },
    ])
  })
})
