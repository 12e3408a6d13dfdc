import { expect, it } from 'vitest'
import { workedMs } from './worked.ts'

const day = 86_400_000

it('counts the time in which an analyzer was at work, however many were', () => {
  const jobs = [
    { createdAt: 1000, endDate: 5000 },
    { createdAt: 2000, endDate: 3000 },
    { createdAt: 4000, endDate: 9000 },
  ]
  expect(workedMs(jobs)).toBe(8000)
})

it('counts no pause between two runs, and nothing of a job that has not ended', () => {
  expect(
    workedMs([
      { createdAt: 17 * day, endDate: 17 * day + 300 },
      { createdAt: 1000, endDate: 3000 },
      { createdAt: 18 * day },
    ]),
  ).toBe(2300)
  expect(workedMs([])).toBe(0)
})
