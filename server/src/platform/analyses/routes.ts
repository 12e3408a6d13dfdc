import { contract, type Namespace } from '@assay/contract'
import type { Caller, Origin } from '../../domain/caller.ts'
import { AppError, notFound } from '../../domain/errors.ts'
import type { Route } from '../../http/route.ts'
import type { PlatformDeps } from '../deps.ts'
import { type MergedWorker, type WorkerView, workersOfAll, workerView } from '../engines/workers.ts'
import { type AnalysisInput, analyze, analyzerOf } from './analyze.ts'
import { findAnalysis } from './store.ts'
import { type AnalysisView, analysisView } from './views.ts'
import { withObservable } from './with-observable.ts'

/** The same calls in both dialects of the connector. */
export function analysisRoutes(route: Route, deps: PlatformDeps, wake: () => void): void {
  const engine = answers(deps, 'engine', wake)
  route(contract.listEngineAnalyzers, engine.analyzers)
  route(contract.listEngineAnalyzersOfType, engine.analyzersOfType)
  route(contract.getEngineAnalyzer, engine.analyzer)
  route(contract.getEngineAnalysis, engine.get)
  route(contract.runEngineAnalysis, ({ caller, origin, input: { engineId, ...rest } }) =>
    engine.run(caller, origin, { engine: engineId, ...rest }),
  )
  const cortex = answers(deps, 'cortex', wake)
  route(contract.listCortexAnalyzers, cortex.analyzers)
  route(contract.listCortexAnalyzersOfType, cortex.analyzersOfType)
  route(contract.getCortexAnalyzer, cortex.analyzer)
  route(contract.getCortexAnalysis, cortex.get)
  route(contract.runCortexAnalysis, ({ caller, origin, input: { cortexId, ...rest } }) =>
    cortex.run(caller, origin, { engine: cortexId, ...rest }),
  )
  route(contract.runCortexAnalyses, async ({ caller, origin, input, setStatus }) => {
    const success: AnalysisView[] = []
    const failure: Record<string, unknown>[] = []
    let first: AppError | undefined
    for (const job of input.jobs) {
      try {
        const { cortexId, ...rest } = job
        success.push(await cortex.run(caller, origin, { engine: cortexId, ...rest }))
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        first ??= error
        failure.push({ type: error.type, message: error.message, object: job })
      }
    }
    if (!first) return success
    // Nothing was started: then it is a refusal like that of a single one.
    if (success.length === 0) throw first
    setStatus(207)
    return { success, failure }
  })
}

interface Call<P, I> {
  caller: Caller
  params: P
  input: I
}

function answers(deps: PlatformDeps, namespace: Namespace, wake: () => void) {
  const { db } = deps
  const shown = (workers: readonly MergedWorker[]): WorkerView[] =>
    workers.map((worker) => workerView(worker, namespace))

  return {
    async analyzers({ caller }: Call<unknown, unknown>) {
      return shown(
        await workersOfAll(deps, caller.organization, (engine) => engine.listAnalyzers()),
      )
    },
    async analyzersOfType({ caller, params }: Call<{ dataType: string }, unknown>) {
      return shown(
        await workersOfAll(deps, caller.organization, (engine) =>
          engine.analyzersOfType(params.dataType),
        ),
      )
    },
    async analyzer({ caller, params: { id } }: Call<{ id: string }, unknown>) {
      const found = await workersOfAll(deps, caller.organization, async (engine) => {
        const known = await analyzerOf(engine, id)
        return known ? [known] : []
      })
      const [first] = shown(found)
      if (!first) throw notFound('Analyzer', id)
      return first
    },
    async get({ caller, params }: Call<{ id: string }, unknown>) {
      const row = await findAnalysis(db, caller.organization, params.id)
      if (!row) throw new AppError('NotFoundError', 'Job not found')
      return withObservable(db, namespace, row)
    },
    async run(caller: Caller, origin: Origin, input: AnalysisInput): Promise<AnalysisView> {
      const row = await analyze(deps, caller, origin, namespace, input)
      wake()
      return analysisView(row, namespace)
    },
  }
}
