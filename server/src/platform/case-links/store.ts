import type { Db } from '../../storage/database.ts'
import { alsoOf } from '../../storage/rows/owned-row.ts'
import { type CaseLinkRow, entityColumns } from '../rows.ts'

const linkColumns = [...entityColumns, 'case_id', 'linked_id', 'url', 'type'] as const

/** From these cases and to them, each once, oldest first. */
export async function linksOf(
  db: Db,
  organization: string,
  caseIds: readonly string[],
): Promise<CaseLinkRow[]> {
  if (caseIds.length === 0) return []
  const known = new Map<string, CaseLinkRow>()
  // Two questions, each with its index.
  for (const end of ['case_id', 'linked_id'] as const) {
    const rows = await db
      .selectFrom('case_links')
      .select(linkColumns)
      .where(alsoOf(organization))
      .where(end, 'in', caseIds)
      .execute()
    for (const row of rows) known.set(row.id, row)
  }
  return [...known.values()].sort((a, b) => a.created_at - b.created_at || (a.id < b.id ? -1 : 1))
}

const batch = 500

/** Number and title of the cases that links lead to. */
export async function linkedTitles(db: Db, organization: string, links: readonly CaseLinkRow[]) {
  const ids = new Set(
    links.flatMap(({ case_id, linked_id }) => (linked_id === null ? [] : [case_id, linked_id])),
  )
  const titles = new Map<string, { number: number; title: string }>()
  const left = [...ids]
  while (left.length > 0) {
    const rows = await db
      .selectFrom('cases')
      .select(['id', 'number', 'title'])
      .where(alsoOf(organization))
      .where('id', 'in', left.splice(0, batch))
      .execute()
    for (const { id, number, title } of rows) titles.set(id, { number, title })
  }
  return titles
}

const maxTypes = 1_000

export async function linkTypes(db: Db, organization: string): Promise<string[]> {
  const rows = await db
    .selectFrom('case_links')
    .select('type')
    .distinct()
    .where('organization', '=', organization)
    .orderBy('type')
    .limit(maxTypes)
    .execute()
  return rows.map(({ type }) => type)
}
