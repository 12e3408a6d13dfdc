import type { Budget, BudgetWindow } from '@assay/contract'
import { isPersonPriority, orderOfHeads } from './fairness.ts'
import { fits, type PeopleShare } from './windows.ts'

/** One that waits, first of its class first. */
export interface Waiting {
  readonly job_id: string
  readonly cost: number
  readonly priority: number
}

export interface Line<T extends Waiting> {
  readonly state: Budget['state']
  readonly until: number | null
  readonly windows: readonly BudgetWindow[]
  readonly share: PeopleShare
  /** In each window: what started, and what was let through and has not. */
  readonly used: readonly number[]
  readonly waiting: readonly T[]
  /** How many were let through before. */
  readonly openings: number
  readonly now: number
  /** Whether one is under way that tries a provider that was failing. */
  readonly isProbing: boolean
}

/** How many of a line may start now; of a provider that was failing only one, which tries it. */
export function openingsOf<T extends Waiting>(line: Line<T>): T[] {
  const { state, until, now, isProbing } = line
  if (state === 'refused') return []
  // guard: openings.test.ts
  if (state !== 'open' && until !== null && until > now) return []
  // guard: openings.test.ts
  if (state === 'down' && isProbing) return []
  return chosen(line, state === 'down' ? 1 : line.waiting.length)
}

function chosen<T extends Waiting>(
  { windows, share, used, waiting, openings }: Line<T>,
  most: number,
): T[] {
  const classes = [...Map.groupBy(waiting, ({ priority }) => priority).values()]
  const found: T[] = []
  let cost = 0
  const isRoomFor = (one: T) => {
    const wish = { cost: one.cost, isPerson: isPersonPriority(one.priority) }
    return fits(
      windows,
      share,
      used.map((count) => count + cost),
      wish,
    )
  }
  while (found.length < most) {
    const heads = classes.flatMap(([first]) => first ?? [])
    const highest = Math.max(...heads.map(({ priority }) => priority))
    const order = orderOfHeads(heads, openings + found.length)
    let next: T | undefined
    for (const head of order) {
      if (isRoomFor(head)) next = head
      // A dear job of a person is not overtaken by cheap ones, again and again.
      // guard: openings.test.ts
      if (next !== undefined || head.priority === highest) break
    }
    if (next === undefined) break
    found.push(next)
    cost += next.cost
    classes.find(([first]) => first === next)?.shift()
  }
  return found
}
