/**
 * Fair between organizations without asking how many there are: each waiting job carries a `turn`,
 * and the lowest turn goes next. An organization's jobs get turns one after the other, starting at
 * the turn that is being served, so a newcomer's first job stands beside everybody's next one,
 * whatever the length of the other queues.
 */
export function nextTurn(
  /** Lowest turn that waits, in all organizations; undefined when nobody waits. */
  serving: number | undefined,
  /** Highest turn that waits in this organization; undefined when it has none. */
  lastOfOwn: number | undefined,
): number {
  if (lastOfOwn !== undefined) return lastOfOwn + 1
  return serving ?? 0
}

/** People wait in front of a screen, programs do not. */
export const priorityOf = (via: 'session' | 'key' | 'basic' | 'setup') =>
  via === 'session' ? 1 : 0
