import { maxReportTemplates, type ReportLanguage, type ReportTemplate } from '@assay/contract'
import { shippedTemplates, templateProblem } from '@assay/contract/report'
import { badRequest, conflict, notFound } from '../../domain/errors.ts'
import { isEntityId } from '../../domain/response/entity-id.ts'
import type { Db } from '../../storage/database.ts'
import { countOwned } from '../../storage/rows/count-owned.ts'
import { ownedRow } from '../../storage/rows/owned-row.ts'
import { changedNow, newRow } from '../changes/entity-rows.ts'
import { recordRows } from '../changes/record-rows.ts'
import type { Writing } from '../changes/write.ts'
import { entityColumns, type ReportTemplateRow } from '../rows.ts'

const columns = [...entityColumns, 'name', 'language', 'body', 'logo'] as const

export interface TemplateInput {
  readonly name: string
  readonly language: ReportLanguage
  readonly body: string
  readonly logo?: string | null | undefined
}

export const templateView = (row: ReportTemplateRow): ReportTemplate => ({
  id: row.id,
  name: row.name,
  language: row.language,
  body: row.body,
  logo: row.logo,
  isShipped: false,
  updatedAt: row.updated_at ?? row.created_at,
  updatedBy: row.updated_by ?? row.created_by,
})

const shipped: readonly ReportTemplate[] = shippedTemplates.map((one) => ({
  ...one,
  logo: null,
  isShipped: true,
}))

export async function listTemplates(db: Db, organization: string): Promise<ReportTemplate[]> {
  const rows = await db
    .selectFrom('report_templates')
    .select(columns)
    .where('organization', '=', organization)
    .orderBy('name')
    .execute()
  return [...shipped, ...rows.map(templateView)]
}

/** By id or name; without one the first that is shipped. A name of the organization comes first. */
export async function requireReportTemplate(
  db: Db,
  organization: string,
  idOrName: string | undefined,
): Promise<ReportTemplate> {
  const [first] = shipped
  if (idOrName === undefined && first) return first
  const wanted = idOrName ?? ''
  const row = await findRow(db, organization, wanted)
  if (row) return templateView(row)
  const known = shipped.find(({ id, name }) => id === wanted || name === wanted)
  if (!known) throw notFound('Report template', wanted)
  return known
}

const findRow = (db: Db, organization: string, idOrName: string) =>
  db
    .selectFrom('report_templates')
    .select(columns)
    // guard: server/test/platform/report-templates.test.ts
    .where('organization', '=', organization)
    .where(isEntityId(idOrName) ? 'id' : 'name', '=', idOrName)
    .executeTakeFirst()

export async function requireRow(
  db: Db,
  organization: string,
  id: string,
): Promise<ReportTemplateRow> {
  const row = isEntityId(id) ? await findRow(db, organization, id) : undefined
  if (!row) throw notFound('Report template', id)
  return row
}

export async function createReportTemplate(w: Writing, input: TemplateInput) {
  refuseBody(input.body)
  // guard: server/test/platform/report-templates.test.ts
  if ((await countOwned(w.tx, 'report_templates', w.organization)) >= maxReportTemplates)
    throw badRequest(`Limit of ${maxReportTemplates} report templates reached. Delete some first`)
  const { name, language, body, logo = null } = input
  await refuseKnownName(w, name)
  const row = await w.tx
    .insertInto('report_templates')
    .values({ ...newRow(w), name, language, body, logo })
    .returning(columns)
    .executeTakeFirstOrThrow()
  record(w, 'create', row)
  return row
}

export async function updateReportTemplate(
  w: Writing,
  before: ReportTemplateRow,
  {
    name,
    language,
    body,
    logo,
  }: { readonly [K in keyof TemplateInput]?: TemplateInput[K] | undefined },
) {
  if (body !== undefined) refuseBody(body)
  if (name !== undefined && name !== before.name) await refuseKnownName(w, name)
  const row = await w.tx
    .updateTable('report_templates')
    .set({
      ...changedNow(w),
      ...(name !== undefined && { name }),
      ...(language !== undefined && { language }),
      ...(body !== undefined && { body }),
      ...(logo !== undefined && { logo }),
    })
    .where(ownedRow(w.organization, before.id))
    .returning(columns)
    .executeTakeFirstOrThrow()
  record(w, 'update', row)
  return row
}

export async function removeReportTemplate(w: Writing, row: ReportTemplateRow): Promise<void> {
  await w.tx.deleteFrom('report_templates').where(ownedRow(w.organization, row.id)).execute()
  record(w, 'delete', row)
}

function refuseBody(body: string): void {
  const problem = templateProblem(body)
  if (problem !== undefined)
    throw badRequest(`${problem}. The manual lists the placeholders: docs/case-reports.md`)
}

async function refuseKnownName(w: Writing, name: string): Promise<void> {
  const known = await findRow(w.tx, w.organization, name)
  if (known || shipped.some((one) => one.name === name || one.id === name))
    throw conflict('Report template', name)
}

const record = recordRows<ReportTemplateRow>('reportTemplate', (row) => ({
  details: { name: row.name, language: row.language },
}))
