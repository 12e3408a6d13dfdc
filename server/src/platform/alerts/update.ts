import type { Updateable } from 'kysely'
import { badRequest } from '../../domain/errors.ts'
import type { TagChange } from '../../domain/response/case-rules.ts'
import { moment, whole } from '../../domain/response/wire-values.ts'
import type { AlertTable } from '../../storage/tables/platform.ts'
import { requireCaseTemplate } from '../case-templates/store.ts'
import { assigneeAfter } from '../cases/people.ts'
import { changedDetails } from '../changes/entity-rows.ts'
import type { Writing } from '../changes/write.ts'
import { changedFields, type FieldsChange } from '../custom-fields/values.ts'
import type { AlertRow } from '../rows.ts'
import { requireStatus } from '../statuses/store.ts'
import { changedTagText } from '../tags/store.ts'
import { alertExists } from './create.ts'
import { changeAlert, touchAlert } from './store.ts'
import { shownStatus } from './views.ts'

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
  /** One of the organization's; it says whether the alert is read. */
  readonly status?: string | undefined
  readonly follow?: boolean | undefined
  /** By id or name; null for none. */
  readonly caseTemplate?: string | null | undefined
  /** A login of the organization; null for none. */
  readonly assignee?: string | null | undefined
}

/** Says who and when even if nothing else changes. */
export async function updateAlert(
  w: Writing,
  { id }: Pick<AlertRow, 'id'>,
  change: AlertChange,
): Promise<AlertRow> {
  const before = await touchAlert(w, id)
  const columns = {
    ...(await changedColumns(w, before, change)),
    ...(await changedStatus(w, before, change)),
  }
  const row = await changeAlert(w, before, columns).catch((error: unknown) => {
    if (!w.dialect.isUniqueViolation(error)) throw error
    const { type = before.type, source = before.source, sourceRef = before.source_ref } = change
    throw alertExists(w.organization, type, source, sourceRef)
  })
  w.record({
    operation: 'update',
    objectType: 'alert',
    objectId: id,
    details: changedDetails(row, columns, recordedNames, recordedFlags),
  })
  return row
}

/** Marking it read or unread does not change a custom status. */
async function changedStatus(
  w: Writing,
  before: AlertRow,
  { status, read }: AlertChange,
): Promise<Updateable<AlertTable>> {
  if (status === undefined || status === shownStatus(before))
    return read === undefined ? {} : { extended_status: null, stage: null }
  const { stage } = await requireStatus(w.tx, w.organization, 'alert', status)
  if (stage === 'Imported' || before.case_id !== null)
    throw badRequest(
      'Only alerts with a case have status Imported. Create a case from the alert or merge it into one',
    )
  return { extended_status: status, stage, read: Number(stage !== 'New') }
}

async function changedColumns(
  w: Writing,
  before: AlertRow,
  change: AlertChange,
): Promise<Updateable<AlertTable>> {
  const { type, source, sourceRef, title, description, externalLink, severity, date } = change
  const { lastSyncDate, flag, tlp, pap, read, follow, caseTemplate } = change
  const tags = await changedTagText(w, before.tags, change)
  const fields = await changedFields(w, before.custom_fields, change)
  const assignee = await assigneeAfter(w, before, change.assignee)
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
    ...(tags !== undefined && { tags }),
    ...(flag !== undefined && { flag: Number(flag) }),
    ...(tlp !== undefined && { tlp: whole(tlp) }),
    ...(pap !== undefined && { pap: whole(pap) }),
    ...(read !== undefined && { read: Number(read) }),
    ...(follow !== undefined && { follow: Number(follow) }),
    ...(assignee !== before.assignee && { assignee }),
    ...(fields !== undefined && { custom_fields: fields }),
    ...(caseTemplate !== undefined && { case_template: await templateName(w, caseTemplate) }),
  }
}

async function templateName(w: Writing, idOrName: string | null): Promise<string | null> {
  if (idOrName === null || idOrName === '') return null
  return (await requireCaseTemplate(w.tx, w.organization, idOrName)).name
}

const recordedNames = {
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
  assignee: 'assignee',
} as const

const recordedFlags = ['flag', 'read', 'follow'] as const
