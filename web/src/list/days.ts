import { isBefore, isFrom } from '../data/steps.ts'

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
