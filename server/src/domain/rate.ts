import type { RateUnit } from '@assay/contract'

const second = 1000
const day = 86_400 * second

const unitMs: Record<RateUnit, number> = {
  Second: second,
  Minute: 60 * second,
  Hour: 3600 * second,
  Day: day,
  // A month has no fixed length; thirty days is what today's engine counts.
  Month: 30 * day,
}

/** Jobs that are older do not count any more. */
export const windowMs = (unit: RateUnit) => unitMs[unit]

/** Seconds until the oldest of the counted jobs leaves the window. */
export const retryAfterSeconds = (unit: RateUnit, oldestAt: number, now: number) =>
  Math.max(1, Math.ceil((oldestAt + unitMs[unit] - now) / 1000))
