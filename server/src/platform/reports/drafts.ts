import {
  maxReportSections,
  type ReportDraft,
  type ReportSection,
  type ReportTemplate,
} from '@assay/contract'
import { sectionsOf } from '@assay/contract/report'
import { badRequest, overlap } from '../../domain/errors.ts'
import type { Db } from '../../storage/database.ts'
import { alsoOf, ownedRow } from '../../storage/rows/owned-row.ts'
import { changedNow, newRow } from '../changes/entity-rows.ts'
import type { Writing } from '../changes/write.ts'
import { holdOwner } from '../parents/owner.ts'
import { entityColumns, type ReportDraftRow } from '../rows.ts'
import { nextVersion } from './copies.ts'

const columns = [
  ...entityColumns,
  'case_id',
  'template',
  'template_name',
  'language',
  'logo',
  'sections',
] as const

/** Stored with the login; shown with the name. */
type StoredSection = Omit<ReportSection, 'changedBy'> & { readonly by?: string }
type NewSection = Omit<ReportSection, 'changedBy' | 'changedAt'>

const maxDraft = 524_288

export const findDraft = (
  db: Db,
  organization: string,
  caseId: string,
): Promise<ReportDraftRow | undefined> =>
  db
    .selectFrom('report_drafts')
    .select(columns)
    .where(alsoOf(organization))
    .where('case_id', '=', caseId)
    .executeTakeFirst()

const sectionsFrom = ({ body }: ReportTemplate): StoredSection[] =>
  sectionsOf(body)
    .slice(0, maxReportSections)
    .map((section) => ({ ...section, lines: [], revision: 0 }))

interface Shown {
  readonly organization: string
  readonly caseId: string
  readonly row: ReportDraftRow | undefined
  readonly template: ReportTemplate
}

export async function draftView(
  db: Db,
  { organization, caseId, row, template }: Shown,
): Promise<ReportDraft> {
  const version = await nextVersion(db, organization, caseId)
  if (!row)
    return {
      template: template.id,
      templateName: template.name,
      language: template.language,
      logo: template.logo,
      sections: sectionsFrom(template),
      isStored: false,
      version,
    }
  const sections = JSON.parse(row.sections) as StoredSection[]
  const names = await namesOf(db, organization, sections)
  return {
    template: row.template,
    templateName: row.template_name,
    language: row.language,
    logo: row.logo,
    sections: sections.map(({ by, ...section }) => ({
      ...section,
      ...(by !== undefined && { changedBy: names.get(by) ?? by }),
    })),
    isStored: true,
    version,
    changedAt: row.updated_at ?? row.created_at,
  }
}

async function namesOf(db: Db, organization: string, sections: readonly StoredSection[]) {
  const logins = [...new Set(sections.flatMap(({ by }) => by ?? []))]
  if (logins.length === 0) return new Map<string, string>()
  const rows = await db
    .selectFrom('users')
    .select(['login', 'name'])
    .where('organization', '=', organization)
    .where('login', 'in', logins)
    .execute()
  return new Map(rows.map(({ login, name }) => [login, name || login]))
}

/** Begins again; the case is held, so two that begin at once do not meet. */
export async function startDraft(w: Writing, caseId: string, template: ReportTemplate) {
  await holdOwner(w, { kind: 'case', id: caseId })
  const before = await findDraft(w.tx, w.organization, caseId)
  const known = new Map(
    before && (JSON.parse(before.sections) as StoredSection[]).map((one) => [one.id, one.revision]),
  )
  // What is replaced was changed, for an editor that still has it open.
  const sections = sectionsFrom(template).map((section) => ({
    ...section,
    revision: (known.get(section.id) ?? 0) + 1,
    by: w.actor.login,
    changedAt: w.now,
  }))
  return storeDraft(w, caseId, before, template, sections)
}

interface Saving {
  readonly order: readonly string[]
  readonly changed: readonly NewSection[]
  readonly removed?: readonly string[] | undefined
}

export async function saveDraft(
  w: Writing,
  caseId: string,
  template: ReportTemplate,
  { order, changed, removed = [] }: Saving,
) {
  await holdOwner(w, { kind: 'case', id: caseId })
  const before = await findDraft(w.tx, w.organization, caseId)
  const stored = before ? (JSON.parse(before.sections) as StoredSection[]) : sectionsFrom(template)
  const sections = new Map(stored.map((section) => [section.id, section]))
  for (const section of changed) {
    const known = sections.get(section.id)
    if (known && known.revision !== section.revision)
      throw await changedSince(w, section.title, known)
    sections.set(section.id, {
      ...section,
      revision: section.revision + 1,
      by: w.actor.login,
      changedAt: w.now,
    })
  }
  for (const id of removed) sections.delete(id)
  // guard: server/test/platform/case-reports.test.ts
  if (sections.size > maxReportSections)
    throw badRequest(`A report can have at most ${maxReportSections} sections`)
  const place = new Map(order.map((id, index) => [id, index]))
  const sorted = [...sections.values()].toSorted(
    (a, b) => (place.get(a.id) ?? order.length) - (place.get(b.id) ?? order.length),
  )
  return storeDraft(w, caseId, before, template, sorted)
}

async function changedSince(w: Writing, title: string, { by = '' }: StoredSection) {
  const names = await namesOf(w.tx, w.organization, [{ by } as StoredSection])
  return overlap(
    `${names.get(by) || by || 'Another user'} changed section “${title}” in the meantime. Reload it, then edit again`,
  )
}

async function storeDraft(
  w: Writing,
  caseId: string,
  before: ReportDraftRow | undefined,
  template: ReportTemplate,
  sections: readonly StoredSection[],
): Promise<ReportDraftRow> {
  const text = JSON.stringify(sections)
  // guard: server/test/platform/case-reports.test.ts
  if (Buffer.byteLength(text) > maxDraft)
    throw badRequest(`A report draft can have at most ${maxDraft} bytes of text`)
  const of = {
    template: template.id,
    template_name: template.name,
    language: template.language,
    logo: template.logo,
    sections: text,
  }
  const row = before
    ? await w.tx
        .updateTable('report_drafts')
        .set({ ...of, ...changedNow(w) })
        .where(ownedRow(w.organization, before.id))
        .returning(columns)
        .executeTakeFirstOrThrow()
    : await w.tx
        .insertInto('report_drafts')
        .values({ ...newRow(w), case_id: caseId, ...of })
        .returning(columns)
        .executeTakeFirstOrThrow()
  w.record({
    operation: before ? 'update' : 'create',
    objectType: 'caseReport',
    objectId: row.id,
    rootId: caseId,
    details: { isDraft: true, sections: sections.length },
  })
  return row
}
