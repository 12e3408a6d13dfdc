import { type Changed, caseEntity } from '@assay/contract/entities'
import type { Updateable } from 'kysely'
import { dueDateAfter } from '../../domain/clocks/due-date.ts'
import { checkStatuses, type TagChange } from '../../domain/response/case-rules.ts'
import { moment } from '../../domain/response/wire-values.ts'
import type { CaseTable } from '../../storage/tables/platform.ts'
import type { Writing } from '../changes/write.ts'
import { changedFields, type FieldsChange } from '../custom-fields/values.ts'
import { changedColumns } from '../entity/columns.ts'
import { changedDetails } from '../entity/recorded.ts'
import type { CaseRow } from '../rows.ts'
import { changedTagText } from '../tags/store.ts'
import { closeTasksOf, refuseOpenMandatory } from '../tasks/update.ts'
import { assigneeAfter, tellAssignee } from './people.ts'
import { type StatusChange, statusFor } from './status.ts'
import { changeCase, touchCase } from './store.ts'

/** What is left out stays; null clears. */
export interface CaseChange
  extends Omit<Changed<typeof caseEntity>, 'tags' | 'status' | 'owner' | 'user' | 'customFields'>,
    TagChange,
    FieldsChange {
  /** Open, Resolved, Duplicated, or a status of the organization that means one of them. */
  readonly status?: string | undefined
}

/** Says who and when even if nothing else changes. `Resolved` ends the tasks as well. */
export async function updateCase(
  w: Writing,
  { id }: Pick<CaseRow, 'id'>,
  asked: CaseChange,
): Promise<CaseRow> {
  checkStatuses(asked)
  const before = await touchCase(w, id)
  const { resolutionStatus, ...set } =
    asked.status === undefined ? noStatus : await statusFor(w, asked.status)
  const change = { resolutionStatus, ...asked, status: set.status, stage: set.stage }
  const isResolved = set.status === 'Resolved' && before.status !== 'Resolved'
  if (isResolved) await refuseOpenMandatory(w, id)
  const columns = {
    ...changedColumns(caseEntity, change),
    ...(await decided(w, before, change)),
    ...set,
  }
  const row = await changeCase(w, before, columns)
  if (set.status === 'Resolved') await closeTasksOf(w, id)
  w.record({
    operation: 'update',
    objectType: 'case',
    objectId: id,
    details: changedDetails(caseEntity, row, columns),
  })
  if (row.assignee !== before.assignee) await tellAssignee(w, row)
  return row
}

const noStatus: Partial<StatusChange> = {}

async function decided(
  w: Writing,
  before: CaseRow,
  change: CaseChange & Pick<Updateable<CaseTable>, 'stage'>,
): Promise<Updateable<CaseTable>> {
  const tags = await changedTagText(w, before.tags, change)
  const fields = await changedFields(w, before.custom_fields, change)
  const endDate = endDateAfter(w, before, change)
  const assignee = await assigneeAfter(w, before, change.assignee)
  const isOpen = (change.status ?? before.status) === 'Open'
  return {
    ...dueDateAfter(before, change, { now: w.now, isOpen }),
    ...courseAfter(w, before, change),
    ...(endDate !== before.end_date && { end_date: endDate }),
    ...(tags !== undefined && { tags }),
    ...(assignee !== before.assignee && { assignee }),
    ...(fields !== undefined && { custom_fields: fields }),
  }
}

/** When it was closed, and when somebody said that it is worked on. */
function courseAfter(
  w: Writing,
  before: CaseRow,
  { status, stage }: Pick<Updateable<CaseTable>, 'stage'> & { status?: string | undefined },
): Updateable<CaseTable> {
  const isClosed = status === undefined ? undefined : status !== 'Open'
  const begins = stage === 'InProgress' && before.in_progress_at === null && !w.actor.causeRun
  return {
    ...(begins && { in_progress_at: w.now }),
    ...(isClosed === true && before.status === 'Open' && { closed_at: w.now }),
    ...(isClosed === false && before.status !== 'Open' && { closed_at: null }),
  }
}

/** A case that is resolved has an end: the one given, else the one it has, else this moment. */
function endDateAfter(w: Writing, before: CaseRow, { endDate, status }: CaseChange): number | null {
  if (endDate !== undefined && endDate !== null) return moment(endDate)
  if (status === 'Resolved')
    return before.status === 'Resolved' ? (before.end_date ?? w.now) : w.now
  return endDate === null ? null : before.end_date
}
