import type { Budget, BudgetWindow, Job } from '@assay/contract'
import { duration } from '../../base/model/times.ts'
import { text } from '../../base/texts/index.ts'

export type BudgetState = 'open' | 'usedUp' | 'held' | 'down' | 'refused'

/** Used up is not a state of the server: a window has no start left. */
export function stateOf({ state, windows }: Pick<Budget, 'state' | 'windows'>): BudgetState {
  if (state !== 'open') return state
  return windows.some(({ left }) => left <= 0) ? 'usedUp' : 'open'
}

/** Down or refused by the provider: amber. What is used up is not a failure. */
export const isTrouble = (state: BudgetState) => state === 'down' || state === 'refused'

const secondMs = 1_000
const minuteMs = 60_000
const hourMs = 3_600_000
const dayMs = 86_400_000

/** Rounded up, and only as exact as it can be foreseen: `20 s`, `3 min`, `2 h`. */
export function about(ms: number): string {
  if (ms < minuteMs) return duration(Math.max(1, Math.ceil(ms / (5 * secondMs))) * 5 * secondMs)
  if (ms < 90 * minuteMs) return duration(Math.ceil(ms / minuteMs) * minuteMs)
  return duration(Math.ceil(ms / hourMs) * hourMs)
}

/** "starts in about 3 min": what a waiting job waits for. */
export function startWords(
  { startsAt, for: what }: NonNullable<Job['waits']>,
  now: number,
): string {
  if (startsAt === undefined) return text('starts.unknown')
  if (startsAt <= now) return text('starts.soon')
  return text(what === 'provider' ? 'starts.tryIn' : 'starts.in', {
    time: about(startsAt - now),
  })
}

/** When a calendar window starts again, in UTC as the server counts; undefined for one that rolls. */
export function resetsAt({ per, calendar }: BudgetWindow, now: number): number | undefined {
  if (!calendar) return undefined
  if (typeof per === 'number') return undefined
  if (per === 'month') {
    const date = new Date(now)
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
  }
  const size = { minute: minuteMs, hour: hourMs, day: dayMs }[per]
  return (Math.floor(now / size) + 1) * size
}
