import { isBefore, isFrom } from '../../base/data/steps.ts'

/* Filters by whole days, `2026-11-14`, on the reader's clock. */

const startOf = (day: string) => Date.parse(`${day}T00:00`)

/** By the calendar: twice a year a day has 23 or 25 hours. */
function endOf(day: string): number {
  const end = new Date(startOf(day))
  return end.setDate(end.getDate() + 1)
}

export const isDay = (value: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(value) && Number.isFinite(startOf(value))

export const fromDay =
  (field: string) =>
  ([day = '']: readonly string[]) =>
    isFrom(field, startOf(day))

/** With the day itself. */
export const untilDay =
  (field: string) =>
  ([day = '']: readonly string[]) =>
    isBefore(field, endOf(day))

/** The day before, as these filters write it. */
export function dayBefore(now: Date): string {
  const day = new Date(now)
  return dayOf(day.setDate(day.getDate() - 1))
}

/** As an address writes it, by the reader's calendar. */
export function dayOf(at: number): string {
  const day = new Date(at)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}

/** `?from=2026-08-01&until=2026-08-31`, both days included, as the server reads it. */
export function timesIn(params: URLSearchParams): { since?: number; until?: number } {
  const [from = '', until = ''] = ['from', 'until'].map((name) => params.get(name) ?? '')
  return {
    ...(isDay(from) ? { since: startOf(from) } : {}),
    ...(isDay(until) ? { until: endOf(until) } : {}),
  }
}
