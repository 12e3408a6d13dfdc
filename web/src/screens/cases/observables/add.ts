import type { contract, Input } from '@assay/contract'
import { api } from '../../../base/api.ts'
import { counted } from '../../../base/texts/index.ts'
import { showToast } from '../../../base/ui/toasts.tsx'

export type NewObservable = Input<typeof contract.createCaseObservableV1>

/** Adds all of them and says how many; what the case has already is counted, and harms no other. */
export async function addObservables(caseId: string, inputs: readonly NewObservable[]) {
  let added = 0
  let known = 0
  for (const input of inputs) {
    const answer = await api.createCaseObservableV1({ id: caseId }, input)
    added += Array.isArray(answer) ? answer.length : answer.success.length
    known += Array.isArray(answer) ? 0 : answer.failure.length
  }
  const sentences = [
    counted('cases.observablesAdded', added),
    ...(known > 0 ? [counted('cases.observablesKnown', known)] : []),
  ]
  showToast({ kind: 'success', message: sentences.join(' ') })
}
