import { DatabaseUnavailable } from '../../domain/storage-trouble.ts'

/**
 * Knows whether the database can be reached, so not every caller has to find out by waiting.
 *
 * - closed: all callers pass.
 * - doubtful: a connection was lost. A new one is tried at once; new callers wait for that.
 * - open: the try failed. One more follows every `firstPauseMs`, then every `laterPauseMs`. Callers in the first
 *   `patienceMs` wait for the end of it, so a restart of the database goes unnoticed; later ones are refused at
 *   once.
 */
export interface Breaker {
  /** Undefined when the way is free; else resolves when it is, or rejects with `DatabaseUnavailable`. */
  pass(): Promise<void> | undefined
  /** A connection was lost or refused. Everything that was connected before is given up. */
  trip(cause: unknown): void
  /** There was no answer for so long: is the database still there? */
  doubt(waitedMs: number): void
  /** Why it is unavailable; undefined when it responds. Never takes longer than a try does. */
  check(): Promise<unknown>
  /** How long callers wait from the beginning of an outage on. */
  setPatience(ms: number): void
  /** Whether a caller that began then may still wait; retries ask before. */
  isPatient(begun: number): boolean
  stop(): void
}

export interface BreakerOptions {
  /** Asks on a separate connection; rejects when there is no answer in a limited time. */
  probe(): Promise<void>
  /** Connections made before now are not to be used again. */
  onTrip(): void
  /** No connection responds: callers waiting there get an error. */
  onAway(cause: unknown): void
  onBack(awayMs: number): void
  patienceMs?: number
  firstPauseMs?: number
  laterPauseMs?: number
}

/** An answer of a moment ago is as good as a new one. */
const knownMs = 500

interface Outage {
  readonly since: number
  cause: unknown
  isTold: boolean
  timer: NodeJS.Timeout | undefined
  /** The longest patience that has ended. Timers fire a moment early: the next caller must not wait for the rest. */
  endedPatience: number
  readonly over: PromiseWithResolvers<void>
}

export function makeBreaker({
  probe,
  onTrip,
  onAway,
  onBack,
  patienceMs = 3_000,
  firstPauseMs = 100,
  laterPauseMs = 1_000,
}: BreakerOptions): Breaker {
  /** After this time the pauses between two tries become longer. */
  const shortMs = 3_000
  let patience = patienceMs
  let outage: Outage | undefined
  let probing: Promise<unknown> | undefined
  let answeredAt = Number.NEGATIVE_INFINITY
  let isStopped = false

  const waited = (own: Outage) => performance.now() - own.since

  /** One at a time, for all callers. Returns why it failed. */
  const ask = (): Promise<unknown> => {
    probing ??= probe()
      .then(
        () => {
          answeredAt = performance.now()
        },
        (error: unknown) => error ?? new Error('The database does not answer'),
      )
      .finally(() => {
        probing = undefined
      })
    return probing
  }

  const begin = (cause: unknown, since = performance.now()): Outage => {
    const over = Promise.withResolvers<void>()
    outage = { since, cause, isTold: false, timer: undefined, endedPatience: 0, over }
    return outage
  }

  const tryAgain = async (own: Outage) => {
    // A try that began before the loss proves nothing.
    await probing
    const problem = await ask()
    if (outage !== own || isStopped) return
    if (problem === undefined) return end(own)
    own.cause = problem
    reportAway(own)
    own.timer = setTimeout(
      () => void tryAgain(own),
      waited(own) < shortMs ? firstPauseMs : laterPauseMs,
    )
  }

  const reportAway = (own: Outage) => {
    if (own.isTold) return
    own.isTold = true
    onAway(own.cause)
  }

  const end = (own: Outage) => {
    outage = undefined
    clearTimeout(own.timer)
    own.over.resolve()
    if (own.isTold) onBack(waited(own))
  }

  /** The first caller that finds it unreachable does so for all: others do not wait for that again. */
  const look = async (waitedMs: number): Promise<unknown> => {
    const since = performance.now() - waitedMs
    const problem = await ask()
    if (problem === undefined || outage || isStopped) return problem
    const own = begin(problem, since)
    onTrip()
    reportAway(own)
    void tryAgain(own)
    return problem
  }

  const patiently = async (own: Outage) => {
    const mine = patience
    const leftMs = mine - waited(own)
    if (leftMs <= 0 || own.endedPatience >= mine) throw new DatabaseUnavailable(own.cause, true)
    const late = Promise.withResolvers<void>()
    const timer = setTimeout(() => {
      own.endedPatience = Math.max(own.endedPatience, mine)
      late.reject(new DatabaseUnavailable(own.cause, true))
    }, leftMs)
    try {
      await Promise.race([own.over.promise, late.promise])
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    pass: () => outage && patiently(outage),
    trip(cause) {
      onTrip()
      if (!outage && !isStopped) void tryAgain(begin(cause))
    },
    doubt(waitedMs) {
      if (!outage && !probing && !isStopped) void look(waitedMs)
    },
    async check() {
      if (outage?.isTold) return outage.cause
      // Anyone may ask for the health, as often as they like.
      return performance.now() - answeredAt < knownMs ? undefined : look(0)
    },
    setPatience(ms) {
      patience = ms
    },
    isPatient: (begun) => performance.now() - begun < patience,
    stop() {
      isStopped = true
      clearTimeout(outage?.timer)
      // Waiting callers are refused when their patience ends; there is nothing to wait for any
      // more.
      outage?.over.resolve()
    },
  }
}
