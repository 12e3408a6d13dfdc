import { dateOnly } from '../../../base/model/times.ts'
import { preferences } from '../../../base/preferences.ts'
import { formatNumber, locale, text } from '../../../base/texts/index.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const tops = [
  ...[1, 2, 4, 10, 20, 30].map((count) => count * minute),
  ...[1, 2, 4, 8, 12].map((count) => count * hour),
  ...[1, 2, 4, 10, 20, 40, 100, 200, 400, 1_000].map((count) => count * day),
]

/** The next round time, half of which is round as well. */
export const roundTime = (ms: number): number =>
  tops.find((top) => top >= ms) ?? Math.ceil(ms / (1_000 * day)) * 1_000 * day

/** As short as a scale and a cell need it: `45 min`, `3.5 h`, `12 d`. */
export function shortDuration(ms: number): string {
  const of = (size: number) =>
    formatNumber(ms / size, { maximumFractionDigits: ms / size < 10 ? 1 : 0 })
  if (ms === 0) return '0'
  if (ms < hour) return `${of(minute)} min`
  return ms < 2 * day ? `${of(hour)} h` : text('desk.days', { count: of(day) })
}

/** `14 Nov 2026 – 20 Nov 2026`; a single day has one date. */
export function daysOf({ from, to }: { from: number; to: number }): string {
  const [first, last] = [dateOnly(from), dateOnly(to - 1)]
  return first === last ? first : `${first} – ${last}`
}

/** `14 Nov`, below a chart. */
export const shortDate = (at: number): string =>
  new Intl.DateTimeFormat(locale(), {
    ...{ day: 'numeric', month: 'short' },
    ...(preferences().clock === 'utc' && { timeZone: 'UTC' }),
  }).format(at)
