import { expect, it } from 'vitest'
import { inputOf, inUnit, valuesOf, wrongFields } from './policy-values.ts'

const values = valuesOf(undefined)

it('says a time in the largest unit without a fraction', () => {
  expect([30, 90, 240, 1_440, 2_160].map(inUnit)).toEqual([
    { amount: 30, unit: 'minutes' },
    { amount: 90, unit: 'minutes' },
    { amount: 4, unit: 'hours' },
    { amount: 1, unit: 'days' },
    { amount: 36, unit: 'hours' },
  ])
})

it('sends what was typed', () => {
  expect(inputOf({ ...values, amount: '2', unit: 'days', severities: ['3', '4'] })).toEqual({
    ...{ kind: 'resolve', minutes: 2_880, severities: [3, 4], warnAt: 80 },
    ...{ template: null, escalateTo: null },
  })
})

it('refuses no time, more than a year, and a warning outside of it', () => {
  expect(wrongFields(values)).toEqual({})
  for (const amount of ['', '0', '-1', '1.5', '366'])
    expect(wrongFields({ ...values, amount, unit: 'days' })).toHaveProperty('amount')
  for (const warnAt of ['0', '100', 'x'])
    expect(wrongFields({ ...values, warnAt })).toHaveProperty('warnAt')
})
