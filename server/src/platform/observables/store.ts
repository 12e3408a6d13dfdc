import { AppError } from '../../domain/errors.ts'
import type { Db } from '../../storage/database.ts'
import type { ObservableRow } from '../rows.ts'

export const observableColumns = [
  'id',
  'organization',
  'case_id',
  'alert_id',
  'data_type',
  'data',
  'value_hash',
  'tlp',
  'ioc',
  'sighted',
  'ignore_similarity',
  'message',
  'tags',
  'reports',
  'attachment_id',
  'attachment_name',
  'attachment_type',
  'attachment_size',
  'attachment_sha1',
  'attachment_md5',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
] as const

/** Of a case or of an alert; one of another organization is not there. */
export const findObservable = (
  db: Db,
  organization: string,
  id: string,
): Promise<ObservableRow | undefined> =>
  db
    .selectFrom('observables')
    .select(observableColumns)
    .where('organization', '=', organization)
    .where('id', '=', id)
    .executeTakeFirst()

export async function requireObservable(
  db: Db,
  organization: string,
  id: string,
): Promise<ObservableRow> {
  const row = await findObservable(db, organization, id)
  if (!row) throw observableNotFound()
  return row
}

export const observableNotFound = () => new AppError('NotFoundError', 'Observable not found')

/** The case or the alert that an observable belongs to. */
export const rootOf = (row: Pick<ObservableRow, 'id' | 'case_id' | 'alert_id'>): string =>
  row.case_id ?? row.alert_id ?? row.id

/** Far below the number of values that one statement may bind on either database. */
const batch = 500

/** Oldest first; every alert asked for has an entry. */
export async function observablesOfAlerts(
  db: Db,
  organization: string,
  alertIds: readonly string[],
): Promise<Map<string, ObservableRow[]>> {
  const found = new Map<string, ObservableRow[]>(alertIds.map((id) => [id, []]))
  for (let start = 0; start < alertIds.length; start += batch) {
    const rows = await db
      .selectFrom('observables')
      .select(observableColumns)
      .where('organization', '=', organization)
      .where('alert_id', 'in', alertIds.slice(start, start + batch))
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    for (const row of rows) if (row.alert_id !== null) found.get(row.alert_id)?.push(row)
  }
  return found
}

/** How many each alert has; every alert asked for has an entry. */
export async function countOfAlerts(
  db: Db,
  organization: string,
  alertIds: readonly string[],
): Promise<Map<string, number>> {
  const found = new Map<string, number>(alertIds.map((id) => [id, 0]))
  for (let start = 0; start < alertIds.length; start += batch) {
    const rows = await db
      .selectFrom('observables')
      .select(['alert_id', (eb) => eb.fn.countAll<number>().as('count')])
      .where('organization', '=', organization)
      .where('alert_id', 'in', alertIds.slice(start, start + batch))
      .groupBy('alert_id')
      .execute()
    for (const { alert_id, count } of rows)
      if (alert_id !== null) found.set(alert_id, Number(count))
  }
  return found
}
