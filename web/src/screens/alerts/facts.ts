import type { AlertV1, SimilarCase } from '@assay/contract'
import { useQueries, useQuery } from '@tanstack/react-query'
import { keyOf } from '../../base/data/keys.ts'
import { runQuery } from '../../base/data/query.ts'
import { filterSteps, isOneOf, listStep, pageStep } from '../../base/data/steps.ts'
import { useIsLive } from '../../base/live/connection.ts'
import { noVerdicts, type VerdictCounts } from './next-step.ts'

/** What the verdicts of its values and the cases with the same values say about an alert. */
export interface AlertFacts {
  readonly verdicts: VerdictCounts
  readonly similar: readonly SimilarCase[]
}

/** The server looks up similar cases for so many alerts at once. */
const atOnce = 100
/** Verdicts of jobs, which readers do not see. */
const pollMs = 30_000

const factsQuery = (ids: readonly string[], isLive: boolean) => ({
  queryKey: keyOf('alertFacts', ids),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Map<string, AlertFacts>> => {
    const extraData = ['verdicts', 'similarCases']
    const steps = [
      listStep('Alert'),
      ...filterSteps(isOneOf('_id', ids)),
      pageStep(0, ids.length, { extraData }),
    ]
    const { rows } = await runQuery<AlertV1>(steps, {
      name: 'alert-facts',
      // To find what a hundred are similar to takes a while.
      together: ids.length === 1,
      signal,
    })
    return new Map(
      rows.map(({ _id, extraData: { verdicts, similarCases } }) => [
        _id,
        {
          verdicts: (verdicts as VerdictCounts | undefined) ?? noVerdicts,
          similar: (similarCases as SimilarCase[] | undefined) ?? [],
        },
      ]),
    )
  },
  enabled: ids.length > 0,
  refetchInterval: isLive ? pollMs : pollMs / 3,
})

/** For the rows of a list, a hundred at a time; only `seen` rows, or all of them. */
export function useFacts(ids: readonly string[], seen: number) {
  const isLive = useIsLive()
  const parts = Array.from({ length: Math.ceil(ids.length / atOnce) }, (_, part) =>
    ids.slice(part * atOnce, (part + 1) * atOnce),
  )
  const wanted = parts.slice(0, Math.max(1, Math.ceil(seen / atOnce)))
  return useQueries({
    queries: wanted.map((part) => factsQuery(part, isLive)),
    combine: (answers) => ({
      of: new Map(answers.flatMap(({ data }) => [...(data ?? [])])),
      isWhole: wanted.length === parts.length && answers.every(({ isSuccess }) => isSuccess),
    }),
  })
}

/** Of one alert; `before` is what a list knows already. */
export function useFactsOf(id: string, before?: AlertFacts): AlertFacts | undefined {
  const isLive = useIsLive()
  const found = useQuery(factsQuery([id], isLive))
  return found.data?.get(id) ?? before
}
