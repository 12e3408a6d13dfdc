import type { ObservableV1 } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../base/api.ts'
import { changed } from '../../../base/data/cache.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { problemOf } from '../../../base/problem.ts'
import { useRights } from '../../../base/session/rights.ts'
import { counted } from '../../../base/texts/index.ts'
import { showToast } from '../../../base/ui/toasts.tsx'
import { forEachOf } from '../../../shared/response/for-each-of.ts'
import { type Analyzer, fitting, pairsOf } from './analyze.ts'

/** As many as a browser sends to one server at once. */
const atOnce = 6

/** Runs every analyzer that supports the value; results appear as they end. */
export function useAnalyzeValues() {
  const { analyze } = useRights()
  const [isBusy, setBusy] = useState(false)
  const analyzers = useQuery({
    queryKey: keyOf('analyzers', 'of-platform'),
    queryFn: ({ signal }): Promise<Analyzer[]> => api.listEngineAnalyzers({}, { signal }),
    staleTime: 60_000,
    enabled: analyze,
  })
  const pairsFor = (values: readonly ObservableV1[]) => {
    const fit = fitting(analyzers.data ?? [], values)
    return pairsOf(fit, new Set(fit.map(({ id }) => id)), values)
  }
  const run = async (values: readonly ObservableV1[]) => {
    const pairs = pairsFor(values)
    if (isBusy || pairs.length === 0) return
    setBusy(true)
    const refused = new Set<string>()
    let started = 0
    await forEachOf(pairs, atOnce, async ({ analyzer, observable }) => {
      await api
        .runEngineAnalysis({
          engineId: analyzer.engineIds[0] ?? '',
          analyzerId: analyzer.id,
          artifactId: observable._id,
        })
        .then(
          () => {
            started += 1
          },
          (error: unknown) => refused.add(problemOf(error).message),
        )
    })
    setBusy(false)
    showToast({
      kind: refused.size > 0 ? 'error' : 'success',
      message: [counted('cases.analysesStarted', started), ...refused].join(' '),
    })
    await changed('case_artifact_job')
  }
  return {
    isBusy,
    isReady: analyzers.data !== undefined,
    budgetOf: (values: readonly ObservableV1[]) => pairsFor(values).length,
    run,
  }
}
