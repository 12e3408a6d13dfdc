import { expect, test } from 'vitest'
import { lookAgainAt } from './pauses.ts'

test.each([
  [1, 1],
  [5, 1],
  [6, 2],
  [10, 32],
  [11, 60],
  [1_000, 60],
])('after %i failures in a row the next look is in %i minutes', (failures, minutes) => {
  expect(lookAgainAt(failures, 0)).toBe(minutes * 60_000)
})
