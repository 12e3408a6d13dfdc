import { expect, it } from 'vitest'
import { awaited, isLate } from './late.ts'

const late = { isLate: true }
const soon = { isLate: false }

it.each([
  ['a job that waits for a minute', 'Waiting', 60_000, false],
  ['one that waits for longer', 'Waiting', 60_001, true],
  ['one that runs, however long', 'InProgress', 3_600_000, false],
])('a verdict waits for %s: %s after %i ms', (_, status, age, expected) => {
  expect(isLate(status, 1_000, 1_000 + age)).toBe(expected)
})

it.each([
  ['those that are not late', [late, soon, soon], 3, 2],
  ['none that is late where others have ended', [late, late], 3, 0],
  ['all of them where none has ended', [late, late], 0, 2],
])('a verdict waits for %s', (_, running, answered, expected) => {
  expect(awaited(running, answered)).toBe(expected)
})
