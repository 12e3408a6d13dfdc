import { expect, it } from 'vitest'
import { checkedAddress } from './mail-address.ts'

it.each(['ada@example.org', 'a.b+c@xn--e1afmkfd.test', ' ada@example.org '])(
  'takes one bare address: %j',
  (text) => {
    expect(checkedAddress(text)).toBe(text.trim())
  },
)

it.each(['', '  ', null])('takes nothing for none: %j', (text) => {
  expect(checkedAddress(text)).toBeNull()
})

it.each([
  'ada',
  'ada@',
  '@example.org',
  'ada@example.org, bob@example.org',
  'Ada <ada@example.org>',
  'ada@example.org\r\nBcc: bob@example.org',
  'ada@b@example.org',
  `${'a'.repeat(65)}@example.org`,
  `ada@${'b'.repeat(250)}`,
])('refuses what is not one address: %j', (text) => {
  expect(() => checkedAddress(text)).toThrow(/email must be one address/)
})
