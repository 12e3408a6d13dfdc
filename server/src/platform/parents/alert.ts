import { alert } from '@assay/contract/entities'
import { isEntityId } from '../../domain/response/entity-id.ts'
import type { Db } from '../../storage/database.ts'
import { entityRows } from '../changes/entity-rows.ts'
import { columnsOf } from '../entity/columns.ts'
import type { AlertRow } from '../rows.ts'

export const alertColumns = columnsOf(alert)

export const alertRows = entityRows('alerts', alertColumns, 'Alert')
export const alertNotFound = alertRows.notFound

/** By `~id` or by `type;source;sourceRef`; an alert of another organization is not there. */
export async function findAlert(
  db: Db,
  organization: string,
  idOrName: string,
): Promise<AlertRow | undefined> {
  if (isEntityId(idOrName)) return alertRows.find(db, organization, idOrName)
  const [type, source, ...rest] = idOrName.split(';')
  if (type === undefined || source === undefined || rest.length === 0) return undefined
  return db
    .selectFrom('alerts')
    .select(alertColumns)
    .where('organization', '=', organization)
    .where('type', '=', type)
    .where('source', '=', source)
    .where('source_ref', '=', rest.join(';'))
    .executeTakeFirst()
}

export async function requireAlert(
  db: Db,
  organization: string,
  idOrName: string,
): Promise<AlertRow> {
  const row = await findAlert(db, organization, idOrName)
  if (!row) throw alertNotFound()
  return row
}
