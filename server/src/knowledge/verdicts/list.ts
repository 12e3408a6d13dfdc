import type { Page } from '../../domain/page.ts'
import type { Db } from '../../storage/database.ts'
import { countOf } from '../../storage/rows/count-owned.ts'
import type { DecisionRow } from '../../storage/rows/decisions.ts'

/** Those in effect by their end, those without one last; all by their beginning, the newest first. */
export async function listMarks(
  db: Db,
  organization: string,
  isOpen: boolean,
  { offset, limit }: Page,
): Promise<{ rows: DecisionRow[]; total: number }> {
  const found = db
    .selectFrom('analyst_verdicts')
    .where('organization', '=', organization)
    .$if(isOpen, (query) => query.where('ended_at', 'is', null))
  const ordered = isOpen
    ? found
        .orderBy((eb) => eb.case().when('expires_at', 'is', null).then(1).else(0).end())
        .orderBy('expires_at')
        .orderBy('at', 'desc')
    : found.orderBy('at', 'desc')
  const rows = await ordered.selectAll().orderBy('id').offset(offset).limit(limit).execute()
  return { rows, total: await countOf(found) }
}

/** Of the organization, by id. */
export async function casesOf(db: Db, organization: string, rows: readonly DecisionRow[]) {
  const ids = [...new Set(rows.flatMap(({ case_id }) => case_id ?? []))]
  if (ids.length === 0) return new Map<string, { id: string; number: number; title: string }>()
  const cases = await db
    .selectFrom('cases')
    .select(['id', 'number', 'title'])
    .where('organization', '=', organization)
    .where('id', 'in', ids)
    .execute()
  return new Map(cases.map((one) => [one.id, one]))
}
