/**
 * How long until the next poll: short at first, longer later, a safety net for live events. A quick
 * job can end before the answer to its submission is here, and its event with it: so the interval
 * is short at first.
 */
export function pollInterval(sinceSentMs: number, isLive: boolean): number {
  if (isLive) return sinceSentMs < 10_000 ? 2000 : 10_000
  if (sinceSentMs < 10_000) return 1000
  return sinceSentMs < 60_000 ? 2000 : 5000
}

/** The server takes 200 ids per request. */
export const maxIds = 200

export const inGroups = <T>(items: readonly T[], size = maxIds): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
