import type { InvestigationState, InvestigationTally, VerdictLevel } from '@assay/contract'

/** How far the jobs about one value are. */
export interface Work {
  readonly isRunning: boolean
  readonly hasFailed: boolean
  /** An analyzer for which it is not. */
  readonly isNotApplicable: boolean
}

/**
 * The single group of a value. A bad result counts while others are still running; benign only when all
 * have ended. It has failed when there was no answer at all: a failure next to an answer is a note at the
 * verdict.
 */
export function stateOf(
  level: VerdictLevel | null,
  { isRunning, hasFailed, isNotApplicable }: Work,
): InvestigationState {
  if (level === 'malicious' || level === 'suspicious') return level
  if (isRunning) return 'running'
  if (level !== null) return level
  if (hasFailed) return 'failed'
  return isNotApplicable ? 'notApplicable' : 'notAnalyzed'
}

export function tallyOf(
  counts: Iterable<readonly [InvestigationState, number]>,
): InvestigationTally {
  const tally = {
    values: 0,
    malicious: 0,
    suspicious: 0,
    failed: 0,
    running: 0,
    safe: 0,
    none: 0,
    notApplicable: 0,
    notAnalyzed: 0,
  }
  for (const [state, count] of counts) {
    tally[state] += count
    tally.values += count
  }
  return tally
}
