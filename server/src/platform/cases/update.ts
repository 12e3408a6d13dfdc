import { type Changed, caseEntity } from '@assay/contract/entities'
import type { Updateable } from 'kysely'
import { dueDateAfter } from '../../domain/clocks/due-date.ts'
import { checkStatuses, type TagChange } from '../../domain/response/case-rules.ts'
import { moment } from '../../domain/response/wire-values.ts'
import type { CaseTable } from '../../storage/tables/platform.ts'
import type { Writing } from '../changes/write.ts'
import { clocksAfter } from '../clocks/course.ts'
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
  const { resolutionStatus, pauses, ...set } =
    asked.status === undefined ? noStatus : await statusFor(w, asked.status)
  const change = { resolutionStatus, ...asked, status: set.status, stage: set.stage, pauses }
  const isResolved = set.status === 'Resolved' && before.status !== 'Resolved'
  if (isResolved) await refuseOpenMandatory(w, id)
  const columns = {
    ...changedColumns(caseEntity, change),
    ...(await decided(w, before, change)),
    ...set,
  }
  const changed = await changeCase(w, before, columns)
  const due = await clocksAfter(w, before, changed)
  const row = due === changed.due_date ? changed : await changeCase(w, changed, { due_date: due })
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

/** The change closes it, or confirms that it is closed: a rule may have closed it, a user says why. */
export const closesCase = (after: CaseRow, { status, resolutionStatus }: CaseChange): boolean =>
  (status !== undefined || typeof resolutionStatus === 'string') && after.status !== 'Open'

const noStatus: Partial<StatusChange> = {}

/** What the new status means; undefined where it stays. */
interface Stage {
  readonly stage: string | null | undefined
  readonly pauses: boolean | undefined
}

async function decided(
  w: Writing,
  before: CaseRow,
  change: CaseChange & Stage,
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

/** When it was closed, when somebody began to work on it, and how long it waited. */
function courseAfter(
  w: Writing,
  before: CaseRow,
  { status, stage, pauses }: Stage & Pick<CaseChange, 'status'>,
): Updateable<CaseTable> {
  const isBegun =
    w.actor.isPerson === true || (stage === 'InProgress' && w.actor.causeRun === undefined)
  const begins = isBegun && before.in_progress_at === null && before.status === 'Open'
  return {
    ...(begins && { in_progress_at: w.now }),
    ...(status !== undefined && {
      ...(status !== 'Open' && before.status === 'Open' && { closed_at: w.now }),
      ...(status === 'Open' && before.status !== 'Open' && { closed_at: null }),
      ...pauseAfter(w, before, pauses === true),
    }),
  }
}

function pauseAfter({ now }: Writing, before: CaseRow, pauses: boolean) {
  if (pauses) return before.paused_at === null ? { paused_at: now } : {}
  if (before.paused_at === null) return {}
  const pause = Math.max(0, now - before.paused_at)
  return { paused_at: null, paused_ms: before.paused_ms + pause }
}

/** A case that is resolved has an end: the one given, else the one it has, else this moment. */
function endDateAfter(w: Writing, before: CaseRow, { endDate, status }: CaseChange): number | null {
  if (endDate !== undefined && endDate !== null) return moment(endDate)
  if (status === 'Resolved')
    return before.status === 'Resolved' ? (before.end_date ?? w.now) : w.now
  return endDate === null ? null : before.end_date
}
