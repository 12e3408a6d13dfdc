import { isEntityId } from '../../domain/response/entity-id.ts'
import type { Db } from '../../storage/database.ts'
import { entityRows } from '../changes/entity-rows.ts'
import { entityColumns, type PageRow } from '../rows.ts'

export const pageTemplateColumns = [
  ...entityColumns,
  'title',
  'slug',
  'category',
  'position',
  'content',
] as const
export const pageColumns = [...pageTemplateColumns, 'case_id'] as const

export const pageRows = entityRows('pages', pageColumns, 'Page')
export const pageTemplateRows = entityRows('page_templates', pageTemplateColumns, 'PageTemplate')

/** A page of this case; without a case, one of the organization, by its slug too. */
export async function requirePage(
  db: Db,
  organization: string,
  caseId: string | null,
  idOrSlug: string,
): Promise<PageRow> {
  const row = await db
    .selectFrom('pages')
    .select(pageColumns)
    .where('organization', '=', organization)
    .where('case_id', caseId === null ? 'is' : '=', caseId)
    .where(isEntityId(idOrSlug) ? 'id' : 'slug', '=', idOrSlug)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!row) throw pageRows.notFound()
  return row
}

/** Of a case, or of an organization. */
export const maxPages = 1_000

export async function countPages(db: Db, organization: string, caseId: string | null) {
  const { count } = await db
    .selectFrom('pages')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organization', '=', organization)
    .where('case_id', caseId === null ? 'is' : '=', caseId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function countPageTemplates(db: Db, organization: string) {
  const { count } = await db
    .selectFrom('page_templates')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organization', '=', organization)
    .executeTakeFirstOrThrow()
  return Number(count)
}
