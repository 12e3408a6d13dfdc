import type { GoneCase } from '@assay/contract'
import { isEntityId } from '../../domain/response/entity-id.ts'
import type { Db } from '../../storage/database.ts'
import { caseNotFound, findCase } from '../parents/case.ts'

/** A case that was merged into one that was merged again … */
const maxSuccessors = 20

/** As long as the audit keeps it; a case that is there, and one of another organization, is not gone. */
export async function requireGoneCase(
  db: Db,
  organization: string,
  idOrNumber: string,
): Promise<GoneCase> {
  const gone = await deletionOf(db, organization, idOrNumber)
  if (!gone) throw caseNotFound()
  const { number, at, by } = gone
  const successor = await successorOf(db, organization, gone.mergedInto)
  return {
    number,
    at,
    by,
    isMerged: gone.mergedInto !== undefined,
    ...(successor && {
      heir: { id: successor.id, number: successor.number, title: successor.title },
    }),
  }
}

async function successorOf(db: Db, organization: string, number: number | undefined) {
  let next = number
  for (let step = 0; next !== undefined && step < maxSuccessors; step += 1) {
    const found = await findCase(db, organization, String(next))
    if (found) return found
    next = (await deletionOf(db, organization, String(next)))?.mergedInto
  }
  return undefined
}

interface Details {
  readonly caseId?: number
  readonly mergedInto?: number
}

async function deletionOf(db: Db, organization: string, idOrNumber: string) {
  const isNumber = /^\d{1,15}$/.test(idOrNumber)
  if (!isNumber && !isEntityId(idOrNumber)) return undefined
  const row = await db
    .selectFrom('audit')
    .select(['at', 'actor', 'details'])
    .where('organization', '=', organization)
    .where('action', '=', 'case.delete')
    // The number is the first of the details, and something follows it.
    .where((eb) =>
      isNumber
        ? eb('details', 'like', `{"caseId":${Number(idOrNumber)},%`)
        : eb('object_id', '=', idOrNumber),
    )
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return undefined
  const { caseId, mergedInto }: Details = JSON.parse(row.details)
  return caseId === undefined
    ? undefined
    : { number: caseId, mergedInto, at: row.at, by: row.actor }
}
