import type { Db } from '../../storage/database.ts'
import { linkedTitles, linksOf } from '../case-links/store.ts'

interface CaseLinks {
  readonly caseLinks: Record<string, unknown>[]
  readonly externalLinks: Record<string, unknown>[]
}

/** What each case is linked with, as clients of TheHive 5 read it; of both ends of a link. */
export async function linksByCase(
  db: Db,
  organization: string,
  ids: readonly string[],
): Promise<Map<string, CaseLinks>> {
  const links = await linksOf(db, organization, ids)
  const titles = await linkedTitles(db, organization, links)
  const of = new Map<string, CaseLinks>(ids.map((id) => [id, { caseLinks: [], externalLinks: [] }]))
  for (const { type, url, case_id, linked_id, created_at, created_by } of links) {
    const made = { _createdAt: created_at, _createdBy: created_by }
    if (url !== null) of.get(case_id)?.externalLinks.push({ type, url, ...made })
    for (const [one, two] of linked_id === null ? [] : bothWays(case_id, linked_id)) {
      const found = titles.get(two)
      of.get(one)?.caseLinks.push({
        ...{ type, caseId: two, ...made },
        ...(found && { caseNumber: found.number, caseTitle: found.title }),
      })
    }
  }
  return of
}

const bothWays = (one: string, two: string) =>
  [
    [one, two],
    [two, one],
  ] as const
