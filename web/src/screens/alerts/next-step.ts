import type { SimilarCase, VerdictLevel } from '@assay/contract'

/** How many values of an alert have each verdict. */
export type VerdictCounts = Readonly<Record<VerdictLevel | 'unasked', number>>

export const noVerdicts: VerdictCounts = {
  malicious: 0,
  suspicious: 0,
  safe: 0,
  none: 0,
  unasked: 0,
}

const byWeight = ['malicious', 'suspicious', 'safe', 'none'] as const

/**
 * The worst verdict among the values. Benign is a statement about all of them: one that was not analyzed,
 * or has no verdict, leaves it open.
 */
export function worstOf(counts: VerdictCounts): VerdictLevel | null {
  const worst = byWeight.find((level) => counts[level] > 0) ?? null
  if (worst !== 'safe') return worst
  return counts.unasked > 0 ? null : counts.none > 0 ? 'none' : 'safe'
}

export const totalOf = (counts: VerdictCounts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

/** The case that an alert would be merged into: the most similar one that is open. */
export const bestCase = (similar: readonly SimilarCase[]): SimilarCase | undefined =>
  similar.find((one) => one.case.status === 'Open') ?? similar[0]

/** How many values of the alert the case holds; a case may hold one of them several times. */
export const sharedCount = (similar: SimilarCase, total: number): number =>
  Math.min(similar.similarObservableCount, total)

export type Step = 'merge' | 'case' | 'dismiss' | 'analyze'

/** The suggested next step; nothing happens by itself. */
export function nextStep(counts: VerdictCounts, similar: SimilarCase | undefined): Step {
  const total = totalOf(counts)
  const isLike =
    similar?.case.status === 'Open' && total > 0 && 2 * sharedCount(similar, total) >= total
  if (isLike) return 'merge'
  if (total > 0 && counts.unasked === total) return 'analyze'
  return total > 0 && counts.safe === total ? 'dismiss' : 'case'
}
