import type { Db } from '../../storage/database.ts'
import { rank } from '../cases/similar.ts'
import { detailsOf, type Similar, similarOf, valuesOf } from '../cases/similar-details.ts'
import type { SimilarRequest } from '../cases/similar-seeds.ts'
import type { CaseRow } from '../rows.ts'
import { casesById } from './rows-by-id.ts'

/** A ranking for each alert, in one piece; `origin` says which alert it belongs to. */
export async function similarOfEach(
  db: Db,
  organization: string,
  each: Omit<SimilarRequest<'case'>, 'forEachAlert'>,
): Promise<Similar<CaseRow>[]> {
  const request = { ...each, forEachAlert: true }
  const ranked = await rank(db, organization, request)
  const rows = await casesById(
    db,
    organization,
    ranked.map(({ id }) => id),
  )
  const details = await detailsOf(db, organization, request, ranked)
  const values = await valuesOf(db, organization, details, ranked)
  return ranked.flatMap((found) => {
    const row = rows.get(found.id)
    return row ? [similarOf(found, row, details, values)] : []
  })
}
