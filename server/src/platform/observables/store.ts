import { type SqlBool, sql } from 'kysely'
import { AppError } from '../../domain/errors.ts'
import { largestPageSize } from '../../domain/page.ts'
import { fileColumns } from '../../storage/attachments.ts'
import type { Db } from '../../storage/database.ts'
import { ownedRow } from '../../storage/owned-row.ts'
import { readFew, readPage } from '../../storage/row-pages.ts'
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
  ...fileColumns,
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
    .where(ownedRow(organization, id))
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

/** Observables of the alerts of one page that are read together; with more each alert reads its own. */
const together = { maxRows: 1_000, maxBytes: 4 * 1024 ** 2 }

/** Oldest first; every alert asked for has an entry. Nothing when they are too many for one piece. */
export async function observablesOfAlerts(
  db: Db,
  organization: string,
  alertIds: readonly string[],
): Promise<Map<string, ObservableRow[]> | undefined> {
  const found = new Map<string, ObservableRow[]>(alertIds.map((id) => [id, []]))
  if (alertIds.length === 0) return found
  const rows = await readFew<ObservableRow>(db, ofAlerts(organization, alertIds), together)
  for (const row of rows ?? []) if (row.alert_id !== null) found.get(row.alert_id)?.push(row)
  return rows && found
}

/** The same of one alert, however many there are. */
export async function* observablesOfAlert(
  db: Db,
  organization: string,
  alertId: string,
): AsyncGenerator<readonly ObservableRow[]> {
  const of = ofAlerts(organization, [alertId])
  const range = { offset: 0, limit: largestPageSize }
  yield* (await readPage<ObservableRow>(db, { ...of, range, isSlow: false })).batches
}

const ofAlerts = (organization: string, alertIds: readonly string[]) => {
  const scope = sql<SqlBool>`observables.organization = ${organization}`
  return {
    table: 'observables',
    id: 'id',
    columns: observableColumns,
    scope,
    where: sql<SqlBool>`${scope} and observables.alert_id in (${sql.join(alertIds)})`,
    order: sql`observables.created_at, observables.id`,
  }
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
