import type { AlertV0 } from '@assay/contract'
import { mapBatches } from '../../domain/rows.ts'
import { withLists } from '../../http/route.ts'
import type { Db } from '../../storage/database.ts'
import { observablesOfAlert, observablesOfAlerts } from '../observables/store.ts'
import { alertV0, observableV0 } from '../render/v0.ts'
import type { AlertRow } from '../rows.ts'

/** Alerts with their observables: together as long as these are few, else each as it is sent. */
export async function alertsV0(
  db: Db,
  organization: string,
  rows: readonly AlertRow[],
): Promise<AlertV0[]> {
  const ids = rows.map(({ id }) => id)
  const found = await observablesOfAlerts(db, organization, ids)
  return rows.map((row) => {
    if (found) return alertV0(row, (found.get(row.id) ?? []).map(observableV0))
    const { artifacts: _, ...head } = alertV0(row)
    const own = observablesOfAlert(db, organization, row.id)
    return withLists<AlertV0>(head, {
      artifacts: mapBatches(own, (observables) => observables.map(observableV0)),
    })
  })
}
