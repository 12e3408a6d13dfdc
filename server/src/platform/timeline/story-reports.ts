import { alsoOf } from '../../storage/rows/owned-row.ts'
import { maxOfEach, type ReadStory, written } from './story-parts.ts'

/** Copies of the report that were stored. */
export const reports: ReadStory = async (db, organization, { id }) => {
  const rows = await db
    .selectFrom('case_reports')
    .select(['id', 'created_at', 'created_by', 'version'])
    .where(alsoOf(organization))
    .where('case_id', '=', id)
    .orderBy('created_at', 'desc')
    .limit(maxOfEach)
    .execute()
  return rows.map((row) => ({ ...written(row), kind: 'report', title: String(row.version) }))
}
