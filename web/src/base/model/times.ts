import { preferences } from '../preferences.ts'
import { formatNumber, locale, text } from '../texts/index.ts'

const zone = (): Intl.DateTimeFormatOptions =>
  preferences().clock === 'utc' ? { timeZone: 'UTC', timeZoneName: 'short' } : {}

const format = (at: number, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale(), { ...options, ...zone() }).format(at)

/** `15 Nov 2026, 10:41:02` */
export const dateAndTime = (at: number) => format(at, { dateStyle: 'medium', timeStyle: 'medium' })

/** `15 Nov 2026, 10:41`: in a sentence, where the second tells nothing. */
export const dateAndHour = (at: number) => format(at, { dateStyle: 'medium', timeStyle: 'short' })

const dayOnly = (at: number, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale(), {
    ...options,
    ...(preferences().clock === 'utc' ? { timeZone: 'UTC' } : {}),
  }).format(at)

export const dateOnly = (at: number) => dayOnly(at, { dateStyle: 'medium' })

const dayMs = 86_400_000

/** As short as the distance allows: the time of today, the day of this year, else the date. */
export function shortTime(at: number, now: number): string {
  if (Math.abs(now - at) < dayMs / 2) {
    return hourOf(at)
  }
  if (Math.abs(now - at) < 300 * dayMs) {
    return format(at, { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' })
  }
  return dateOnly(at)
}

export const hourOf = (at: number) => format(at, { hour: '2-digit', minute: '2-digit' })

/** `today`, `yesterday`, `13 November`: the head of all that happened on a day. */
export function dayName(at: number, now: number): string {
  const days = dayNumber(now) - dayNumber(at)
  if (days === 0 || days === 1)
    return new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(-days, 'day')
  return now - at < 300 * dayMs
    ? dayOnly(at, { month: 'long', day: 'numeric' })
    : dayOnly(at, { dateStyle: 'long' })
}

/** For a list of what came in: the hour of today, "yesterday", then the day. */
export function dayTime(at: number, now: number): string {
  const days = dayNumber(now) - dayNumber(at)
  if (days === 0) return hourOf(at)
  if (days === 1)
    return new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(-1, 'day')
  return now - at < 300 * dayMs ? dayOnly(at, { month: 'short', day: 'numeric' }) : dateOnly(at)
}

/** In the reader's calendar, to distinguish today from yesterday. */
function dayNumber(at: number): number {
  const date = new Date(at)
  return preferences().clock === 'utc'
    ? Math.floor(at / dayMs)
    : Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / dayMs)
}

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', dayMs],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
]

/** `12 minutes ago`. What has happened is not in the future, however the clocks of page and server differ. */
export const ago = (at: number, now: number): string => relative(Math.min(at, now) - now)

/** `in 12 minutes`, `12 minutes ago`: an end that may be ahead. */
export const fromNow = (at: number, now: number): string => relative(at - now)

function relative(distance: number): string {
  const [unit, ms] = steps.find(([, size]) => Math.abs(distance) >= size) ?? ['second', 1000]
  const form = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' })
  return form.format(Math.round(distance / ms), unit)
}

/** `12 ms`, `0.4 s`, `38 s`, `4 min 10 s`, `2 h 5 min` */
export function duration(ms: number): string {
  if (ms < 95) return `${Math.max(0, Math.round(ms))} ms`
  if (ms < 9950) return `${formatNumber(Math.max(0, ms) / 1000, { maximumFractionDigits: 1 })} s`
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return seconds % 60 ? `${minutes} min ${seconds % 60} s` : `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return minutes % 60 ? `${formatNumber(hours)} h ${minutes % 60} min` : `${formatNumber(hours)} h`
}

const sizes = ['B', 'KiB', 'MiB', 'GiB'] as const

/** `48 KiB` */
export function fileSize(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1024 && unit < sizes.length - 1) {
    value /= 1024
    unit += 1
  }
  const digits = unit > 0 && value < 10 ? 1 : 0
  const size = formatNumber(value, { maximumFractionDigits: digits })
  return text(`size.${sizes[unit] ?? 'B'}`, { size })
}

/** From inclusive, to exclusive. */
export interface Period {
  readonly from: number
  readonly to: number
}
