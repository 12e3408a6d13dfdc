import type { BudgetWindow } from '@assay/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { everyNth } from './fairness.ts'
import { type Line, openingsOf, type Waiting } from './openings.ts'
import { firstCounted, limitFor, type Use, usedIn } from './windows.ts'

const waiting = (...priorities: number[]): Waiting[] =>
  priorities.map((priority, n) => ({ job_id: `job-${n}`, cost: 1, priority }))

const line = (given: Partial<Line<Waiting>>): Line<Waiting> => ({
  ...{ state: 'open', until: null, share: 25, openings: 0, now: 1_000, isProbing: false },
  windows: [{ count: 4, per: 'minute' }],
  used: [0],
  waiting: waiting(1, 1, 1, 1, 1, 1),
  ...given,
})
const opened = (given: Partial<Line<Waiting>>) =>
  openingsOf(line(given)).map(({ job_id }) => job_id)

describe('what is let through', () => {
  it('is what fits, in the order of the line', () => {
    expect(opened({ used: [1] })).toEqual(['job-0', 'job-1', 'job-2'])
    expect(opened({ used: [4] })).toEqual([])
    expect(opened({ waiting: [] })).toEqual([])
  })

  it('is nothing while the provider holds, fails or refuses', () => {
    expect(opened({ state: 'held', until: 1_001 })).toEqual([])
    expect(opened({ state: 'held', until: 1_000 })).toHaveLength(4)
    expect(opened({ state: 'down', until: 1_001 })).toEqual([])
    expect(opened({ state: 'refused' })).toEqual([])
  })

  it('is one job when a failing provider is tried again, and no second one beside it', () => {
    expect(opened({ state: 'down', until: 1_000 })).toEqual(['job-0'])
    expect(opened({ state: 'down', until: 1_000, isProbing: true })).toEqual([])
  })

  it('gives every fifth opening to the lowest class, wherever the count of openings stands', () => {
    const crowd = waiting(...Array.from({ length: 10 }, () => 1), -1, -1, -1)
    const windows: BudgetWindow[] = [{ count: 10, per: 'minute' }]
    const served = openingsOf(line({ windows, waiting: crowd })).map(({ priority }) => priority)
    expect(served).toEqual([1, 1, 1, 1, -1, 1, 1, 1, 1, -1])
    expect(openingsOf(line({ openings: everyNth - 1, waiting: crowd }))[0]?.priority).toBe(-1)
  })

  it('leaves the share of people to people, also when it is the turn of the lowest', () => {
    const windows: BudgetWindow[] = [{ count: 100, per: 'day' }]
    const both = waiting(1, -1)
    expect(opened({ windows, used: [75], waiting: both, openings: 4 })).toEqual(['job-0'])
    expect(opened({ windows, used: [75], waiting: waiting(-1) })).toEqual([])
    expect(opened({ windows, used: [74], waiting: waiting(-1) })).toEqual(['job-0'])
  })

  it('does not let cheap jobs overtake a dear one that waits before them', () => {
    const dear = { job_id: 'dear', cost: 3, priority: 1 }
    expect(opened({ used: [2], waiting: [dear, ...waiting(0, 0)] })).toEqual([])
    expect(opened({ used: [1], waiting: [dear, ...waiting(0, 0)] })).toEqual(['dear'])
  })

  it('never starts more than a window allows, however late the jobs start', () => {
    const windows: BudgetWindow[] = [
      { count: 3, per: 7 },
      { count: 5, per: 'minute' },
      { count: 20, per: 'hour', calendar: true },
    ]
    const steps = fc.array(
      fc.record({
        passes: fc.integer({ min: 0, max: 9_000 }),
        arrive: fc.array(
          fc.record({
            cost: fc.integer({ min: 1, max: 3 }),
            priority: fc.integer({ min: -1, max: 1 }),
          }),
          { maxLength: 4 },
        ),
        start: fc.integer({ min: 0, max: 5 }),
      }),
      { maxLength: 60 },
    )
    fc.assert(
      fc.property(steps, (all) => {
        let [now, openings, n] = [50_000, 0, 0]
        let queue: Waiting[] = []
        let opened: Waiting[] = []
        const starts: Use[] = []
        for (const { passes, arrive, start } of all) {
          now += passes
          for (const one of arrive) {
            n += 1
            queue = [...queue, { ...one, job_id: `job-${n}` }]
          }
          const outstanding = opened.reduce((sum, { cost }) => sum + cost, 0)
          const used = windows.map((window) => usedIn(window, starts, now) + outstanding)
          const through = openingsOf(line({ windows, used, waiting: queue, openings, now }))
          openings += through.length
          queue = queue.filter((one) => !through.includes(one))
          opened = opened.concat(through)
          // Any of those that were let through may start, at any later time.
          now += passes % 1_000
          const begun = opened.slice(-start || opened.length)
          opened = opened.filter((one) => !begun.includes(one))
          for (const { cost } of begun) starts.push({ at: now, starts: cost })
          for (const window of windows)
            expect(usedIn(window, starts, now)).toBeLessThanOrEqual(window.count)
        }
        for (const window of windows)
          for (const { at } of starts)
            expect(
              starts
                .filter((use) => use.at >= firstCounted(window, at) && use.at <= at)
                .reduce((sum, use) => sum + use.starts, 0),
            ).toBeLessThanOrEqual(limitFor(window, 25, { cost: 1, isPerson: true }))
      }),
      { numRuns: 300 },
    )
  })
})
