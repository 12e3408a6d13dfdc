import type { AlertV0, AlertV1, ObservableV0 } from '@assay/contract'
import { alert } from '@assay/contract/entities'
import { mapBatches } from '../../domain/rows.ts'
import { withLists } from '../../http/answer-forms.ts'
import { attributesView } from '../entity/views.ts'
import { countOfAlerts, observablesOfAlert, observablesOfAlerts } from '../observables/store.ts'
import { observableV0 } from '../observables/views.ts'
import { customFieldsV0, customFieldsV1 } from '../render/custom-fields.ts'
import type { FieldDefinitions } from '../render/definitions.ts'
import { keysV0, keysV1 } from '../render/parts.ts'
import { definitionsFor, type ViewContext, type Views } from '../render/views.ts'
import type { AlertRow } from '../rows.ts'

const attributesV0 = attributesView(alert, 0)
const attributesV1 = attributesView(alert, 1)

/** Every key is there, null when it holds nothing: clients of today's platform look them all up. */
export const alertV0 = (row: AlertRow, artifacts: ObservableV0[] = []): AlertV0 => ({
  ...keysV0(row),
  updatedBy: row.updated_by,
  updatedAt: row.updated_at,
  ...attributesV0(row),
  status: statusOf(row),
  customFields: customFieldsV0(row.custom_fields, false),
  artifacts,
  similarCases: [],
})

const statusOf = ({ read, case_id }: AlertRow): AlertV0['status'] => {
  if (case_id === null) return read === 1 ? 'Ignored' : 'New'
  return read === 1 ? 'Imported' : 'Updated'
}

const plainStatus = ({ read, case_id }: AlertRow): string => {
  if (case_id !== null) return 'Imported'
  return read === 1 ? 'Ignored' : 'New'
}
const plainStages: Readonly<Record<string, string>> = { Ignored: 'Closed' }

/** Version 1 knows custom statuses; an alert with a case has none. */
export const shownStatus = (row: AlertRow): string => row.extended_status ?? plainStatus(row)
export const stageOf = (row: AlertRow): string =>
  row.stage ?? plainStages[plainStatus(row)] ?? plainStatus(row)

export const alertV1 = (
  row: AlertRow,
  fields: FieldDefinitions,
  observableCount: number,
): AlertV1 => ({
  ...keysV1(row),
  ...attributesV1(row),
  status: shownStatus(row),
  stage: stageOf(row),
  customFields: customFieldsV1(row.custom_fields, fields),
  observableCount,
  extraData: {},
})

export const alertViews: Views<AlertRow, AlertV0, AlertV1> = {
  v0: withObservables,
  async v1(rows, context) {
    const ids = rows.map(({ id }) => id)
    const counts = await countOfAlerts(context.db, context.organization, ids)
    const fields = await definitionsFor(rows, context)
    return rows.map((row) => alertV1(row, fields, counts.get(row.id) ?? 0))
  },
}

/** Their observables together as long as these are few, else those of each as it is sent. */
async function withObservables(
  rows: readonly AlertRow[],
  { db, organization }: ViewContext,
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
