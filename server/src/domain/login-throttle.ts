/**
 * Password guessing is slowed down and then refused, without giving anyone a way to lock the owner
 * out:
 *
 * - The pair of account and source is refused, where the source is the device if it signed in to
 *   this account before, and otherwise the address. Ten wrong passwords from one place say nothing
 *   about another place.
 * - Failures of an account from everywhere only make answers slower. Guesses from a thousand
 *   addresses share one slow lane (`identity/session/lanes.ts`), so the account sees at most one
 *   such guess per delay.
 * - An address that tries many accounts is refused, except for the accounts and devices that signed
 *   in there before: an office has one address.
 * - A proxy that is not trusted hides all its clients behind one address. It is slowed down and
 *   never refused. An attacker can claim to be such a proxy; that gains no more than guessing from
 *   many addresses, because the slow lanes of account and address still hold.
 *
 * An attempt is counted before the password is checked, so parallel guesses cannot slip under the
 * limit, and taken back when it was right. While refused nothing is counted: a pause has an end.
 */
export interface Failures {
  readonly count: number
  readonly lastAt: number
}

export interface ThrottleRule {
  /** Failures that cost nothing: people mistype. */
  readonly free: number
  /** From this many failures on, attempts are refused for a pause; without it never. */
  readonly refuseFrom?: number
  readonly maxDelayMs: number
}

export const pairRule: ThrottleRule = { free: 3, refuseFrom: 10, maxDelayMs: 2_000 }
/** Longer than for one pair: it is the only limit for guesses from everywhere. */
export const accountRule: ThrottleRule = { free: 10, maxDelayMs: 5_000 }
/** An office shares one address, so it gets more room than a pair. */
export const addressRule: ThrottleRule = { free: 20, refuseFrom: 100, maxDelayMs: 5_000 }

/**
 * Codes of a second factor have six digits, and an attacker who guesses them already has the
 * password: all places that the owner never signed in from are refused together.
 */
export const codeAccountRule: ThrottleRule = { free: 3, refuseFrom: 20, maxDelayMs: 5_000 }

/** What was guessed. Each is counted for itself: a right password forgives no wrong code. */
export type Guessed = 'password' | 'code'

const forgetAfterMs = 15 * 60_000
const firstPauseMs = 60_000
const maxPauseMs = 15 * 60_000
const firstDelayMs = 250

/** Where an attempt on an account comes from, as far as it is known. */
export interface Source {
  /** Counted with the account: `device:…` of a known device, else the same as `address`. */
  readonly subject: string
  /** `address:…`, see `addressSubject`. */
  readonly address: string
  /** This subject has signed in to this account before: failures of others do not touch it. */
  readonly isKnown: boolean
  /** The address is that of a proxy that is not trusted: many people, indistinguishable. */
  readonly isShared: boolean
  /** What the proxy calls its client. A claim: good for taking turns, for nothing else. */
  readonly claimed: string
}

export interface Counted {
  readonly pair: Failures
  readonly account: Failures
  readonly address: Failures
}

/** Moment from which this source may try again, or undefined when it may try now. */
// guards: login-throttle.test.ts
export function refusedUntil(
  source: Source,
  counted: Counted,
  now: number,
  guessed: Guessed = 'password',
): number | undefined {
  const isDevice = source.subject !== source.address
  if (guessed === 'code' && !source.isKnown) {
    const until = pauseEnd(codeAccountRule, counted.account, now)
    if (until !== undefined) return until
  }
  // Behind such a proxy the pair is no better known than the address.
  if (source.isShared && !isDevice) return undefined
  return (
    pauseEnd(pairRule, counted.pair, now) ??
    (source.isKnown ? undefined : pauseEnd(addressRule, counted.address, now))
  )
}

/** How long the answer to a failed attempt is held back; `counted` includes it. */
export function answerDelayMs(source: Source, counted: Counted): number {
  const own = delayMs(pairRule, counted.pair)
  // guard: login-throttle.test.ts
  if (source.isKnown) return own
  return Math.max(own, delayMs(accountRule, counted.account), delayMs(addressRule, counted.address))
}

/** Failures older than the memory count no more. */
export const currentFailures = (failures: Failures | undefined, now: number): Failures =>
  failures && now - failures.lastAt < forgetAfterMs ? failures : { count: 0, lastAt: now }

export function pauseEnd(rule: ThrottleRule, failures: Failures, now: number): number | undefined {
  const excess = failures.count - (rule.refuseFrom ?? Number.POSITIVE_INFINITY)
  // guard: login-throttle.test.ts
  if (excess < 0) return undefined
  const until = failures.lastAt + Math.min(firstPauseMs * 2 ** Math.min(excess, 10), maxPauseMs)
  return until > now ? until : undefined
}

export function delayMs(rule: ThrottleRule, failures: Failures): number {
  const excess = failures.count - rule.free
  return excess <= 0 ? 0 : Math.min(firstDelayMs * 2 ** Math.min(excess - 1, 10), rule.maxDelayMs)
}

/** Rows older than this say nothing any more and may be removed. */
export const forgottenBefore = (now: number) => now - forgetAfterMs

/** A place without a sign-in for this long is as good as unknown. */
const sourceKnownMs = 180 * 24 * 60 * 60_000
/** Written again at most once a day: a script with basic authentication signs in with every call. */
const sourceWrittenMs = 24 * 60 * 60_000

/** More places than a person has; the least recently used give way. */
export const maxKnownSources = 50

export const sourceForgottenBefore = (now: number) => now - sourceKnownMs
export const isStale = (lastAt: number, now: number) => now - lastAt >= sourceWrittenMs

/** Seconds that a browser keeps the proof that it signed in before. */
export const deviceCookieSeconds = sourceKnownMs / 1000

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
  // guard: login-throttle.test.ts
  if (!isNetwork) return `address:${bare.slice(0, longestAddress)}`
  return `address:${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/** Longer than any address; it becomes a key of the database. */
const longestAddress = 64

const groupsOf = (text: string) => text.split(':').filter(Boolean)

const prefixes: Readonly<Record<Guessed, string>> = { password: '', code: 'code-' }

export const accountSubject = (login: string, guessed: Guessed = 'password') =>
  `${prefixes[guessed]}account:${login}`

/** As JSON, so no login and no address can be read as another pair. */
export const pairSubject = (
  login: string,
  { subject }: Pick<Source, 'subject'>,
  guessed: Guessed = 'password',
) => `${prefixes[guessed]}pair:${JSON.stringify([login, subject])}`

/** What every pair of the account begins with. */
export const pairsOf = (login: string, guessed: Guessed) =>
  `${prefixes[guessed]}pair:${JSON.stringify([login]).slice(0, -1)},`

/**
 * How often a wrong password of an account reaches a directory, before the directory would lock the account.
 * This is the only rule by which strangers can lock a user out, and only from unknown places: a place where the
 * owner signed in before has separate attempts.
 */
export const bindSubject = (entry: string, { isKnown, subject }: Source) =>
  `bind:${JSON.stringify(isKnown ? [entry, subject] : [entry])}`

export const bindRefusedUntil = ({ count, lastAt }: Failures, max: number): number | undefined =>
  count < max ? undefined : lastAt + forgetAfterMs
