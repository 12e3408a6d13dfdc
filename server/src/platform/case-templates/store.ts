import type { Insertable, Updateable } from 'kysely'
import { badRequest, notFound } from '../../domain/errors.ts'
import { isEntityId } from '../../domain/response/entity-id.ts'
import type { Db } from '../../storage/database.ts'
import { ownedRow } from '../../storage/rows/owned-row.ts'
import type { CaseTemplateTable } from '../../storage/tables/platform.ts'
import type { Writing } from '../changes/write.ts'
import type { CaseTemplateRow } from '../rows.ts'
import { entityColumns } from '../rows.ts'

export const caseTemplateColumns = [
  ...entityColumns,
  'name',
  'display_name',
  'title_prefix',
  'description',
  'severity',
  'flag',
  'tlp',
  'pap',
  'summary',
  'tags',
  'custom_fields',
  'tasks',
] as const

/** By `~id` or by name; one of another organization is not there. */
export const findCaseTemplate = (
  db: Db,
  organization: string,
  idOrName: string,
): Promise<CaseTemplateRow | undefined> =>
  db
    .selectFrom('case_templates')
    .select(caseTemplateColumns)
    .where('organization', '=', organization)
    .where(isEntityId(idOrName) ? 'id' : 'name', '=', idOrName)
    .executeTakeFirst()

export async function requireCaseTemplate(
  db: Db,
  organization: string,
  idOrName: string,
): Promise<CaseTemplateRow> {
  const row = await findCaseTemplate(db, organization, idOrName)
  if (!row) throw notFound('CaseTemplate', idOrName)
  return row
}

/** Undefined when the name is taken. */
export const insertCaseTemplate = (
  w: Writing,
  row: Insertable<CaseTemplateTable>,
): Promise<CaseTemplateRow | undefined> =>
  w.tx
    .insertInto('case_templates')
    .values(row)
    .onConflict((conflict) => conflict.columns(['organization', 'name']).doNothing())
    .returning(caseTemplateColumns)
    .executeTakeFirst()

export const changeCaseTemplate = (
  w: Writing,
  id: string,
  change: Updateable<CaseTemplateTable>,
): Promise<CaseTemplateRow | undefined> =>
  w.tx
    .updateTable('case_templates')
    .set(change)
    .where(ownedRow(w.organization, id))
    .returning(caseTemplateColumns)
    .executeTakeFirst()

/** Policies that name it would match no case any more, and nobody would notice. */
export async function refuseIfClocked(w: Writing, { id, name }: CaseTemplateRow): Promise<void> {
  const policy = await w.tx
    .selectFrom('clock_policies')
    .select('id')
    .where('template_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  // guard: server/test/platform/clocks.test.ts
  if (policy)
    throw badRequest(
      `The case template ${name} cannot be deleted: a clock policy uses it. Change or delete the policy first`,
    )
}

export const deleteCaseTemplate = (w: Writing, id: string) =>
  w.tx.deleteFrom('case_templates').where(ownedRow(w.organization, id)).execute()
