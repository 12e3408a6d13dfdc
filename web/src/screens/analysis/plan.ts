import type { Worker } from '@assay/contract'
import { takesType } from '../../base/data/workers.ts'
import { type Marking, markingOf } from '../../base/model/marking.ts'
import { sameType } from '../../base/model/observable.ts'
import type { Row } from './rows.ts'

/** What a run costs, before it is started. */
export interface Price {
  readonly observables: number
  readonly analyzers: number
  readonly jobs: number
  /** Pairs that do not fit. */
  readonly skipped: number
}

/** Counted by type: ten thousand rows have a dozen types. */
export function priceOf(ticked: readonly Row[], analyzers: readonly Worker[]): Price {
  const perType = new Map<string, number>()
  for (const { dataType } of ticked) perType.set(dataType, (perType.get(dataType) ?? 0) + 1)
  let jobs = 0
  for (const [dataType, count] of perType) {
    jobs += count * analyzers.filter((analyzer) => takesType(analyzer, dataType)).length
  }
  return {
    observables: ticked.length,
    analyzers: analyzers.length,
    jobs,
    skipped: ticked.length * analyzers.length - jobs,
  }
}

export interface Pair {
  readonly row: Row
  readonly analyzer: Worker
  /** In the spelling of the analyzer: the server compares it exactly. */
  readonly dataType: string
}

export const pairsOf = (ticked: readonly Row[], analyzers: readonly Worker[]): Pair[] =>
  ticked.flatMap((row) =>
    analyzers.flatMap((analyzer) => {
      const dataType = analyzer.dataTypeList.find((type) => sameType(type, row.dataType))
      return dataType === undefined ? [] : [{ row, analyzer, dataType }]
    }),
  )

/** The types among these that the analyzer takes. */
export const typesTaken = (analyzer: Worker, types: readonly string[]) =>
  types.filter((type) => takesType(analyzer, type))

export interface Handling {
  readonly tlp: number
  readonly pap: number
}

/** The limit of the analyzer that this marking is above. The server would fail the job at once. */
export function forbiddenBy(
  { maxTlp, maxPap }: Pick<Worker, 'maxTlp' | 'maxPap'>,
  { tlp, pap }: Handling,
): { scheme: 'TLP' | 'PAP'; highest: Marking } | undefined {
  const tlpLimit = maxTlp !== undefined && tlp > maxTlp ? markingOf(maxTlp) : undefined
  if (tlpLimit) return { scheme: 'TLP', highest: tlpLimit }
  const papLimit = maxPap !== undefined && pap > maxPap ? markingOf(maxPap) : undefined
  return papLimit && { scheme: 'PAP', highest: papLimit }
}
