import { expect, it } from 'vitest'
import { readAccount } from './platform-password.ts'

const kept = JSON.stringify({
  login: 'platform',
  password: 'tulip-anchor-93',
  owner: 'ada',
  until: 1000,
})

it('is shown for a day, and not after it', () => {
  expect(readAccount(kept, 'ada', 999)).toEqual({ login: 'platform', password: 'tulip-anchor-93' })
  expect(readAccount(kept, 'ada', 1000)).toBeUndefined()
})

it('is shown to no one else', () => {
  expect(readAccount(kept, 'bob', 999)).toBeUndefined()
})

it.each([null, 'no JSON', '{}', '"text"', 'null'])('takes %s for nothing', (text) => {
  expect(readAccount(text, 'ada', 0)).toBeUndefined()
})
