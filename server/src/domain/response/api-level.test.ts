import { describe, expect, it } from 'vitest'
import { apiLevel, statusAt5 } from './api-level.ts'

describe('the words of TheHive 5', () => {
  it.each([
    [5, 'key', 5],
    [5, 'basic', 5],
    [5, 'session', 4],
    [4, 'key', 4],
  ] as const)('at level %i are for a caller by %s: %i', (setting, via, level) => {
    expect(apiLevel(setting, { via })).toBe(level)
  })

  it.each([
    ['Open', null, null, 'New'],
    ['Open', 'InProgress', null, 'InProgress'],
    ['Resolved', null, null, 'Other'],
    ['Resolved', null, 'FalsePositive', 'FalsePositive'],
    ['Resolved', 'TruePositive', 'TruePositive', 'TruePositive'],
    ['Resolved', 'Ours', null, 'Ours'],
    ['Duplicated', null, null, 'Duplicated'],
  ])(
    'call a case that is %s, %s and %s: %s',
    (status, extended_status, resolution_status, said) => {
      expect(statusAt5({ status, extended_status, resolution_status })).toBe(said)
    },
  )
})
