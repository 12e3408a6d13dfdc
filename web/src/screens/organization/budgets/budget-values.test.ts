import type { Budget } from '@assay/contract'
import { beforeAll, expect, it } from 'vitest'
import { loadTexts } from '../../../base/texts/index.ts'
import { budgetInput, firstValues, publicLimits, wrongFields } from './budget-values.ts'

beforeAll(() => loadTexts(['brakes']))

it('a budget is sent as it was read, also with windows of seconds', () => {
  const windows = [
    { count: 4, per: 'minute', used: 1, left: 3 },
    { count: 9, per: 90, used: 0, left: 9 },
    { count: 500, per: 'day', calendar: true, used: 0, left: 500 },
  ] as const
  const budget = { name: 'VT', windows: [...windows], peopleShare: 10, maxWaitMinutes: 90 }
  expect(budgetInput(firstValues(budget as unknown as Budget))).toEqual({
    name: 'VT',
    windows: [
      { count: 4, per: 'minute' },
      { count: 9, per: 90 },
      { count: 500, per: 'day', calendar: true },
    ],
    peopleShare: 10,
    maxWaitMinutes: 90,
  })
})

it('the limits of a free key are offered', () => {
  const values = { ...firstValues(undefined), name: 'VirusTotal', windows: publicLimits }
  expect(wrongFields(values)).toEqual({})
  expect(budgetInput(values).windows).toEqual([
    { count: 4, per: 'minute' },
    { count: 500, per: 'day', calendar: true },
    { count: 15_500, per: 'month', calendar: true },
  ])
})

it('what is wrong is said at its field', () => {
  const values = {
    name: ' ',
    windows: [{ count: '0', per: 'day', calendar: true }],
    peopleShare: '91',
    maxWaitHours: '0',
  }
  expect(Object.keys(wrongFields(values)).sort()).toEqual([
    'maxWaitHours',
    'name',
    'peopleShare',
    'windows',
  ])
})
