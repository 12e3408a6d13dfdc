import { AppError } from '../../domain/errors.ts'
import { isEntityId } from '../../domain/response/entity-id.ts'
import type { Db } from '../../storage/database.ts'
import type { AlertRow } from '../rows.ts'

export const alertColumns = [
  'id',
  'organization',
  'type',
  'source',
  'source_ref',
  'external_link',
  'title',
  'description',
  'severity',
  'flag',
  'tlp',
  'pap',
  'tags',
  'custom_fields',
  'date',
  'last_sync_date',
  'read',
  'follow',
  'case_template',
  'case_id',
  'import_date',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
] as const

/** By `~id` or by `type;source;sourceRef`; an alert of another organization is not there. */
export async function findAlert(
  db: Db,
  organization: string,
  idOrName: string,
): Promise<AlertRow | undefined> {
  const found = db
    .selectFrom('alerts')
    .select(alertColumns)
    .where('organization', '=', organization)
  if (isEntityId(idOrName)) return found.where('id', '=', idOrName).executeTakeFirst()
  const [type, source, ...rest] = idOrName.split(';')
  if (type === undefined || source === undefined || rest.length === 0) return undefined
  return found
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

export const alertNotFound = () => new AppError('NotFoundError', 'Alert not found')
