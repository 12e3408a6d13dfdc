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

/** What the receiver recomputes: the moment is signed too, so an old message cannot be replayed. */
export const signedText = (body: string, sentAt: number): string =>
  `${Math.floor(sentAt / second)}.${body}`

export const signatureHeader = (sentAt: number, hmac: string): string =>
  `t=${Math.floor(sentAt / second)},v1=${hmac}`

/** From so many times in a row on a webhook that does not answer in time gets one message at a time, with pauses. */
export const hangsFrom = 3

const shortestRest = minute
const longestRest = 15 * minute

/** Until when a webhook is left alone after it did not answer in time so many times in a row; null is not at all. */
export const restUntil = (timeouts: number, now: number): number | null =>
  timeouts < hangsFrom
    ? null
    : now + Math.min(shortestRest * 2 ** Math.min(timeouts - hangsFrom, 10), longestRest)

export interface Receiver {
  readonly id: string
  readonly timeouts: number
  /** When its first message became due. */
  readonly due: number
  readonly running: number
}

/**
 * How many messages each webhook of an organization is sent next. Those that answer come first, so one that hangs
 * takes nothing from them; among equals those that are sent the least now, and then whose message is the oldest.
 */
export function nextReceivers<T extends Receiver>(
  receivers: readonly T[],
  count: number,
): { readonly receiver: T; readonly count: number }[] {
  const inOrder = receivers.toSorted(
    (a, b) => a.timeouts - b.timeouts || a.running - b.running || a.due - b.due,
  )
  let left = count
  return inOrder.flatMap((receiver, at) => {
    const share = Math.ceil(left / (inOrder.length - at))
    const own = receiver.timeouts >= hangsFrom ? Math.min(1, share) : share
    left -= own
    return own > 0 ? { receiver, count: own } : []
  })
}
