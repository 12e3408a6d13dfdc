import type { Period } from '../../base/model/times.ts'
import { preferences } from '../../base/preferences.ts'
import { locale } from '../../base/texts/index.ts'
import type { Unit } from './buckets.ts'

const written = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale(), {
    ...options,
    ...(preferences().clock === 'utc' ? { timeZone: 'UTC' } : {}),
  })

const ticks: Record<Unit, Intl.DateTimeFormatOptions> = {
  minutes: { hour: '2-digit', minute: '2-digit' },
  hours: { day: 'numeric', month: 'short' },
  days: { day: 'numeric', month: 'short' },
  months: { month: 'short', year: 'numeric' },
  years: { year: 'numeric' },
}

const spans: Record<Unit, Intl.DateTimeFormatOptions> = {
  ...ticks,
  minutes: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  hours: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
}

/** As short as the axis needs it; none where a piece begins between two round times. */
export const tickOf = ({ from }: Period, unit: Unit): string | undefined =>
  isRound(new Date(from), unit) ? written(ticks[unit]).format(from) : undefined

function isRound(at: Date, unit: Unit): boolean {
  const isUtc = preferences().clock === 'utc'
  const minutes = isUtc ? at.getUTCMinutes() : at.getMinutes()
  const hours = isUtc ? at.getUTCHours() : at.getHours()
  if (at.getTime() % 60_000 !== 0) return false
  return unit === 'minutes' ? minutes % 5 === 0 : hours === 0 && minutes === 0
}

/** `14 Nov, 10:00 – 11:00`, `14 Nov`; the last moment belongs to the next one. */
export function spanOf({ from, to }: Period, unit: Unit): string {
  const isExact = unit === 'minutes' || unit === 'hours'
  return written(spans[unit]).formatRange(from, isExact ? to : to - 1)
}
