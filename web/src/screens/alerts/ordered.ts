import type { AlertFacts } from './facts.ts'
import { bestCase, sharedCount, totalOf, worstOf } from './next-step.ts'
import type { Order } from './views.ts'

const weights = { malicious: 4, suspicious: 3, none: 1, safe: 0 } as const

/** The worst first; what was not analyzed may be anything, so it comes before what is not a threat. */
function weightOf(facts: AlertFacts | undefined): number {
  if (!facts) return 2
  const worst = worstOf(facts.verdicts)
  return worst === null ? 2 : weights[worst]
}

function similarityOf(facts: AlertFacts | undefined): number {
  const best = facts && bestCase(facts.similar)
  if (!best || !facts) return 0
  const total = totalOf(facts.verdicts)
  return total === 0 ? 0 : sharedCount(best, total) / total
}

/** Rows that are equal stay as the server sent them, the newest first. */
export function ordered<Row extends { readonly _id: string }>(
  rows: readonly Row[],
  order: Order,
  factsOf: ReadonlyMap<string, AlertFacts>,
): Row[] {
  if (order === 'newest') return [...rows]
  const keyOf = order === 'worst' ? weightOf : similarityOf
  return rows.toSorted((a, b) => keyOf(factsOf.get(b._id)) - keyOf(factsOf.get(a._id)))
}
