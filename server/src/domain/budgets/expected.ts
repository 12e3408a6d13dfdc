import type { BudgetWindow } from '@assay/contract'
import { leavesAt, limitFor, type PeopleShare, type Use, type Wish } from './windows.ts'

export interface Line {
  readonly windows: readonly BudgetWindow[]
  readonly share: PeopleShare
  /** Starts until now in the order of time; what was let through counts as started now. */
  readonly uses: readonly Use[]
  readonly now: number
}

/**
 * When the jobs of a line start, one after the other, if they start as soon as every window lets them and
 * nothing overtakes them. Undefined for those behind one that never fits.
 */
export function expectedStarts(
  { windows, share, uses, now }: Line,
  wishes: readonly Wish[],
): (number | undefined)[] {
  const started = [...uses]
  const counters = windows.map((window) => ({ window, first: 0, used: sumOf(uses) }))
  const starts: (number | undefined)[] = []
  let moment = now
  let isBlocked = false
  for (const wish of wishes) {
    for (const counter of isBlocked ? [] : counters) {
      const limit = limitFor(counter.window, share, wish)
      while (counter.first < started.length) {
        const { at, starts: count } = started[counter.first] as Use
        const leaves = leavesAt(counter.window, at)
        if (leaves > moment && counter.used + wish.cost <= limit) break
        // What leaves by then counts no more, or the job waits until it does.
        moment = Math.max(moment, leaves)
        counter.used -= count
        counter.first += 1
      }
      if (wish.cost > limit) isBlocked = true
    }
    starts.push(isBlocked ? undefined : moment)
    if (isBlocked) continue
    started.push({ at: moment, starts: wish.cost })
    for (const counter of counters) counter.used += wish.cost
  }
  return starts
}

const sumOf = (uses: readonly Use[]) => uses.reduce((sum, { starts }) => sum + starts, 0)
