const hourMs = 3_600_000
export const createdPresets = {
  '1h': hourMs,
  '24h': 24 * hourMs,
  '7d': 7 * 24 * hourMs,
  '30d': 30 * 24 * hourMs,
} as const
export type CreatedPreset = keyof typeof createdPresets

export const isPreset = (value: string): value is CreatedPreset =>
  Object.hasOwn(createdPresets, value)

/** `2026-11-01T10:00Z` or epoch milliseconds; undefined when it is not a time. */
export function momentOf(value: string): number | undefined {
  const at = /^\d+$/.test(value) ? Number(value) : Date.parse(value)
  return Number.isFinite(at) ? at : undefined
}

/* Between a time in an address and the field for date and time, which knows no time zone. */

/** `2026-11-01T10:00` on the reader's clock. */
export function fieldOf(at: number | undefined, isUtc: boolean): string {
  if (at === undefined || Math.abs(at) > 8.64e15) return ''
  const shift = isUtc ? 0 : new Date(at).getTimezoneOffset() * 60_000
  return new Date(at - shift).toISOString().slice(0, 16)
}

/** As it goes into an address, so it means the same to a reader in another zone. */
export function addressOf(field: string, isUtc: boolean): string {
  const at = Date.parse(isUtc ? `${field}Z` : field)
  return Number.isFinite(at) ? new Date(at).toISOString() : ''
}
