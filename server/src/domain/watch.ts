import type { WatchEvery } from '@assay/contract'

const day = 86_400_000

/** How often a watched value is analyzed again; of `none` never. */
export const everyMs: Readonly<Record<Exclude<WatchEvery, 'none'>, number>> = {
  day,
  week: 7 * day,
}

/**
 * When it is due next: at the same time of the day, or soon after a server that did not run. What was
 * missed is not made up for.
 */
export function nextDue(every: WatchEvery | null, due: number, now: number): number | null {
  if (every === null || every === 'none') return null
  const step = everyMs[every]
  const missed = Math.floor((now - due) / step)
  return due + (Math.max(0, missed) + 1) * step
}
