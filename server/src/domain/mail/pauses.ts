const pollMs = 60_000
const longestMs = 60 * 60_000

/** When a mailbox is looked at again after so many failures in a row: five times each minute, then less and less often. */
export const lookAgainAt = (failures: number, now: number): number =>
  now + Math.min(longestMs, pollMs * 2 ** Math.max(0, Math.min(20, failures - 5)))
