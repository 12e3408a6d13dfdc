import { timesIn } from '../../shared/list/days.ts'
import { dayMs, timeOf } from './time-choice.tsx'

/** `?from=…&until=…`, both days included; addresses of before have a number of days. */
export function timesOf(params: URLSearchParams, now: number): { since?: number; until?: number } {
  const range = timesIn(params)
  const days = timeOf(params)
  if (days === 'any' || range.since !== undefined || range.until !== undefined) return range
  return { since: now - Number(days) * dayMs }
}
