import { badRequest } from '../../domain/errors.ts'
import { moment } from '../../domain/response/wire-values.ts'
import { newRow } from '../changes/entity-rows.ts'
import { recordRows } from '../changes/record-rows.ts'
import type { Writing } from '../changes/write.ts'
import { holdOwner } from '../parents/owner.ts'
import type { CaseRow, CustomEventRow } from '../rows.ts'
import { customEventColumns, customEventRows } from './store.ts'

type Moment = number | string

export interface NewEvent {
  readonly date: Moment
  readonly endDate?: Moment | undefined
  readonly title: string
  readonly description?: string | undefined
}

const maxEvents = 1_000

export async function createEvent(
  w: Writing,
  { id: caseId }: Pick<CaseRow, 'id'>,
  { date, endDate, title, description }: NewEvent,
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
  const row = await w.tx
    .insertInto('custom_events')
    .values({
      ...newRow(w),
      case_id: caseId,
      date: moment(date),
      end_date: endAfter(moment(date), endDate === undefined ? null : moment(endDate)),
      title,
      description: description ?? null,
    })
    .returning(customEventColumns)
    .executeTakeFirstOrThrow()
  record(w, 'create', row)
  return row
}

export interface EventChange {
  readonly date?: Moment | undefined
  readonly endDate?: Moment | null | undefined
  readonly title?: string | undefined
  readonly description?: string | null | undefined
}

export async function updateEvent(w: Writing, id: string, change: EventChange): Promise<void> {
  const before = await customEventRows.touch(w, id)
  const { title, description } = change
  const date = change.date === undefined ? before.date : moment(change.date)
  const sent = change.endDate
  const end = sent === undefined ? before.end_date : sent === null ? null : moment(sent)
  const row = await customEventRows.change(w, before, {
    date,
    end_date: endAfter(date, end),
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
  })
  record(w, 'update', row)
}

function endAfter(date: number, end: number | null): number | null {
  if (end !== null && end < date) throw badRequest('endDate is before date')
  return end
}

export async function removeEvent(w: Writing, row: CustomEventRow): Promise<void> {
  await customEventRows.remove(w, row.id)
  record(w, 'delete', row)
}

const record = recordRows<CustomEventRow>('customEvent', (row) => ({
  rootId: row.case_id,
  details: { title: row.title, date: row.date },
}))
