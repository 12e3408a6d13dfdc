import type { CaseV1, Investigation } from '@assay/contract'
import { api } from '../../base/api.ts'
import { changed, readAgain } from '../../base/data/cache.ts'
import { keyOf } from '../../base/data/keys.ts'
import { navigate } from '../../base/routing/location.ts'
import { path } from '../../base/routing/match.ts'
import { counted, text } from '../../base/texts/index.ts'
import { showToast } from '../../base/ui/toasts.tsx'
import { type CaseValue, callsFor } from './case-values.ts'

/** Without an id nothing is linked: values from elsewhere. */
export type Origin = Pick<Investigation, 'name' | 'tlp' | 'pap' | 'caseIds'> & { id?: string }

/** Values that the case already has are reported, and do not stop others. */
export async function putInto(
  { id, caseIds }: Pick<Origin, 'id' | 'caseIds'>,
  values: readonly CaseValue[],
  { _id: caseId, number }: Pick<CaseV1, '_id' | 'number'>,
): Promise<void> {
  let added = 0
  let known = 0
  for (const input of callsFor(values)) {
    const answer = await api.createCaseObservableV1({ id: caseId }, input)
    added += Array.isArray(answer) ? answer.length : answer.success.length
    known += Array.isArray(answer) ? 0 : answer.failure.length
  }
  if (id !== undefined)
    await api.updateInvestigation({ id }, { caseIds: [...new Set([...caseIds, caseId])] })
  await changed('case', 'case_artifact', 'investigation')
  await readAgain(keyOf('verdicts'))
  showToast({
    kind: 'success',
    message: [
      counted('investigation.added', added, { number: String(number) }),
      ...(known > 0 ? [counted('investigation.addedBefore', known)] : []),
    ].join(' '),
    action: {
      label: text('investigation.openCase', { number: String(number) }),
      onPress: () => navigate(path`/cases/${caseId}`),
    },
  })
}
