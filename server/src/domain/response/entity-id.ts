const firstMoment = Date.UTC(2020, 0, 1)
const randomBits = 26n

/**
 * `~` and digits, as clients of today's platform expect. The moment comes first, so rows made
 * together are adjacent in the index; 26 random bits keep those of one millisecond apart.
 */
export const entityId = (now: number, random: number): string =>
  `~${(BigInt(now - firstMoment) << randomBits) | (BigInt(random) & ((1n << randomBits) - 1n))}`

/** Whatever starts with `~` is an id; everything else is a name. */
export const isEntityId = (text: string): boolean => text.startsWith('~')
