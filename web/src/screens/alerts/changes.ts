import type { CaseV1 } from '@assay/contract'
import { api } from '../../base/api.ts'
import { readAgain } from '../../base/data/cache.ts'
import { keyOf, staleAfter } from '../../base/data/keys.ts'
import type { Dismissal } from './dismissals.ts'

const reread = () => readAgain(...staleAfter('alert'), keyOf('similar'))

type Change = NonNullable<Parameters<typeof api.updateAlertV1>[1]>

export async function changeAlert(id: string, change: Change): Promise<void> {
  await api.updateAlertV1({ id }, change)
  await reread()
}

export async function changeAlerts(
  ids: readonly string[],
  change: { dismissal: Dismissal } | { read: boolean } | { follow: boolean },
): Promise<void> {
  await api.updateAlertsV1({ ids: [...ids], ...change })
  await reread()
}

/** The list too: removed rows should disappear. */
export async function deleteAlerts(ids: readonly string[]): Promise<void> {
  await api.deleteAlertsV1({ ids: [...ids] })
  await readAgain(keyOf('alerts'), keyOf('similar'), keyOf('alertList'))
}

/** After a decision the user continues at once, and does not wait until everything is reloaded. */
export async function decide(
  id: string,
  change: { dismissal: Dismissal } | { read: boolean },
): Promise<void> {
  await api.updateAlertV1({ id }, change)
  void reread()
}

export async function mergeAlerts(caseId: string, alertIds: readonly string[]): Promise<CaseV1> {
  const merged = await api.mergeAlertsV1({ caseId, alertIds: [...alertIds] })
  void reread()
  return merged
}

/** The first alert becomes the case, the others go into it. */
export async function caseFromAlerts(
  [first, ...others]: readonly string[],
  caseTemplate: string,
): Promise<CaseV1> {
  if (first === undefined) throw new Error('a case is made of at least one alert')
  const made = await api.promoteAlertV1({ id: first }, caseTemplate ? { caseTemplate } : {})
  if (others.length > 0) return mergeAlerts(made._id, others)
  void reread()
  return made
}
