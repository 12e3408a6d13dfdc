import { expect, it } from 'vitest'
import { addressOf, fieldOf } from './moments.ts'

const at = Date.UTC(2026, 10, 1, 10)

it.each([true, false])('a time comes back the same from the field (UTC: %s)', (isUtc) => {
  expect(Date.parse(addressOf(fieldOf(at, isUtc), isUtc))).toBe(at)
})

it('shows UTC to users who chose it', () => {
  expect(fieldOf(at, true)).toBe('2026-11-01T10:00')
})

it('is empty for what is not a time', () => {
  expect(fieldOf(undefined, true)).toBe('')
  expect(fieldOf(1e300, true)).toBe('')
  expect(addressOf('', false)).toBe('')
})
