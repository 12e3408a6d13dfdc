import type { Updateable } from 'kysely'
import { notFound } from '../../domain/errors.ts'
import { changedTags, type TagChange } from '../../domain/response/case-rules.ts'
import { moment, whole } from '../../domain/response/wire-values.ts'
import type { AlertTable } from '../../storage/platform-tables.ts'
import { findCaseTemplate } from '../case-templates/store.ts'
import type { Writing } from '../changes/write.ts'
import { changedFields, type FieldsChange } from '../custom-fields/values.ts'
import type { AlertRow } from '../rows.ts'
import { rememberTags } from '../tags/store.ts'
import { alertExists } from './create.ts'
import { changeAlert, touchAlert } from './store.ts'

/** What is left out stays; null clears. */
export interface AlertChange extends TagChange, FieldsChange {
  readonly type?: string | undefined
  readonly source?: string | undefined
  readonly sourceRef?: string | undefined
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly externalLink?: string | null | undefined
  readonly severity?: number | undefined
  readonly date?: number | string | undefined
  readonly lastSyncDate?: number | string | undefined
  readonly flag?: boolean | undefined
  readonly tlp?: number | undefined
  readonly pap?: number | undefined
  readonly read?: boolean | undefined
  readonly follow?: boolean | undefined
  /** By id or name; null for none. */
  readonly caseTemplate?: string | null | undefined
}

/** Says who and when even if nothing else changes. */
export async function updateAlert(
  w: Writing,
  { id }: Pick<AlertRow, 'id'>,
  change: AlertChange,
): Promise<AlertRow> {
  const before = await touchAlert(w, id)
  const columns = await changedColumns(w, before, change)
  const row =
    Object.keys(columns).length === 0
      ? before
      : await changeAlert(w, id, columns).catch((error: unknown) => {
          if (!w.dialect.isUniqueViolation(error)) throw error
          const { type, source, sourceRef } = change
          throw alertExists(
            w.organization,
            type ?? before.type,
            source ?? before.source,
            sourceRef ?? before.source_ref,
          )
        })
  w.record({
    operation: 'update',
    objectType: 'alert',
    objectId: id,
    details: detailsOf(row, columns),
  })
  return row
}

async function changedColumns(
  w: Writing,
  before: AlertRow,
  change: AlertChange,
): Promise<Updateable<AlertTable>> {
  const { type, source, sourceRef, title, description, externalLink, severity, date } = change
  const { lastSyncDate, flag, tlp, pap, read, follow, caseTemplate } = change
  const tags = changedTags(JSON.parse(before.tags), change)
  const changesTags = JSON.stringify(tags) !== before.tags
  if (changesTags) await rememberTags(w, tags)
  const fields = await changedFields(w, before.custom_fields, change)
  return {
    ...(type !== undefined && { type }),
    ...(source !== undefined && { source }),
    ...(sourceRef !== undefined && { source_ref: sourceRef }),
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(externalLink !== undefined && { external_link: externalLink }),
    ...(severity !== undefined && { severity: whole(severity) }),
    ...(date !== undefined && { date: moment(date) }),
    ...(lastSyncDate !== undefined && { last_sync_date: moment(lastSyncDate) }),
    ...(changesTags && { tags: JSON.stringify(tags) }),
    ...(flag !== undefined && { flag: Number(flag) }),
    ...(tlp !== undefined && { tlp: whole(tlp) }),
    ...(pap !== undefined && { pap: whole(pap) }),
    ...(read !== undefined && { read: Number(read) }),
    ...(follow !== undefined && { follow: Number(follow) }),
    ...(fields !== undefined && { custom_fields: fields }),
    ...(caseTemplate !== undefined && { case_template: await templateName(w, caseTemplate) }),
  }
}

async function templateName(w: Writing, idOrName: string | null): Promise<string | null> {
  if (idOrName === null || idOrName === '') return null
  const template = await findCaseTemplate(w.tx, w.organization, idOrName)
  if (!template) throw notFound('CaseTemplate', idOrName)
  return template.name
}

/** Longer texts are cut in the record of changes; the alert itself has them whole. */
const maxToldCharacters = 1_000

const toldNames = {
  type: 'type',
  source: 'source',
  source_ref: 'sourceRef',
  title: 'title',
  description: 'description',
  external_link: 'externalLink',
  case_template: 'caseTemplate',
  severity: 'severity',
  date: 'date',
  last_sync_date: 'lastSyncDate',
  tlp: 'tlp',
  pap: 'pap',
} as const

/** What changed, by its names on the wire. */
function detailsOf(row: AlertRow, columns: Updateable<AlertTable>): Record<string, unknown> {
  const details: Record<string, unknown> = {}
  for (const [column, name] of Object.entries(toldNames)) {
    if (!Object.hasOwn(columns, column)) continue
    const value = row[column as keyof typeof toldNames]
    details[name] = typeof value === 'string' ? value.slice(0, maxToldCharacters) : value
  }
  for (const column of ['flag', 'read', 'follow'] as const)
    if (columns[column] !== undefined) details[column] = row[column] === 1
  if (columns.tags !== undefined) details.tags = JSON.parse(row.tags)
  if (columns.custom_fields !== undefined) details.customFields = JSON.parse(row.custom_fields)
  return details
}
