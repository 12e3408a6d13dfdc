import type { BudgetWindow } from '@assay/contract'

/** Starts of one moment. */
export interface Use {
  readonly at: number
  readonly starts: number
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const unitMs = { minute, hour, day, month: 31 * day } as const

/** No shorter than any calendar month: a rolling window never lets more through than a calendar one. */
export const lengthOf = ({ per }: BudgetWindow): number =>
  typeof per === 'number' ? per * 1000 : unitMs[per]

export const longestWindow = unitMs.month

/** The first moment that still counts in the window that ends now. */
export function firstCounted(window: BudgetWindow, now: number): number {
  return window.calendar ? periodOf(window, now).from : now - lengthOf(window) + 1
}

/** The first moment at which a start no longer counts. */
export function leavesAt(window: BudgetWindow, at: number): number {
  return window.calendar ? periodOf(window, at).to : at + lengthOf(window)
}

/** Months of the calendar, in UTC; everything shorter divides the time since 1970 evenly. */
function periodOf(window: BudgetWindow, moment: number): { from: number; to: number } {
  if (window.per !== 'month') {
    const length = lengthOf(window)
    const from = Math.floor(moment / length) * length
    return { from, to: from + length }
  }
  const date = new Date(moment)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  return { from: Date.UTC(year, month), to: Date.UTC(year, month + 1) }
}

/** For whom and how much: what decides whether a job fits. */
export interface Wish {
  readonly cost: number
  readonly isPerson: boolean
}

/** Percent of the long windows that are kept for people. */
export type PeopleShare = number

/**
 * How many starts of the window this job may see used when it has started. What is kept for people
 * never closes a window completely: an empty one lets every job through that fits at all.
 */
export function limitFor(window: BudgetWindow, share: PeopleShare, { cost, isPerson }: Wish) {
  const { count } = window
  if (isPerson || lengthOf(window) <= hour) return count
  return Math.min(count, Math.max(cost, Math.floor((count * (100 - share)) / 100)))
}

/** `used` are starts in each window, and what was let through and has not started yet. */
export const fits = (
  windows: readonly BudgetWindow[],
  share: PeopleShare,
  used: readonly number[],
  wish: Wish,
): boolean =>
  // guard (open = true): windows.test.ts
  windows.every((window, at) => (used[at] ?? 0) + wish.cost <= limitFor(window, share, wish))

export const usedIn = (window: BudgetWindow, uses: readonly Use[], now: number): number => {
  const from = firstCounted(window, now)
  return uses.reduce((sum, { at, starts }) => (at >= from && at <= now ? sum + starts : sum), 0)
}
