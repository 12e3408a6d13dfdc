import { expect, it } from 'vitest'
import { objectPath } from './object-path.ts'

const at = (objectType: string, objectId: string, isPlatform = false, details = {}) =>
  objectPath({ objectType, objectId, details }, isPlatform)

it('leads to what an entry is about', () => {
  expect(at('case', '~1/2')).toBe('/cases/~1%2F2')
  expect(at('user', 'ana')).toBe('/settings/members?q=ana')
  expect(at('user', 'ana', true)).toBe('/settings/users?q=ana')
  expect(at('organization', 'ACME', true)).toBe('/settings/organizations/ACME')
  expect(at('webhook', 'w1')).toBe('/settings/webhooks')
  expect(at('case_task', 't1', false, { caseId: 'c1' })).toBe('/cases/c1/tasks/t1')
})

it('leads nowhere rather than to a page that is refused', () => {
  expect(at('case_task', 't1')).toBeUndefined()
  expect(at('webhook', 'w1', true)).toBeUndefined()
  expect(at('case', '~1', true)).toBeUndefined()
  expect(at('masterKey', 'k')).toBeUndefined()
  expect(at('case', '')).toBeUndefined()
})
