import { alert, type Changed } from '@assay/contract/entities'
import type { Updateable } from 'kysely'
import { badRequest } from '../../domain/errors.ts'
import type { TagChange } from '../../domain/response/case-rules.ts'
import type { AlertTable } from '../../storage/tables/platform.ts'
import { requireCaseTemplate } from '../case-templates/store.ts'
import { assigneeAfter } from '../cases/people.ts'
import type { Writing } from '../changes/write.ts'
import { changedFields, type FieldsChange } from '../custom-fields/values.ts'
import { changedColumns } from '../entity/columns.ts'
import { changedDetails } from '../entity/recorded.ts'
import type { AlertRow } from '../rows.ts'
import { requireStatus } from '../statuses/store.ts'
import { changedTagText } from '../tags/store.ts'
import { alertExists } from './create.ts'
import { changeAlert, touchAlert } from './store.ts'
import { shownStatus, stageOf } from './views.ts'

/** What is left out stays; null clears. */
export interface AlertChange
  extends Omit<Changed<typeof alert>, 'tags' | 'customFields'>,
    TagChange,
    FieldsChange {
  /** One of the organization's; it says whether the alert is read. */
  readonly status?: string | undefined
}

/** Says who and when even if nothing else changes. */
export async function updateAlert(
  w: Writing,
  { id }: Pick<AlertRow, 'id'>,
  change: AlertChange,
): Promise<AlertRow> {
  const before = await touchAlert(w, id)
  const columns = {
    ...changedColumns(alert, change),
    ...(await decided(w, before, change)),
    ...(await changedStatus(w, before, change)),
    ...dismissalOf(before, change),
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
    details: changedDetails(alert, row, columns),
  })
  if (row.assignee !== before.assignee)
    await w.notify([row.assignee], {
      kind: 'assigned',
      objectType: 'alert',
      objectId: id,
      parameters: { title: row.title, severity: row.severity, tlp: row.tlp },
    })
  return row
}

/** Said again of one that was closed before, for example by a rule, it is that person's decision, too. */
export const closesAlert = (after: AlertRow, { dismissal, read, status }: AlertChange): boolean =>
  (read === true || status !== undefined || typeof dismissal === 'string') &&
  stageOf(after) === 'Closed'

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

/** A reason dismisses; what waits again, or is decided in another way, has none. */
// guards: server/test/platform/dismissals.test.ts
function dismissalOf(
  before: AlertRow,
  { dismissal, read, status }: AlertChange,
): Updateable<AlertTable> {
  if (typeof dismissal === 'string') {
    if (before.case_id !== null)
      throw badRequest(
        'An alert that belongs to a case cannot be dismissed: close the case instead',
      )
    if (read === false || (status !== undefined && status !== shownStatus(before)))
      throw badRequest('`dismissal` marks the alert as read: leave out `read` and `status`')
    return { dismissal, read: 1, extended_status: null, stage: null }
  }
  const isDecidedAgain = read === false || (status !== undefined && status !== shownStatus(before))
  return dismissal === null || isDecidedAgain ? { dismissal: null } : {}
}

async function decided(
  w: Writing,
  before: AlertRow,
  change: AlertChange,
): Promise<Updateable<AlertTable>> {
  const { caseTemplate } = change
  const tags = await changedTagText(w, before.tags, change)
  const fields = await changedFields(w, before.custom_fields, change)
  const assignee = await assigneeAfter(w, before, change.assignee)
  return {
    ...(tags !== undefined && { tags }),
    ...(assignee !== before.assignee && { assignee }),
    ...(fields !== undefined && { custom_fields: fields }),
    ...(caseTemplate !== undefined && { case_template: await templateName(w, caseTemplate) }),
  }
}

async function templateName(w: Writing, idOrName: string | null): Promise<string | null> {
  if (idOrName === null || idOrName === '') return null
  return (await requireCaseTemplate(w.tx, w.organization, idOrName)).name
}
