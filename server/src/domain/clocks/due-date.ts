import { badRequest } from '../errors.ts'
import { moment } from '../response/wire-values.ts'

export interface DueDate {
  readonly due_date: number | null
  /** Null where clocks decide. */
  readonly due_reason: string | null
}

export interface AskedDueDate {
  readonly dueDate?: number | string | null | undefined
  readonly dueReason?: string | null | undefined
}

const minReason = 3

/**
 * What a person sets: undefined when nothing changes. Clients send the whole entity back, so what a case has
 * already is no wish.
 */
// guards: due-date.test.ts
export function dueDateAfter(
  before: DueDate,
  { dueDate, dueReason }: AskedDueDate,
  { now, isOpen }: { readonly now: number; readonly isOpen: boolean },
): DueDate | undefined {
  const at = dueDate === undefined || dueDate === null ? dueDate : moment(dueDate)
  const reason = dueReason?.trim() || undefined
  const isNewReason = reason !== undefined && reason !== before.due_reason
  if (at === null) return before.due_reason === null ? undefined : cleared
  if (at === undefined && !isNewReason) return undefined
  if (at === before.due_date && !isNewReason) return undefined
  if (at === undefined && before.due_reason === null)
    throw badRequest('dueReason says why dueDate was set. Send both')
  if (reason === undefined || reason.length < minReason)
    throw badRequest(`Say in dueReason why this due date is set, in ${minReason} to 500 characters`)
  if (!isOpen) throw badRequest('The case is closed and has no due date. Reopen it first')
  const due = at ?? before.due_date
  if (due !== null && due !== before.due_date && due <= now)
    throw badRequest('dueDate is in the past. Choose a later time, or null to remove it')
  return { due_date: due, due_reason: reason }
}

const cleared: DueDate = { due_date: null, due_reason: null }
export const noDueDate = cleared
