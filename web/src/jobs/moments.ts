/** Between a time in an address and the field for date and time, which knows no time zone. */

/** `2026-11-01T10:00` on the reader's clock. */
export function fieldOf(at: number | undefined, isUtc: boolean): string {
  if (at === undefined || Math.abs(at) > 8.64e15) return ''
  const shift = isUtc ? 0 : new Date(at).getTimezoneOffset() * 60_000
  return new Date(at - shift).toISOString().slice(0, 16)
}

/** As it goes into an address, so that it means the same to a reader in another zone. */
export function addressOf(field: string, isUtc: boolean): string {
  const at = Date.parse(isUtc ? `${field}Z` : field)
  return Number.isFinite(at) ? new Date(at).toISOString() : ''
}
