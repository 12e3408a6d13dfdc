import { observable } from '@assay/contract/entities'
import { type SqlBool, sql } from 'kysely'
import { largestPageSize } from '../../domain/page.ts'
import { fileColumns } from '../../storage/blobs/attachments.ts'
import { slowly } from '../../storage/common/text-walk.ts'
import type { Db } from '../../storage/database.ts'
import { countOwnedBy } from '../../storage/rows/count-owned.ts'
import { alsoOf } from '../../storage/rows/owned-row.ts'
import { readFew, readPage } from '../../storage/rows/pages.ts'
import { entityRows } from '../changes/entity-rows.ts'
import { columnsOf } from '../entity/columns.ts'
import type { ObservableRow } from '../rows.ts'

export const observableColumns = columnsOf(observable, 'case_id', 'alert_id', ...fileColumns)

/** Of a case or of an alert. */
export const observableRows = entityRows('observables', observableColumns, 'Observable')
export const { find: findObservable, require: requireObservable } = observableRows

/** The case or the alert that an observable belongs to. */
export const rootOf = (row: Pick<ObservableRow, 'id' | 'case_id' | 'alert_id'>): string =>
  row.case_id ?? row.alert_id ?? row.id

/** How many observables alerts have, equal ones counted once. */
export async function countDifferent(
  db: Db,
  organization: string,
  alertIds: readonly string[],
): Promise<number> {
  const { count } = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('observables')
        .select(['data_type', 'value_hash'])
        .distinct()
        .where(alsoOf(organization))
        .where('alert_id', 'in', alertIds)
        .as('different'),
    )
    .modifyFront(slowly)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

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
  const none = alertIds.map((id) => [id, 0] as const)
  return new Map([
    ...none,
    ...(await countOwnedBy(db, 'observables', 'alert_id', organization, alertIds)),
  ])
}
