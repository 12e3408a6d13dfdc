import { maxStoredReports, type StoredReport } from '@assay/contract'
import { badRequest, notFound } from '../../domain/errors.ts'
import type { StagedFile } from '../../domain/staged-file.ts'
import { firstGone } from '../../storage/blobs/first-gone.ts'
import type { Db } from '../../storage/database.ts'
import { alsoOf, ownedRow } from '../../storage/rows/owned-row.ts'
import { newRow } from '../changes/entity-rows.ts'
import type { Writing } from '../changes/write.ts'
import { holdOwner } from '../parents/owner.ts'
import { type CaseReportRow, type CaseRow, entityColumns } from '../rows.ts'

const columns = [
  ...entityColumns,
  'case_id',
  'version',
  'template',
  'tlp',
  'size',
  'attachment_id',
] as const

export async function nextVersion(db: Db, organization: string, caseId: string): Promise<number> {
  const row = await db
    .selectFrom('case_reports')
    .select((eb) => eb.fn.max('version').as('version'))
    .where(alsoOf(organization))
    .where('case_id', '=', caseId)
    .executeTakeFirst()
  return Number(row?.version ?? 0) + 1
}

export async function copiesOf(
  db: Db,
  organization: string,
  caseId: string,
): Promise<StoredReport[]> {
  const rows = await db
    .selectFrom('case_reports')
    .select(columns)
    .where(alsoOf(organization))
    .where('case_id', '=', caseId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxStoredReports)
    .execute()
  const logins = [...new Set(rows.map(({ created_by }) => created_by))]
  const users =
    logins.length === 0
      ? []
      : await db
          .selectFrom('users')
          .select(['login', 'name'])
          .where('organization', '=', organization)
          .where('login', 'in', logins)
          .execute()
  const names = new Map(users.map(({ login, name }) => [login, name || login]))
  return rows.map((row) => copyView(row, names.get(row.created_by) ?? row.created_by))
}

export const copyView = (row: CaseReportRow, name: string): StoredReport => ({
  id: row.id,
  version: row.version,
  template: row.template,
  tlp: row.tlp,
  at: row.created_at,
  login: row.created_by,
  name,
  size: row.size,
  sha256: row.attachment_id,
})

export async function requireCopy(
  db: Db,
  organization: string,
  caseId: string,
  id: string,
): Promise<CaseReportRow> {
  const row = await db
    .selectFrom('case_reports')
    .select(columns)
    .where(ownedRow(organization, id))
    // guard: server/test/platform/case-reports.test.ts
    .where('case_id', '=', caseId)
    .executeTakeFirst()
  if (!row) throw notFound('Stored report', id)
  return row
}

/** Hand the file to `write` as well, which keeps it. Nothing changes a copy afterwards. */
export async function storeCopy(
  w: Writing,
  owner: CaseRow,
  template: string,
  file: StagedFile,
): Promise<CaseReportRow> {
  await holdOwner(w, { kind: 'case', id: owner.id })
  const version = await nextVersion(w.tx, w.organization, owner.id)
  // guard: server/test/platform/case-reports.test.ts
  if (version > maxStoredReports)
    throw badRequest(`A case can have at most ${maxStoredReports} stored reports`)
  if ((await firstGone(w.tx, w.blobs, [file.sha256])) !== undefined)
    throw badRequest('The report was deleted while the request was running. Store it again')
  const row = await w.tx
    .insertInto('case_reports')
    .values({
      ...newRow(w),
      case_id: owner.id,
      version,
      template,
      tlp: owner.tlp,
      size: file.size,
      attachment_id: file.sha256,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
  w.record({
    operation: 'create',
    objectType: 'caseReport',
    objectId: row.id,
    rootId: owner.id,
    details: { version, template, tlp: owner.tlp, sha256: file.sha256 },
  })
  return row
}
