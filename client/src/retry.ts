import { ApiError, ConnectionError } from './errors.ts'

export interface RetryOptions {
  /** How often a call is sent at most; 1 repeats nothing. */
  tries?: number
  /** The pause before the second try; each further one may be twice as long. */
  firstPauseMs?: number
  /** The longest pause. A server that asks for more gets its refusal reported instead. */
  longestPauseMs?: number
}

export const retryDefaults = { tries: 5, firstPauseMs: 250, longestPauseMs: 30_000 }

/** POST that only looks. `/query`, of the modules of MISP, runs an analyzer. */
const looks =
  /(\/_search|\/_stats|\/_verdicts|\/_list|\/_count|\/_timeline|\/_exists|\/_health|\/_check|\/_preview|\/_impact|\/_try|\/_explain|\/api\/v[01]\/query|\/api\/v1\/query\/_many|\/api\/job\/(status|summaries)|\/api\/stream|\/api\/search|\/api\/value(\/relations)?|\/api\/investigation\/[^/]+\/(stix|misp))$/

export const isRead = (method: string, path: string): boolean =>
  method === 'GET' || (method === 'POST' && looks.test(path))

/**
 * Repeats what is safe to repeat. A 429 was refused before anything was done. With a 503 or a lost
 * connection the outcome is unknown: then only reads, and calls that the caller allows.
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  isSafe: boolean,
  options: Required<RetryOptions>,
  signal: AbortSignal | undefined,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (tries >= options.tries || !mayRepeat(error, isSafe)) throw error
      const pauseMs = pauseBefore(error, tries, options)
      if (pauseMs > options.longestPauseMs) throw error
      await pause(pauseMs, signal)
    }
  }
}

export const isOutage = (error: unknown): boolean =>
  error instanceof ConnectionError || (error instanceof ApiError && isGone(error.status))

/** 502 and 504 come from a proxy in between. */
const isGone = (status: number) => status === 502 || status === 503 || status === 504

function mayRepeat(error: unknown, isSafe: boolean): boolean {
  if (error instanceof ConnectionError) return isSafe || !error.mayHaveHappened
  if (!(error instanceof ApiError)) return false
  return error.status === 429 || (isSafe && isGone(error.status))
}

function pauseBefore(error: unknown, tries: number, options: Required<RetryOptions>): number {
  const asked = error instanceof ApiError ? error.retryAfterSeconds : undefined
  if (asked !== undefined) return asked * 1000
  return growingPause(tries, options)
}

/** Half of it by chance: clients that failed together must not come back together. */
export function growingPause(tries: number, options: Required<RetryOptions>): number {
  const full = Math.min(options.firstPauseMs * 2 ** (tries - 1), options.longestPauseMs)
  return full / 2 + (Math.random() * full) / 2
}

export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted()
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}
