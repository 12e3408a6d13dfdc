import type { InvestigationDetail, InvestigationState, InvestigationValue } from '@assay/contract'
import { said } from '../../base/model/said.ts'
import { failedJobs } from './failed.ts'
import { shownValueOf } from './shown.ts'

/** In the order of the page: what needs attention first. */
export const groupOrder: readonly InvestigationState[] = [
  'malicious',
  'suspicious',
  'failed',
  'running',
  'none',
  'safe',
  'notApplicable',
  'notAnalyzed',
]

const interesting: readonly InvestigationState[] = ['malicious', 'suspicious', 'failed']
export const isInteresting = ({ state }: InvestigationValue): boolean => interesting.includes(state)

export interface Filter {
  readonly all: boolean
  /** Only those with a failed analyzer, whatever others said. */
  readonly failed: boolean
  readonly typed: string
  readonly types: readonly string[]
  /** Ids of analyzers. */
  readonly analyzers: readonly string[]
}

/** What the page shows of an investigation. */
export function filtered(
  { values, jobs }: Pick<InvestigationDetail, 'values' | 'jobs'>,
  { all, failed, typed, types, analyzers }: Filter,
): InvestigationValue[] {
  const broken = new Set(failedJobs(jobs).map(({ key }) => key))
  const needle = typed.trim().toLowerCase()
  const asked = new Set(
    jobs.filter(({ analyzerId }) => analyzers.includes(analyzerId)).map(({ key }) => key),
  )
  return values.filter(
    (value) =>
      (failed ? broken.has(value.key) : all || isInteresting(value)) &&
      (types.length === 0 || types.includes(value.dataType)) &&
      (analyzers.length === 0 || asked.has(value.key)) &&
      (needle === '' || wordsOf(value).includes(needle)),
  )
}

/** `evil.example` and `evil[.]example` mean the same. */
const wordsOf = (value: InvestigationValue) =>
  [
    value.data,
    value.hash,
    value.filename,
    shownValueOf(value),
    ...value.reasons.flatMap((reason) => [reason.text, said(reason)]),
  ]
    .join('\n')
    .toLowerCase()

export const groupsOf = (values: readonly InvestigationValue[]) => {
  const byState = Map.groupBy(values, ({ state }) => state)
  return groupOrder.flatMap((state) => {
    const own = byState.get(state)
    return own ? [{ state, values: own }] : []
  })
}

export type Entered = ReadonlyMap<
  string,
  { readonly state: InvestigationState; readonly at: number }
>

/**
 * A value that changes its group enters the new one at its end: nothing moves under the pointer. Returns
 * the order of entry, which the next call continues.
 */
export function enterGroups(values: readonly InvestigationValue[], before: Entered): Entered {
  let next = Math.max(values.length, ...[...before.values()].map(({ at }) => at)) + 1
  const isFirst = before.size === 0
  return new Map(
    values.map(({ key, state }, index) => {
      const known = before.get(key)
      if (known?.state === state) return [key, known]
      if (isFirst) return [key, { state, at: index }]
      next += 1
      return [key, { state, at: next }]
    }),
  )
}

export const inOrderOfEntry = (values: readonly InvestigationValue[], entered: Entered) =>
  values.toSorted((a, b) => (entered.get(a.key)?.at ?? 0) - (entered.get(b.key)?.at ?? 0))

/** Analyzers of an investigation, each once. */
export const analyzersOf = ({ jobs }: Pick<InvestigationDetail, 'jobs'>) =>
  [...new Map(jobs.map(({ analyzerId, analyzer }) => [analyzerId, analyzer]))].map(
    ([id, name]) => ({ id, name }),
  )
