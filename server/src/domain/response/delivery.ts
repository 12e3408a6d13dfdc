const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Pauses after the first, second … failed attempt; the ninth failure is the last. Two days in all. */
const pauses = [
  10 * second,
  minute,
  5 * minute,
  30 * minute,
  2 * hour,
  6 * hour,
  12 * hour,
  24 * hour,
]

/** When to try again after so many failed attempts, or null to give up. */
export const nextAttemptAt = (attempts: number, now: number): number | null => {
  const pause = pauses[attempts - 1]
  return pause === undefined ? null : now + pause
}

/** What the receiver computes again: the moment is signed too, so that an old message cannot be sent once more. */
export const signedText = (body: string, sentAt: number): string =>
  `${Math.floor(sentAt / second)}.${body}`

export const signatureHeader = (sentAt: number, hmac: string): string =>
  `t=${Math.floor(sentAt / second)},v1=${hmac}`
