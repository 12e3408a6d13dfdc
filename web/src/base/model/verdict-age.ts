const day = 86_400_000

/** A verdict of before that is a memory, not an answer. */
export const isOld = (checkedAt: number | undefined, now: number): boolean =>
  checkedAt !== undefined && now - checkedAt > 30 * day
