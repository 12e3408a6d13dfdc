import { expect, it } from 'vitest'
import { clockStateOf, dueStateOf } from './data.ts'

const clock = {
  ...{ kind: 'resolve' as const, startedAt: 0, minutes: 10, isByPerson: false },
  ...{ isPaused: false, pausedMs: 0, dueAt: 100 },
}

it('says of a case that it is due, due soon, overdue, paused, or nothing', () => {
  const open = { isOpen: true, clocks: [clock] }
  expect(dueStateOf({ ...open, dueDate: 100 }, 50)).toBe('due')
  expect(dueStateOf({ ...open, dueDate: 100, clocks: [{ ...clock, warnedAt: 80 }] }, 90)).toBe(
    'soon',
  )
  expect(dueStateOf({ ...open, dueDate: 100 }, 100)).toBe('overdue')
  expect(dueStateOf({ isOpen: true, clocks: [{ ...clock, isPaused: true }] }, 50)).toBe('paused')
  expect(dueStateOf({ isOpen: true, clocks: [] }, 50)).toBe('none')
  expect(dueStateOf({ isOpen: false, dueDate: 100, clocks: [clock] }, 500)).toBe('none')
})

it('says of a clock whether it ended in time', () => {
  expect(clockStateOf(clock, 50)).toBe('running')
  expect(clockStateOf({ ...clock, isPaused: true }, 50)).toBe('paused')
  expect(clockStateOf(clock, 100)).toBe('overdue')
  expect(clockStateOf({ ...clock, endedAt: 90 }, 500)).toBe('inTime')
  expect(clockStateOf({ ...clock, endedAt: 110 }, 500)).toBe('late')
  expect(clockStateOf({ ...clock, endedAt: 90, breachedAt: 85 }, 500)).toBe('late')
})
