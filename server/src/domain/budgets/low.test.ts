import type { BudgetWindow } from '@assay/contract'
import { expect, it } from 'vitest'
import { isLow } from './low.ts'

const daily: BudgetWindow[] = [
  { count: 4, per: 'minute' },
  { count: 10, per: 'day' },
]

it.each<[string, number[], boolean, boolean]>([
  ['is not low at 70 percent', [0, 7], false, false],
  ['is low at 80 percent', [0, 8], false, true],
  ['stays low above 70 percent, so each start is no news', [0, 7], true, true],
  ['is no longer low below that', [0, 6], true, false],
  ['is not low because a minute is used up', [4, 1], false, false],
])('a budget %s', (_, used, wasLow, expected) => {
  expect(isLow(daily, used, wasLow)).toBe(expected)
})
