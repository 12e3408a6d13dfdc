import { describe, expect, it } from 'vitest'
import type { Scalar } from './criteria-tree.ts'
import { asBoolean, asDate, asKeyword, asNumber, wholeBound } from './search-values.ts'

describe('values of a search', () => {
  it.each<[Scalar, string]>([
    ['a', 'a'],
    [5, '5'],
    [-0, '0'],
    [1.5, '1.5'],
    [1e21, '1e+21'],
    [true, 'true'],
  ])('%j as keyword', (value, expected) => {
    expect(asKeyword(value)).toBe(expected)
  })

  it.each<[Scalar, number]>([
    [5, 5],
    ['5', 5],
    ['-5', -5],
    ['+5', 5],
    ['1.5', 1.5],
    ['007', 7],
    [1e300, 2 ** 53],
    [-1e300, -(2 ** 53)],
    [Number.POSITIVE_INFINITY, 2 ** 53],
    ['9'.repeat(400), 2 ** 53],
  ])('%j as number', (value, expected) => {
    expect(asNumber('rate', value)).toBe(expected)
  })

  it.each<Scalar>(['', ' 5', '5 ', '0x5', '1e3', '5.', '.5', 'NaN', 'Infinity', '٥', true])(
    '%j is not a number',
    (value) => {
      expect(() => asNumber('rate', value)).toThrow('rate is a number')
    },
  )

  it.each<[Scalar, number]>([
    [0, 0],
    ['1706696100000', 1_706_696_100_000],
    ['20240131T101500Z', Date.UTC(2024, 0, 31, 10, 15)],
    ['20240131T101500+0000', Date.UTC(2024, 0, 31, 10, 15)],
    ['20240131T101500+0100', Date.UTC(2024, 0, 31, 9, 15)],
    ['20240131T101500-0530', Date.UTC(2024, 0, 31, 15, 45)],
    ['20240131T101500+01:00', Date.UTC(2024, 0, 31, 9, 15)],
    ['20240229T000000Z', Date.UTC(2024, 1, 29)],
    ['00500101T000000Z', Date.parse('0050-01-01T00:00:00Z')],
  ])('%j as date', (value, expected) => {
    expect(asDate('createdAt', value)).toBe(expected)
  })

  it.each<Scalar>([
    '',
    'now',
    '2024-01-31',
    '20230229T000000Z',
    '20240131T240000Z',
    '20240131T101500',
    '20240131T101560Z',
    '20240131T101500+1900',
    false,
  ])('%j is no date', (value) => {
    expect(() => asDate('createdAt', value)).toThrow('createdAt is a date')
  })

  it.each<[Scalar, boolean]>([
    [true, true],
    ['true', true],
    [false, false],
    ['false', false],
  ])('%j as boolean', (value, expected) => {
    expect(asBoolean('hasKey', value)).toBe(expected)
  })

  it.each<Scalar>(['True', 'yes', '', 1, 0])('%j is no boolean', (value) => {
    expect(() => asBoolean('hasKey', value)).toThrow('hasKey is a boolean')
  })

  it.each([
    ['gt', 1, 2],
    ['gt', 1.5, 2],
    ['gt', -1.5, -1],
    ['gte', 1, 1],
    ['gte', 1.5, 2],
    ['lt', 1, 0],
    ['lt', 1.5, 1],
    ['lt', -1.5, -2],
    ['lte', 1, 1],
    ['lte', 1.5, 1],
  ] as const)('%s %d among whole numbers is %d inclusive', (bound, value, expected) => {
    expect(wholeBound[bound](value)).toBe(expected)
  })
})
