import type { Role } from '@assay/contract'
import { expect, it } from 'vitest'
import { mayQuery } from './access.ts'

const caller = (roles: Role[]) => ({ login: 'x', organization: 'x', roles, via: 'key' as const })

it.each<[string, Role[], Parameters<typeof mayQuery>[1], boolean]>([
  ['a reader', ['read'], 'case', true],
  ['a reader', ['read'], 'audit', false],
  ['an analyst', ['read', 'analyze'], 'audit', false],
  ['an orgadmin', ['read', 'analyze', 'orgadmin'], 'audit', true],
  ['superadmin', ['superadmin'], 'audit', true],
  ['superadmin', ['superadmin'], 'user', true],
  ['superadmin', ['superadmin'], 'customField', true],
  ['superadmin', ['superadmin'], 'case', false],
  ['superadmin', ['superadmin'], 'observable', false],
])('%s with %j asks for %s: %j', (_who, roles, entity, isAllowed) => {
  expect(mayQuery(caller(roles), entity)).toBe(isAllowed)
})
