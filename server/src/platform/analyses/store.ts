import type { Insertable } from 'kysely'
import type { Db } from '../../storage/database.ts'
import { ownedRow } from '../../storage/owned-row.ts'
import type { ObservableJobTable } from '../../storage/platform-tables.ts'
import type { Writing } from '../changes/write.ts'
import type { ObservableJobRow } from '../rows.ts'
import { startedNow } from '../tracking/started.ts'

export const analysisColumns = [
  'id',
  'organization',
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
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
] as const

export const findAnalysis = (
  db: Db,
  organization: string,
  id: string,
): Promise<ObservableJobRow | undefined> =>
  db
    .selectFrom('observable_jobs')
    .select(analysisColumns)
    .where(ownedRow(organization, id))
    .executeTakeFirst()

type StartedAnalysis = Omit<Insertable<ObservableJobTable>, keyof ReturnType<typeof startedNow>>

export const insertAnalysis = (w: Writing, started: StartedAnalysis): Promise<ObservableJobRow> =>
  w.tx
    .insertInto('observable_jobs')
    .values({ ...started, ...startedNow(w) })
    .returning(analysisColumns)
    .executeTakeFirstOrThrow()

/** Changes an analysis that has not ended; whoever comes second finds nothing to change. */
export const changeOpenAnalysis = (
  w: Writing,
  id: string,
  change: Partial<
    Pick<ObservableJobRow, 'status' | 'end_date' | 'report' | 'next_poll_at' | 'poll_failures'>
  >,
): Promise<ObservableJobRow | undefined> =>
  w.tx
    .updateTable('observable_jobs')
    .set({ ...change, updated_at: w.now, updated_by: w.actor.login })
    .where(ownedRow(w.organization, id))
    .where('next_poll_at', 'is not', null)
    .returning(analysisColumns)
    .executeTakeFirst()

/** The short reports that stand beside an observable, held until the transaction ends. */
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
