import type { ObservableV1, ValueVerdict } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { keyOf } from '../../base/data/keys.ts'
import { runQuery } from '../../base/data/query.ts'
import { relatedSteps } from '../../base/data/steps.ts'
import { useVerdicts } from '../../base/data/verdicts.ts'

export interface ShownValue {
  readonly observable: ObservableV1
  /** Undefined until it was requested. */
  readonly verdict: ValueVerdict | undefined
}

/** As many as one question about verdicts takes. */
const maxValues = 200

const weights = ['malicious', 'suspicious', null, 'none', 'safe']
const weightOf = ({ verdict }: ShownValue) =>
  verdict ? weights.indexOf(verdict.level) : weights.length

/** The values of an alert, the worst first. */
export function useAlertValues(id: string) {
  const query = useQuery({
    queryKey: keyOf('observables', 'alert', id, { max: maxValues }),
    queryFn: () =>
      runQuery<ObservableV1>(relatedSteps('Alert', id, 'observables', '+_createdAt', maxValues), {
        together: true,
      }),
  })
  const verdictOf = useVerdicts(query.data?.rows)
  const values: ShownValue[] = (query.data?.rows ?? []).map((observable) => ({
    observable,
    verdict: verdictOf(observable),
  }))
  return {
    query,
    values: values.toSorted((a, b) => weightOf(a) - weightOf(b)),
    /** Undefined until it is known. */
    total: query.data?.total,
  }
}
