import type { Updateable } from 'kysely'
import { checkStatuses, type TagChange } from '../../domain/response/case-rules.ts'
import { moment, whole } from '../../domain/response/wire-values.ts'
import type { CaseStatus, CaseTable } from '../../storage/tables/platform.ts'
import { changedDetails } from '../changes/entity-rows.ts'
import type { Writing } from '../changes/write.ts'
import { changedFields, type FieldsChange } from '../custom-fields/values.ts'
import type { CaseRow } from '../rows.ts'
import { changedTagText } from '../tags/store.ts'
import { closeTasksOf, refuseOpenMandatory } from '../tasks/update.ts'
import { assigneeAfter } from './people.ts'
import { type StatusChange, statusFor } from './status.ts'
import { changeCase, touchCase } from './store.ts'

/** What is left out stays; null clears. */
export interface CaseChange extends TagChange, FieldsChange {
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly severity?: number | undefined
  readonly startDate?: number | string | undefined
  readonly endDate?: number | string | null | undefined
  readonly flag?: boolean | undefined
  readonly tlp?: number | undefined
  readonly pap?: number | undefined
  /** Open, Resolved, Duplicated, or a status of the organization that means one of them. */
  readonly status?: string | undefined
  readonly summary?: string | null | undefined
  readonly assignee?: string | null | undefined
  readonly resolutionStatus?: string | null | undefined
  readonly impactStatus?: string | null | undefined
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
  const change = { resolutionStatus, ...asked, status: set.status }
  const isResolved = set.status === 'Resolved' && before.status !== 'Resolved'
  if (isResolved) await refuseOpenMandatory(w, id)
  const columns = { ...(await changedColumns(w, before, change)), ...set }
  const row = await changeCase(w, before, columns)
  if (set.status === 'Resolved') await closeTasksOf(w, id)
  w.record({
    operation: 'update',
    objectType: 'case',
    objectId: id,
    details: changedDetails(row, columns, recordedNames, ['flag']),
  })
  return row
}

const noStatus: Partial<StatusChange> = {}

async function changedColumns(
  w: Writing,
  before: CaseRow,
  change: CaseChange & { readonly status?: CaseStatus | undefined },
): Promise<Updateable<CaseTable>> {
  const { title, description, severity, startDate, flag, tlp, pap, status, summary } = change
  const tags = await changedTagText(w, before.tags, change)
  const fields = await changedFields(w, before.custom_fields, change)
  const endDate = endDateAfter(w, before, change)
  const assignee = await assigneeAfter(w, before, change.assignee)
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(severity !== undefined && { severity: whole(severity) }),
    ...(startDate !== undefined && { start_date: moment(startDate) }),
    ...(endDate !== before.end_date && { end_date: endDate }),
    ...(tags !== undefined && { tags }),
    ...(flag !== undefined && { flag: Number(flag) }),
    ...(tlp !== undefined && { tlp: whole(tlp) }),
    ...(pap !== undefined && { pap: whole(pap) }),
    ...(status !== undefined && { status }),
    ...(summary !== undefined && { summary }),
    ...(assignee !== before.assignee && { assignee }),
    ...(change.resolutionStatus !== undefined && { resolution_status: change.resolutionStatus }),
    ...(change.impactStatus !== undefined && { impact_status: change.impactStatus }),
    ...(fields !== undefined && { custom_fields: fields }),
  }
}

/** A case that is resolved has an end: the one given, else the one it has, else this moment. */
function endDateAfter(w: Writing, before: CaseRow, { endDate, status }: CaseChange): number | null {
  if (endDate !== undefined && endDate !== null) return moment(endDate)
  if (status === 'Resolved')
    return before.status === 'Resolved' ? (before.end_date ?? w.now) : w.now
  return endDate === null ? null : before.end_date
}

const recordedNames = {
  title: 'title',
  description: 'description',
  severity: 'severity',
  start_date: 'startDate',
  end_date: 'endDate',
  tlp: 'tlp',
  pap: 'pap',
  status: 'status',
  summary: 'summary',
  assignee: 'owner',
  resolution_status: 'resolutionStatus',
  impact_status: 'impactStatus',
  extended_status: 'extendedStatus',
} as const
