import { AppError } from '../../domain/errors.ts'
import { isEntityId } from '../../domain/response/entity-id.ts'
import type { Db } from '../../storage/database.ts'
import type { CaseRow } from '../rows.ts'

export const caseColumns = [
  'id',
  'organization',
  'number',
  'title',
  'description',
  'severity',
  'flag',
  'tlp',
  'pap',
  'tags',
  'custom_fields',
  'status',
  'start_date',
  'end_date',
  'summary',
  'resolution_status',
  'impact_status',
  'assignee',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
] as const

/** By `~id` or by number; a case of another organization is not there. */
export async function findCase(
  db: Db,
  organization: string,
  idOrNumber: string,
): Promise<CaseRow | undefined> {
  const found = db.selectFrom('cases').select(caseColumns).where('organization', '=', organization)
  if (isEntityId(idOrNumber)) return found.where('id', '=', idOrNumber).executeTakeFirst()
  if (!isCaseNumber(idOrNumber)) return undefined
  return found.where('number', '=', Number(idOrNumber)).executeTakeFirst()
}

export async function requireCase(
  db: Db,
  organization: string,
  idOrNumber: string,
): Promise<CaseRow> {
  const row = await findCase(db, organization, idOrNumber)
  if (!row) throw caseNotFound()
  return row
}

/** Fifteen digits: longer ones are no longer whole numbers in JavaScript. */
const isCaseNumber = (text: string) => /^\d{1,15}$/.test(text)

export const caseNotFound = () => new AppError('NotFoundError', 'Case not found')
