import { caseEntity } from '@assay/contract/entities'
import { isEntityId } from '../../domain/response/entity-id.ts'
import type { Db } from '../../storage/database.ts'
import { entityRows } from '../changes/entity-rows.ts'
import { columnsOf } from '../entity/columns.ts'
import type { CaseRow } from '../rows.ts'

export const caseColumns = columnsOf(caseEntity)

export const caseRows = entityRows('cases', caseColumns, 'Case')
export const caseNotFound = caseRows.notFound

/** By `~id` or by number; a case of another organization is not there. */
export async function findCase(
  db: Db,
  organization: string,
  idOrNumber: string,
): Promise<CaseRow | undefined> {
  if (isEntityId(idOrNumber)) return caseRows.find(db, organization, idOrNumber)
  if (!isCaseNumber(idOrNumber)) return undefined
  return db
    .selectFrom('cases')
    .select(caseColumns)
    .where('organization', '=', organization)
    .where('number', '=', Number(idOrNumber))
    .executeTakeFirst()
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
