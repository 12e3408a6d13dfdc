import { describe, expect, it } from 'vitest'
import { dueDateAfter, noDueDate } from './due-date.ts'

const now = 1_000_000
const later = now + 60_000
const open = { now, isOpen: true }
const byPerson = { due_date: later, due_reason: 'The customer waits' }
const byClock = { due_date: later, due_reason: null }

describe('a due date', () => {
  it('is set with a reason, and without one it is refused', () => {
    expect(dueDateAfter(noDueDate, { dueDate: later, dueReason: ' A holiday ' }, open)).toEqual({
      due_date: later,
      due_reason: 'A holiday',
    })
    for (const dueReason of [undefined, null, '', ' a '])
      expect(() => dueDateAfter(noDueDate, { dueDate: later, dueReason }, open)).toThrow(
        'dueReason',
      )
  })

  it('stays when the whole case is sent back', () => {
    for (const before of [byPerson, byClock, noDueDate]) {
      const { due_date, due_reason } = before
      expect(dueDateAfter(before, { dueDate: due_date, dueReason: due_reason }, open)).toBe(
        undefined,
      )
      expect(dueDateAfter(before, {}, open)).toBe(undefined)
    }
  })

  it('is sent back also where it has passed or the case was closed', () => {
    const closed = { now: later + 1, isOpen: false }
    const { due_date, due_reason } = byPerson
    expect(dueDateAfter(byPerson, { dueDate: due_date, dueReason: due_reason }, closed)).toBe(
      undefined,
    )
  })

  it('is removed by null, which leaves what clocks say', () => {
    expect(dueDateAfter(byPerson, { dueDate: null }, open)).toEqual(noDueDate)
    expect(dueDateAfter(byClock, { dueDate: null }, open)).toBe(undefined)
  })

  it('gets another reason alone, but no reason without a date', () => {
    expect(dueDateAfter(byPerson, { dueReason: 'Another one' }, open)).toEqual({
      due_date: later,
      due_reason: 'Another one',
    })
    expect(() => dueDateAfter(byClock, { dueReason: 'Another one' }, open)).toThrow('Send both')
  })

  it('of the clocks becomes that of a person who confirms it with a reason', () => {
    expect(dueDateAfter(byClock, { dueDate: later, dueReason: 'Agreed' }, open)).toEqual({
      due_date: later,
      due_reason: 'Agreed',
    })
  })

  it('is neither in the past nor of a closed case', () => {
    const asked = { dueDate: now, dueReason: 'Too late' }
    expect(() => dueDateAfter(noDueDate, asked, open)).toThrow('in the past')
    expect(() =>
      dueDateAfter(noDueDate, { ...asked, dueDate: later }, { now, isOpen: false }),
    ).toThrow('closed')
  })
})
