import { availableParallelism } from 'node:os'
import type { Source } from '../../domain/login-throttle.ts'
import { type FairLane, type LaneLimits, makeFairLane } from './fair-lane.ts'

/**
 * The order in which attempts are checked. Two resources are scarce: the guesses that an account
 * may be exposed to, and the 19 MiB and 50 ms that a password check takes.
 *
 * A source that signed in before has a separate lane and share of the checks; strangers wait
 * elsewhere. A stranger passes the address's lane and then the account's, and a failed attempt
 * stays in both for its delay. That bounds the guesses: one per delay and account, a few per delay
 * and address, however many connections are opened. The lanes belong to this process; several
 * processes allow as many times more.
 */
const perAddress: LaneLimits = { limit: 4, maxWaiting: 500, maxWaitMs: 30_000 }
const perAccount: LaneLimits = { limit: 1, maxWaiting: 500, maxWaitMs: 30_000 }
const perKnownSource: LaneLimits = { limit: 1, maxWaiting: 100, maxWaitMs: 30_000 }

/**
 * At most four checks at once: 76 MiB. They run in the threads that also read and write files, and
 * those of strangers leave at least one processor and two threads to everything else.
 */
const unknownSourceChecks = makeFairLane({
  limit: Math.max(1, Math.min(2, availableParallelism() - 1)),
  maxWaiting: 2_000,
  maxWaitMs: 30_000,
})
const knownChecks = makeFairLane({ limit: 2, maxWaiting: 2_000, maxWaitMs: 30_000 })

const lanes = new Map<string, FairLane>()

async function inLane<T>(
  key: string,
  limits: LaneLimits,
  member: string,
  work: () => Promise<T>,
  origin?: string,
): Promise<T> {
  const lane = lanes.get(key) ?? makeFairLane(limits)
  lanes.set(key, lane)
  try {
    return await lane.run(member, work, origin)
  } finally {
    if (lane.isIdle()) lanes.delete(key)
  }
}

/** Runs an attempt, its delay included, when its turn comes; throws 429 when too many wait. */
export function inTurn<T>(login: string, source: Source, attempt: () => Promise<T>): Promise<T> {
  const { subject, address, isKnown, isShared, claimed } = source
  if (isKnown) return inLane(`known ${subject} ${login}`, perKnownSource, '', attempt)
  // First the address and then the account: a waiting attempt holds up its own address, while the
  // other order would let a busy address hold up the account for everyone.
  const member = isShared ? claimed : login
  return inLane(address, perAddress, member, () =>
    inLane(
      `account ${login}`,
      perAccount,
      `${address} ${isShared ? claimed : ''}`,
      attempt,
      // Not by the claim: anyone can claim to be a new client of a proxy.
      address,
    ),
  )
}

/** Runs the check of a password when a processor is free for it. */
export const whenFree = <T>(source: Source, check: () => Promise<T>): Promise<T> =>
  source.isKnown
    ? knownChecks.run(source.subject, check)
    : unknownSourceChecks.run(`${source.address} ${source.isShared ? source.claimed : ''}`, check)

/** Waits for directories cost no processor, and one that hangs must not keep local passwords waiting. */
const directoryAsks = makeFairLane({ limit: 16, maxWaiting: 500, maxWaitMs: 30_000 })

export const whenDirectoryFree = <T>(source: Source, ask: () => Promise<T>): Promise<T> =>
  directoryAsks.run(`${source.subject} ${source.isShared ? source.claimed : ''}`, ask)
