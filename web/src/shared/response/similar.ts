import type { SimilarCase } from '@assay/contract'
import { allOf, type Filter, is, isFrom } from '../../base/data/steps.ts'

export const caseStatuses = ['Open', 'Resolved', 'Duplicated'] as const
export const periods = { month: 30, quarter: 91, year: 365 } as const
export type Period = keyof typeof periods

/** Filters for similar cases. */
export interface SimilarWish {
  /** One of `caseStatuses`, or `any`. */
  readonly status: string
  readonly period: Period | undefined
  readonly minObservables: number
  readonly minIocs: number
  readonly types: readonly string[]
}

export function wishIn(params: URLSearchParams): SimilarWish {
  const status = params.get('status') ?? ''
  const period = params.get('period') ?? ''
  return {
    status: status === 'any' || isStatus(status) ? status : 'Open',
    period: Object.hasOwn(periods, period) ? (period as Period) : undefined,
    minObservables: percentIn(params.get('minObservables')),
    minIocs: percentIn(params.get('minIocs')),
    types: params.getAll('type'),
  }
}

const isStatus = (name: string) => caseStatuses.some((status) => status === name)

const percentIn = (typed: string | null) => {
  const value = Number(typed ?? 0)
  return Number.isFinite(value) ? Math.min(100, Math.max(0, value)) : 0
}

const dayMs = 86_400_000

/** The server's part: which cases are considered. From midnight, so it can be cached. */
export const caseFilterOf = (
  { status, period }: Pick<SimilarWish, 'status' | 'period'>,
  now: number,
): Filter | undefined =>
  allOf([
    status !== 'any' && is('status', status),
    period !== undefined &&
      isFrom('startDate', (Math.floor(now / dayMs) - periods[period]) * dayMs),
  ])

/** Whole percents, rounded down: only all of them are 100%. Undefined when there is nothing to share. */
export const percentOf = (part: number, whole: number): number | undefined =>
  whole > 0 ? Math.floor((100 * part) / whole) : undefined

const isEnough = (part: number, whole: number, least: number) =>
  least === 0 || (percentOf(part, whole) ?? 0) >= least

/** The part that is done here, on what the server found. */
export const wanted = (found: readonly SimilarCase[], wish: SimilarWish): SimilarCase[] =>
  found.filter(
    (similar) =>
      isEnough(similar.similarObservableCount, similar.observableCount, wish.minObservables) &&
      isEnough(similar.similarIocCount, similar.iocCount, wish.minIocs) &&
      (wish.types.length === 0 ||
        wish.types.some((type) => Object.hasOwn(similar.observableTypes, type))),
  )

const keys: Record<string, (similar: SimilarCase) => number> = {
  score: ({ extraData }) => extraData.score,
  observables: ({ similarObservableCount, observableCount }) =>
    percentOf(similarObservableCount, observableCount) ?? -1,
  iocs: ({ similarIocCount, iocCount }) => percentOf(similarIocCount, iocCount) ?? -1,
  severity: ({ case: { severity } }) => severity,
  startDate: ({ case: { startDate } }) => startDate,
}

/** `sort` is `-score`, `+startDate` …; what is equal stays in the order of the server, best first. */
export function sorted(found: readonly SimilarCase[], sort: string): SimilarCase[] {
  const key = keys[sort.slice(1)] ?? keys.score
  const sign = sort.startsWith('+') ? 1 : -1
  return found.toSorted((one, other) => sign * ((key?.(one) ?? 0) - (key?.(other) ?? 0)))
}

/** Types that some result shares, for the filter. */
export const typesOf = (found: readonly SimilarCase[]): string[] =>
  [...new Set(found.flatMap(({ observableTypes }) => Object.keys(observableTypes)))].sort()
