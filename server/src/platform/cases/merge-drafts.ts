import { maxReportSections, type ReportSection } from '@assay/contract'
import { alsoOf, ownedRow } from '../../storage/rows/owned-row.ts'
import { changedNow } from '../changes/entity-rows.ts'
import type { Writing } from '../changes/write.ts'

/** A case has one draft: the first one continues, with the sections of the others below its own. */
export async function mergeReportDrafts(
  w: Writing,
  from: readonly string[],
  to: string,
): Promise<void> {
  const rows = await w.tx
    .selectFrom('report_drafts')
    .select(['id', 'case_id', 'sections'])
    .where(alsoOf(w.organization))
    .where('case_id', 'in', from)
    .execute()
  const [first, ...others] = rows.toSorted(
    (a, b) => from.indexOf(a.case_id) - from.indexOf(b.case_id),
  )
  if (!first) return
  const sections = [first, ...others].flatMap(
    ({ sections }) => JSON.parse(sections) as ReportSection[],
  )
  const merged = sections
    .filter(({ id }, index) => id !== 'cover' || index === 0)
    .slice(0, maxReportSections)
    .map((section, index) => (index === 0 ? section : { ...section, id: `merged-${index}` }))
  await w.tx
    .updateTable('report_drafts')
    .set({ case_id: to, sections: JSON.stringify(merged), ...changedNow(w) })
    .where(ownedRow(w.organization, first.id))
    .execute()
}
