import type { Period } from '../../../base/model/times.ts'
import { preferences } from '../../../base/preferences.ts'

export const deskRanges = ['30', '90', '365'] as const
export type DeskRange = (typeof deskRanges)[number]

const hour = 3_600_000
const longest = 400 * 24 * hour + hour

/** The midnight with which a day begins, by the clock that the reader prefers; `2026-11-14`. */
export function midnightOf(day: string, add = 0): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined
  const at = new Date(preferences().clock === 'utc' ? `${day}T00:00Z` : `${day}T00:00`)
  if (preferences().clock === 'utc') at.setUTCDate(at.getUTCDate() + add)
  else at.setDate(at.getDate() + add)
  return Number.isNaN(at.getTime()) ? undefined : at.getTime()
}

export function dayText(at: number): string {
  if (preferences().clock === 'utc') return new Date(at).toISOString().slice(0, 10)
  const date = new Date(at)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

export const zoneOfReader = () =>
  preferences().clock === 'utc' ? 'UTC' : Intl.DateTimeFormat().resolvedOptions().timeZone

/** Both days included; undefined where that is no period which the desk shows. */
export function periodOfDays(first: string, last: string): Period | undefined {
  const from = midnightOf(first)
  const to = midnightOf(last, 1)
  if (from === undefined || to === undefined || from < 0) return undefined
  return from < to && to - from <= longest ? { from, to } : undefined
}

/** Whole days until the end of today. */
const lastDays = (days: number, now: number): Period => ({
  from: midnightOf(dayText(now), 1 - days) ?? now,
  to: midnightOf(dayText(now), 1) ?? now,
})

/** What the address asks for. */
export function deskPeriod(
  params: URLSearchParams,
  now: number,
): Period & { readonly range: DeskRange | 'custom' } {
  const asked = params.get('range')
  const custom =
    asked === 'custom' ? periodOfDays(params.get('from') ?? '', params.get('to') ?? '') : undefined
  if (custom) return { ...custom, range: 'custom' }
  const range = deskRanges.find((one) => one === asked) ?? '30'
  return { ...lastDays(Number(range), now), range: asked === 'custom' ? 'custom' : range }
}
