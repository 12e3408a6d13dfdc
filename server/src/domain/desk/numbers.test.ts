import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quantileOf, rankOf, waitingAfter } from './numbers.ts'

describe('a quantile', () => {
  it('is the smallest of the numbers that enough of them do not exceed', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 60 }),
        fc.constantFrom(50, 90),
        (values, percent) => {
          const enough = (limit: number) =>
            values.filter((value) => value <= limit).length * 100 >= values.length * percent
          const naive = values.filter(enough).reduce((a, b) => Math.min(a, b))
          expect(quantileOf(values, percent)).toBe(naive)
        },
      ),
      { numRuns: 1_000 },
    )
  })

  it('of nothing is unknown, and of one number is that number', () => {
    expect(quantileOf([], 50)).toBe(undefined)
    expect([50, 90].map((percent) => rankOf(percent, 1))).toEqual([1, 1])
  })
})

describe('what waits at the end of a piece', () => {
  const hour = 3_600_000
  const alerts = fc.record({
    created: fc.integer({ min: 0, max: 99 }),
    /** 100: not yet. */
    took: fc.integer({ min: 0, max: 100 }),
  })

  it('is what a count at that moment would say', () => {
    fc.assert(
      fc.property(fc.array(alerts, { maxLength: 40 }), (all) => {
        const now = 100
        const moments = all.map(({ created, took }) => ({ created, handled: created + took }))
        const at = (moment: number) =>
          moments.filter(({ created, handled }) => created < moment && handled >= moment).length
        const known = moments.filter(({ handled }) => handled < now)
        const between = (list: readonly number[], from: number, to: number) =>
          list.filter((one) => one >= from && one < to).length
        const created = moments.map((one) => one.created)
        const handled = known.map((one) => one.handled)
        const flows = [20, 40, 60].map((from) => ({
          from,
          received: between(created, from, from + 20),
          handled: between(handled, from, from + 20),
        }))
        const since = { received: between(created, 80, now), handled: between(handled, 80, now) }
        expect(waitingAfter(flows, at(now), since, now)).toEqual([at(40), at(60), at(80)])
      }),
    )
  })

  it('is not foretold', () => {
    const flows = [0, hour, 2 * hour].map((from) => ({ from, received: 0, handled: 0 }))
    expect(waitingAfter(flows, 3, { received: 0, handled: 0 }, hour)).toEqual([3, 3, undefined])
  })
})
