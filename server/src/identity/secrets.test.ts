import { expect, it } from 'vitest'
import { hashPassword, isSame, usePasswordCost, verifyPassword } from './secrets.ts'

it('a new password is hashed with 19 MiB and two passes, unless a test asked for less', async () => {
  const usual = await hashPassword('a long password')
  const restore = usePasswordCost({ memory: 8, passes: 1, parallelism: 1 })
  const cheap = await hashPassword('a long password')
  restore()
  const again = await hashPassword('a long password')

  expect(usual).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(cheap).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/)
  expect(again).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  // A hash itself says what it takes to check it.
  expect(await verifyPassword(cheap, 'a long password')).toBe(true)
  expect(await verifyPassword(usual, 'a long password')).toBe(true)
  expect(await verifyPassword(null, 'a long password')).toBe(false)
  expect(await verifyPassword(usual, 'another password')).toBe(false)
})

it.each([
  ['proof', 'proof', true],
  ['proof', 'prooF', false],
  ['proof', 'proof2', false],
  ['', 'proof', false],
  ['pröof', 'proof', false],
])('%s is the same as %s: %j', (given, expected, isEqual) => {
  expect(isSame(given, expected)).toBe(isEqual)
})
