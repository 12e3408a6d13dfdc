import type { BudgetWindow } from '@assay/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectedStarts } from './expected.ts'
import { firstCounted, fits, leavesAt, limitFor, type Use, usedIn, type Wish } from './windows.ts'

const at = (text: string) => Date.parse(text)

describe('a window of a budget', () => {
  it('rolls: a start counts for its whole length, and not a millisecond longer', () => {
    const window: BudgetWindow = { count: 4, per: 'minute' }
    expect(firstCounted(window, 60_000)).toBe(1)
    expect(leavesAt(window, 1)).toBe(60_001)
    expect(usedIn(window, [{ at: 1, starts: 1 }], 60_000)).toBe(1)
    expect(usedIn(window, [{ at: 1, starts: 1 }], 60_001)).toBe(0)
  })

  it.each([
    ['minute', '2026-02-28T23:59:00Z', '2026-03-01T00:00:00Z'],
    ['hour', '2026-02-28T23:00:00Z', '2026-03-01T00:00:00Z'],
    ['day', '2026-02-28T00:00:00Z', '2026-03-01T00:00:00Z'],
    ['month', '2026-02-01T00:00:00Z', '2026-03-01T00:00:00Z'],
  ] as const)('of a calendar %s begins and ends in UTC', (per, from, to) => {
    const window: BudgetWindow = { count: 1, per, calendar: true }
    const now = at('2026-02-28T23:59:30Z')
    expect(firstCounted(window, now)).toBe(at(from))
    expect(leavesAt(window, now)).toBe(at(to))
  })

  it('of seconds lasts so many', () => {
    expect(leavesAt({ count: 1, per: 90 }, 5)).toBe(90_005)
  })

  it('longer than an hour keeps a share for people, but never all of it', () => {
    const day: BudgetWindow = { count: 100, per: 'day' }
    const automation = { cost: 1, isPerson: false }
    expect(limitFor(day, 25, automation)).toBe(75)
    expect(limitFor(day, 25, { cost: 1, isPerson: true })).toBe(100)
    expect(limitFor({ count: 100, per: 'hour' }, 25, automation)).toBe(100)
    expect(limitFor({ count: 1, per: 'day' }, 90, automation)).toBe(1)
    expect(limitFor(day, 90, { cost: 40, isPerson: false })).toBe(40)
  })

  it('that is full lets nothing in, whatever room the others have', () => {
    const windows: BudgetWindow[] = [
      { count: 4, per: 'minute' },
      { count: 500, per: 'day' },
    ]
    const person = { cost: 1, isPerson: true }
    expect(fits(windows, 25, [3, 3], person)).toBe(true)
    expect(fits(windows, 25, [4, 4], person)).toBe(false)
    expect(fits(windows, 25, [0, 500], person)).toBe(false)
    expect(fits(windows, 25, [3, 3], { cost: 2, isPerson: true })).toBe(false)
  })
})

const window = fc.record({
  count: fc.integer({ min: 1, max: 6 }),
  per: fc.constantFrom('minute' as const, 'hour' as const, 'day' as const, 7, 90),
  rolls: fc.boolean(),
})
const windows = fc
  .array(window, { minLength: 1, maxLength: 4 })
  .map((all) =>
    all.map(({ count, per, rolls }) =>
      rolls || typeof per === 'number' ? { count, per } : { count, per, calendar: true },
    ),
  )
const uses = fc
  .array(fc.record({ at: fc.integer({ min: 0, max: 100_000 }), starts: fc.constant(1) }), {
    maxLength: 8,
  })
  .map((all) => all.toSorted((a, b) => a.at - b.at))
const wishes = fc.array(
  fc.record({ cost: fc.integer({ min: 1, max: 3 }), isPerson: fc.boolean() }),
  { minLength: 1, maxLength: 20 },
)

describe('expected starts', () => {
  it('are never over a limit, never earlier than what stands before, and never later than need be', () => {
    fc.assert(
      fc.property(windows, uses, wishes, (limits, before, line) => {
        const now = 100_000
        const share = 25
        const starts = expectedStarts({ windows: limits, share, uses: before, now }, line)
        const all: Use[] = [...before]
        let last = now
        for (const [n, moment] of starts.entries()) {
          const wish = line[n] as Wish
          const couldStart = (then: number) =>
            limits.every(
              (limit) => usedIn(limit, all, then) + wish.cost <= limitFor(limit, share, wish),
            )
          if (moment === undefined) {
            // It, or one before it, costs more than a window holds.
            const impossible = line
              .slice(0, n + 1)
              .some((one) => limits.some((limit) => one.cost > limitFor(limit, share, one)))
            expect(impossible).toBe(true)
            return
          }
          expect(moment).toBeGreaterThanOrEqual(last)
          expect(couldStart(moment)).toBe(true)
          if (moment > last) expect(couldStart(moment - 1)).toBe(false)
          all.push({ at: moment, starts: wish.cost })
          last = moment
        }
      }),
      { numRuns: 500 },
    )
  })

  it('of 12 addresses with 4 a minute come in groups of four', () => {
    const line = Array.from({ length: 12 }, () => ({ cost: 1, isPerson: true }))
    const budget = { windows: [{ count: 4, per: 'minute' as const }], share: 25, uses: [], now: 5 }
    const minute = 60_000
    expect(expectedStarts(budget, line)).toEqual([
      ...[5, 5, 5, 5],
      ...Array.from({ length: 4 }, () => 5 + minute),
      ...Array.from({ length: 4 }, () => 5 + 2 * minute),
    ])
  })
})
