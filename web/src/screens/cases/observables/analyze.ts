import type { ObservableV1 } from '@assay/contract'
import { sameType } from '../../../base/model/observable.ts'
import type { EngineWorker } from '../../../shared/response/worker-picker.tsx'

export interface Analyzer extends EngineWorker {
  readonly dataTypeList: readonly string[]
}

export type Analyzed = Pick<ObservableV1, '_id' | 'dataType' | 'data' | 'attachment'>

export interface Pair {
  analyzer: Analyzer
  observable: Analyzed
}

const takes = ({ dataTypeList }: Analyzer, dataType: string) =>
  dataTypeList.some((type) => sameType(type, dataType))

/** Analyzers that take one of the observables at least. */
export const fitting = (analyzers: readonly Analyzer[], observables: readonly Analyzed[]) =>
  analyzers.filter((analyzer) => observables.some(({ dataType }) => takes(analyzer, dataType)))

/** Each chosen analyzer with each observable that it takes. */
export const pairsOf = (
  analyzers: readonly Analyzer[],
  chosen: ReadonlySet<string>,
  observables: readonly Analyzed[],
): Pair[] =>
  analyzers
    .filter(({ id }) => chosen.has(id))
    .flatMap((analyzer) =>
      observables
        .filter(({ dataType }) => takes(analyzer, dataType))
        .map((observable) => ({ analyzer, observable })),
    )
