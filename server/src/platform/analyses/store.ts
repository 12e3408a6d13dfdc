import { ownedRow } from '../../storage/rows/owned-row.ts'
import type { Writing } from '../changes/write.ts'
import { entityColumns } from '../rows.ts'
import { trackedRows } from '../tracking/tracked-rows.ts'

export const analysisColumns = [
  ...entityColumns,
  'observable_id',
  'analyzer_id',
  'analyzer_name',
  'analyzer_definition',
  'engine_id',
  'engine_job_id',
  'status',
  'start_date',
  'end_date',
  'report',
  'operations',
  'next_poll_at',
  'poll_failures',
] as const

export const {
  find: findAnalysis,
  insert: insertAnalysis,
  named: namedAnalysis,
  changeOpen: changeOpenAnalysis,
} = trackedRows('observable_jobs', analysisColumns)

/** The short reports shown with an observable, locked until the transaction ends. */
export const lockReports = (w: Writing, observableId: string) =>
  w.dialect
    .lockRow(
      w.tx
        .selectFrom('observables')
        .select(['id', 'reports', 'case_id', 'alert_id'])
        .where(ownedRow(w.organization, observableId)),
    )
    .executeTakeFirst()

export const saveReports = (w: Writing, observableId: string, reports: string) =>
  w.tx
    .updateTable('observables')
    .set({ reports })
    .where(ownedRow(w.organization, observableId))
    .execute()
