import { describe, expect, it } from 'vitest'
import { isGivenUp, nextQuestionMs, nextRetryMs, waitFor } from './tracking-rules.ts'

describe('tracking a job', () => {
  it.each([
    [0, 200],
    [10_000, 1_000],
    [60_000, 6_000],
    [3_600_000, 30_000],
  ])('asks a job of %d ms again after %d ms', (ageMs, pauseMs) => {
    expect(nextQuestionMs(ageMs)).toBe(pauseMs)
  })

  it('waits for the end of a young job and only looks at an old one', () => {
    expect([waitFor(0), waitFor(60_000)]).toEqual(['1 second', '10 milliseconds'])
  })

  it('pauses longer after each failure, five minutes at most', () => {
    const pauses = [1, 2, 3, 8, 9, 1_000].map(nextRetryMs)

    expect(pauses).toEqual([2_000, 4_000, 8_000, 256_000, 300_000, 300_000])
  })

  it('gives up after a day of failures, not before', () => {
    const failures = Array.from({ length: 400 }, (_, index) => index + 1).find(isGivenUp) ?? 0
    const pausedMs = Array.from({ length: failures }, (_, index) => nextRetryMs(index + 1)).reduce(
      (sum, ms) => sum + ms,
    )

    expect(pausedMs).toBeGreaterThanOrEqual(24 * 3_600_000)
    expect(pausedMs - nextRetryMs(failures)).toBeLessThan(24 * 3_600_000)
  })
})
