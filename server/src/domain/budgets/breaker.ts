import type { Budget } from '@assay/contract'
import type { ProviderTrouble } from './provider-trouble.ts'

/** What is known of a provider, with its budget. */
export interface ProviderState {
  readonly state: Budget['state']
  readonly until: number | null
  readonly reason: string | null
  readonly failures: number
  readonly failing_since: number | null
  readonly pause_ms: number | null
}

const minute = 60_000

/** So many failures in ten minutes open the breaker. */
export const failuresAllowed = 5
const failuresWithinMs = 10 * minute
const firstPauseMs = minute
const longestPauseMs = 30 * minute
/** Of a provider that does not say for how long. */
const usualHoldMs = minute

/** As a provider that answers. */
export const working: ProviderState = {
  ...{ state: 'open', until: null, reason: null, failures: 0, failing_since: null, pause_ms: null },
}

/**
 * What an answer teaches; undefined if nothing new. A credential that was refused stays so until someone changes
 * it: jobs that began before would otherwise open and close it in turns.
 */
// guards: breaker.test.ts
export function afterAnswer(
  known: ProviderState,
  trouble: ProviderTrouble,
  now: number,
  reason: string,
): ProviderState | undefined {
  if (known.state === 'refused') return undefined
  switch (trouble.is) {
    case 'refused':
      return { ...working, state: 'refused', reason }
    case 'limit':
      return afterLimit(known, now + (trouble.retryAfterMs ?? usualHoldMs), reason)
    case 'down':
      return afterOutage(known, now, reason)
    case 'other':
      return afterSuccess(known)
  }
}

/** The longest of the pauses that were asked for. */
// guards: breaker.test.ts
function afterLimit(known: ProviderState, until: number, reason: string) {
  if (known.state === 'held' && (known.until ?? 0) >= until) return undefined
  return { ...working, state: 'held' as const, until, reason }
}

// guards: breaker.test.ts
function afterOutage(known: ProviderState, now: number, reason: string): ProviderState | undefined {
  if (known.state === 'held') return undefined
  if (known.state === 'down') {
    // Others that were under way when it opened say nothing that is not known.
    if (known.until !== null && known.until > now) return undefined
    const pauseMs = Math.min(longestPauseMs, (known.pause_ms ?? firstPauseMs) * 2)
    return { ...known, until: now + pauseMs, pause_ms: pauseMs, reason }
  }
  const isFirst = known.failing_since === null || now - known.failing_since > failuresWithinMs
  const failures = isFirst ? 1 : known.failures + 1
  const failing_since = isFirst ? now : known.failing_since
  if (failures < failuresAllowed) return { ...known, failures, failing_since }
  const pause = { until: now + firstPauseMs, pause_ms: firstPauseMs }
  return { ...known, ...pause, state: 'down', failures, failing_since, reason }
}

/** The provider answered, whatever it said: a pause that it asked for holds all the same. */
// guards: breaker.test.ts
function afterSuccess(known: ProviderState): ProviderState | undefined {
  if (known.state === 'held') return undefined
  return known.state === 'down' || known.failures > 0 ? working : undefined
}
