import type { ObservableV1, ValueVerdict } from '@assay/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useVerdicts } from '../../../base/data/verdicts.ts'
import type { ListState } from '../../../shared/list/declaration.ts'
import { useFirstObservables, useObservables } from '../../../shared/response/held-observables.ts'
import { levelName } from './list.ts'

/** So many of a case are looked at together; a list beyond them goes by pages of the server. */
export const maxJudged = 1000

/**
 * The values of a case with what is known of each. Verdicts belong to values and not to cases, so the
 * server cannot filter by them: the page does, over all values that its other filters let through.
 */
export function useJudged(caseId: string, list: ListState<ObservableV1>) {
  const { verdict: wanted = [], ...values } = list.values
  const { from, size } = list
  const whole = useFirstObservables('case', caseId, { ...list, values }, maxJudged)
  const isBeyond = wanted.length === 0 && from + size > maxJudged
  const page = useObservables('case', caseId, list, isBeyond)
  const query = isBeyond ? page : whole
  const verdictOf = useVerdicts(query.data?.rows, caseId)
  const isWanted = (row: ObservableV1) => isJudgedAs(verdictOf(row), wanted)
  const judged = (query.data?.rows ?? []).filter(isWanted)
  const total = wanted.length > 0 ? judged.length : (query.data?.total ?? 0)
  // Nothing is left out before it is known.
  const isJudged = wanted.length === 0 || query.data?.rows.every((row) => verdictOf(row))
  return {
    /** As a list reads it: the count is of what is shown. */
    query: (query.data
      ? { ...query, data: isJudged ? { total } : undefined, isPending: !isJudged }
      : query) as UseQueryResult<{ total: number }>,
    rows: isBeyond ? judged : judged.slice(from, from + size),
    verdictOf,
    /** All that the filter lets through. */
    judged,
    isFiltered: wanted.length > 0,
    unasked: (whole.data?.rows ?? []).filter((row) => verdictOf(row)?.level === null),
    /** Those that were not analyzed. */
    left: Math.max(0, (whole.data?.total ?? 0) - maxJudged),
  }
}

/** What is not known yet is in no group. */
const isJudgedAs = (verdict: ValueVerdict | undefined, wanted: readonly string[]) =>
  wanted.length === 0 || (verdict !== undefined && wanted.includes(levelName(verdict.level)))
