/**
 * Guessing passwords is slowed down and then refused, per account and per address. An attempt is
 * counted before the password is checked, so that parallel guesses cannot slip under the limit, and
 * taken back when it was right. While refused nothing is counted: an attacker cannot keep an
 * account shut for ever, and the owner gets in after one pause at the latest.
 */
export interface Failures {
  readonly count: number
  readonly lastAt: number
}

export interface ThrottleRule {
  /** Failures that cost nothing: people mistype. */
  readonly free: number
  /** From this many failures on, attempts are refused for a pause. */
  readonly refuseFrom: number
}

export const accountRule: ThrottleRule = { free: 3, refuseFrom: 10 }
/** An office shares one address, so it gets more room than an account. */
export const addressRule: ThrottleRule = { free: 20, refuseFrom: 100 }

const forgetAfterMs = 15 * 60_000
const firstPauseMs = 60_000
const longestPauseMs = 15 * 60_000
const firstDelayMs = 250
const longestDelayMs = 2_000

/** Failures older than the memory count no more. */
export const currentFailures = (failures: Failures | undefined, now: number): Failures =>
  failures && now - failures.lastAt < forgetAfterMs ? failures : { count: 0, lastAt: now }

/** Moment from which this subject may try again, or undefined when it may try now. */
export function refusedUntil(
  rule: ThrottleRule,
  failures: Failures,
  now: number,
): number | undefined {
  const excess = failures.count - rule.refuseFrom
  if (excess < 0) return undefined
  const until = failures.lastAt + Math.min(firstPauseMs * 2 ** Math.min(excess, 10), longestPauseMs)
  return until > now ? until : undefined
}

/** How long the answer to a failed attempt is held back. */
export function answerDelayMs(rule: ThrottleRule, failures: Failures): number {
  const excess = failures.count - rule.free
  return excess <= 0 ? 0 : Math.min(firstDelayMs * 2 ** Math.min(excess - 1, 10), longestDelayMs)
}

/** Rows older than this say nothing any more and may be removed. */
export const forgottenBefore = (now: number) => now - forgetAfterMs

/** One home has a whole IPv6 /64: counting single addresses would let it rotate through them. */
export function addressSubject(address: string): string {
  if (!address.includes(':')) return `address:${address}`
  const mapped = address.toLowerCase().match(/^::ffff:(\d+\.\d+\.\d+\.\d+)$/)
  if (mapped) return `address:${mapped[1]}`
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const missing =
    tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length
  const all = [...groups, ...Array(missing).fill('0'), ...(tail?.split(':').filter(Boolean) ?? [])]
  return `address:${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

export const accountSubject = (login: string) => `account:${login}`
