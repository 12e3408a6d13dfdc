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

/**
 * One home has a whole IPv6 /64: counting single addresses would let it rotate through them. The
 * address may be a proxy's word, with the port of the connection or with anything else.
 */
export function addressSubject(address: string): string {
  const bare = address.replace(/^\[(.*)\](:\d+)?$/, '$1')
  const ipv4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/i.exec(bare)
  if (ipv4) return `address:${ipv4[1]}`
  const [head = '', tail] = bare.split('::')
  const [before, after] = [groupsOf(head), groupsOf(tail ?? '')]
  const zeros = Array(tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length))
  const network = [...before, ...zeros.fill('0'), ...after].slice(0, 4)
  const isNetwork = network.length === 4 && network.every((group) => /^[\da-f]{1,4}$/i.test(group))
  if (!isNetwork) return `address:${bare.slice(0, longestAddress)}`
  return `address:${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/** Longer than any address; it becomes a key of the database. */
const longestAddress = 64

const groupsOf = (text: string) => text.split(':').filter(Boolean)

export const accountSubject = (login: string) => `account:${login}`
