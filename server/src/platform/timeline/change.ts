import { type Changed, type Created, customEvent } from '@assay/contract/entities'
import { badRequest } from '../../domain/errors.ts'
import { moment } from '../../domain/response/wire-values.ts'
import { newRow } from '../changes/entity-rows.ts'
import { recordRows } from '../changes/record-rows.ts'
import type { Writing } from '../changes/write.ts'
import { changedColumns, newColumns } from '../entity/columns.ts'
import { createdDetails } from '../entity/recorded.ts'
import { holdOwner } from '../parents/owner.ts'
import type { CaseRow, CustomEventRow } from '../rows.ts'
import { customEventColumns, customEventRows } from './store.ts'

const maxEvents = 1_000

export async function createEvent(
  w: Writing,
  { id: caseId }: Pick<CaseRow, 'id'>,
  input: Created<typeof customEvent>,
): Promise<CustomEventRow> {
  await holdOwner(w, { kind: 'case', id: caseId })
  const { count } = await w.tx
    .selectFrom('custom_events')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organization', '=', w.organization)
    .where('case_id', '=', caseId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= maxEvents)
    throw badRequest(`A case can have at most ${maxEvents} custom events`)
  const { endDate } = input
  const columns = newColumns(customEvent, input, w.now)
  const end = endDate === undefined ? null : moment(endDate)
  const row = await w.tx
    .insertInto('custom_events')
    .values({
      ...newRow(w),
      case_id: caseId,
      ...columns,
      end_date: endAfter(columns.date, end),
    })
    .returning(customEventColumns)
    .executeTakeFirstOrThrow()
  record(w, 'create', row)
  return row
}

export async function updateEvent(
  w: Writing,
  id: string,
  change: Changed<typeof customEvent>,
): Promise<void> {
  const before = await customEventRows.touch(w, id)
  const columns = changedColumns(customEvent, change)
  const sent = change.endDate
  const end = sent === undefined ? before.end_date : sent === null ? null : moment(sent)
  const row = await customEventRows.change(w, before, {
    ...columns,
    end_date: endAfter(columns.date ?? before.date, end),
  })
  record(w, 'update', row)
}

function endAfter(date: number, end: number | null): number | null {
  if (end !== null && end < date) throw badRequest('endDate is before date. Choose a later end')
  return end
}

export async function removeEvent(w: Writing, row: CustomEventRow): Promise<void> {
  await customEventRows.remove(w, row.id)
  record(w, 'delete', row)
}

const record = recordRows<CustomEventRow>('customEvent', (row) => ({
  rootId: row.case_id,
  details: createdDetails(customEvent, row),
}))
