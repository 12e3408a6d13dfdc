import { expect, it } from 'vitest'
import { readRequestKey } from './request-key.ts'

it.each(['a', 'mail-4711/url-1', 'x'.repeat(128)])('takes %j', (key) => {
  expect(readRequestKey(key)).toBe(key)
})

it('is nothing where none was sent', () => {
  expect(readRequestKey(undefined)).toBeUndefined()
})

it.each(['', 'x'.repeat(129), 'schlüssel', 'a b'])('refuses %j', (key) => {
  expect(() => readRequestKey(key)).toThrow('must have 1 to 128 ASCII characters and no spaces')
})
