import type { Insertable, Updateable } from 'kysely'
import { AppError } from '../../domain/errors.ts'
import { isEntityId } from '../../domain/response/entity-id.ts'
import type { Db } from '../../storage/database.ts'
import type { AlertTable } from '../../storage/platform-tables.ts'
import type { Writing } from '../changes/write.ts'
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

/**
 * Marks the alert as changed and answers it as it is now. Whoever comes second waits here: two
 * promotions of one alert at the same moment make one case.
 */
export async function touchAlert(w: Writing, id: string): Promise<AlertRow> {
  const row = await w.tx
    .updateTable('alerts')
    .set({ updated_at: w.now, updated_by: w.actor.login })
    .where('organization', '=', w.organization)
    .where('id', '=', id)
    .returning(alertColumns)
    .executeTakeFirst()
  if (!row) throw alertNotFound()
  return row
}

export const changeAlert = (w: Writing, id: string, change: Updateable<AlertTable>) =>
  w.tx
    .updateTable('alerts')
    .set(change)
    .where('organization', '=', w.organization)
    .where('id', '=', id)
    .returning(alertColumns)
    .executeTakeFirstOrThrow()

/** Undefined when the organization has an alert of this reference: the unique index decides. */
export const insertAlert = (
  w: Writing,
  row: Insertable<AlertTable>,
): Promise<AlertRow | undefined> =>
  w.tx
    .insertInto('alerts')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['organization', 'type', 'source', 'source_ref']).doNothing(),
    )
    .returning(alertColumns)
    .executeTakeFirst()
