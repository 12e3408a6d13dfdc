import type { Period } from '../../base/model/times.ts'

const hour = 3_600_000
const day = 24 * hour

export const presets = { '24h': day, '7d': 7 * day, '30d': 30 * day } as const
export type Preset = keyof typeof presets
export const presetNames = Object.keys(presets) as Preset[]

/** Jobs are not kept for longer, and a user may type the year 9999. */
const longest = 40 * 365 * day

/** What the address requests: a period until now, or from here to there. */
export type Chosen = Preset | Period

export function chosenIn(params: URLSearchParams): Chosen {
  const range = params.get('range')
  if (range !== 'custom') return presetNames.find((name) => name === range) ?? '24h'
  const from = momentIn(params.get('from'))
  const to = momentIn(params.get('to'))
  return from !== undefined && to !== undefined && isPeriod({ from, to }) ? { from, to } : '7d'
}

export const isPeriod = ({ from, to }: Period) => from < to && to - from <= longest

/** An address is shared across time zones, so moments are in UTC. */
const momentIn = (value: string | null): number | undefined => {
  const at = value ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? undefined : at
}

export const momentText = (at: number) => new Date(at).toISOString()

export const periodOf = (chosen: Chosen, now: number): Period =>
  typeof chosen === 'string' ? { from: now - presets[chosen], to: now } : chosen

/** As long as the period, and just before it. */
export const periodBefore = ({ from, to }: Period): Period => ({
  from: from - (to - from),
  to: from,
})

export type Clock = 'local' | 'utc'

/** The text of a `datetime-local` field, by the clock that the reader prefers. */
export function fieldText(at: number, clock: Clock): string {
  const shift = clock === 'utc' ? 0 : new Date(at).getTimezoneOffset() * 60_000
  return new Date(at - shift).toISOString().slice(0, 16)
}

export function momentOfField(text: string, clock: Clock): number | undefined {
  const at = Date.parse(clock === 'utc' ? `${text}Z` : text)
  return Number.isNaN(at) ? undefined : at
}
