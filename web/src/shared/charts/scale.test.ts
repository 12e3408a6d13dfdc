import { expect, it } from 'vitest'
import { percent, roundedUp, spreadIndexes } from './scale.ts'

it('a scale ends at a round number that is not smaller', () => {
  expect([0, 1, 2, 3, 7, 11, 42, 99, 101, 1842].map(roundedUp)).toEqual([
    1, 1, 2, 5, 10, 20, 50, 100, 200, 2000,
  ])
})

it('a share is never rounded to all or to nothing', () => {
  expect([0, 0.0001, 0.004, 0.31, 0.996, 0.99999, 1].map(percent)).toEqual([
    '0%',
    '0.1%',
    '0.4%',
    '31%',
    '99.6%',
    '99.9%',
    '100%',
  ])
})

it('labels are spread evenly and never too many', () => {
  expect(spreadIndexes(25, 6)).toEqual([0, 5, 10, 15, 20])
  expect(spreadIndexes(3, 6)).toEqual([0, 1, 2])
  expect(spreadIndexes(0, 6)).toEqual([])
})
