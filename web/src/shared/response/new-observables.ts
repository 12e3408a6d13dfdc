import type { contract, Input, Output } from '@assay/contract'
import { byType, type TypedValue } from './pasted.ts'

export type NewObservable = Input<typeof contract.createAlertObservableV1>
export type AddedObservables = Output<typeof contract.createAlertObservableV1>

/** What all observables of one form have in common. */
export interface ObservableMarks {
  readonly tlp: number
  readonly ioc: boolean
  readonly sighted: boolean
  readonly tags: readonly string[]
  readonly message: string
}

/** The calls that add everything: values together by type, each file alone. */
export function callsFor(
  values: readonly TypedValue[],
  files: readonly File[],
  { tlp, ioc, sighted, tags, message }: ObservableMarks,
): NewObservable[] {
  const marks = { tlp, ioc, sighted, tags: [...tags], ...(message ? { message } : {}) }
  return [
    ...byType(values).map((group) => ({ ...group, ...marks })),
    ...files.map((attachment) => ({ dataType: 'file', attachment, ...marks })),
  ]
}

export interface Outcome {
  readonly added: number
  /** Why others were not, each reason once. */
  readonly refused: readonly string[]
  readonly refusedCount: number
}

/** Some may exist already; the server reports these one by one. */
export function outcomeOf(answers: readonly AddedObservables[]): Outcome {
  let added = 0
  const reasons: string[] = []
  for (const answer of answers) {
    added += Array.isArray(answer) ? answer.length : answer.success.length
    if (!Array.isArray(answer)) reasons.push(...answer.failure.map(({ message }) => message))
  }
  return { added, refused: [...new Set(reasons)], refusedCount: reasons.length }
}
