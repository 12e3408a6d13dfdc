import type { Access, Role } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { expandRoles, mayCall, rolesProblem } from './roles.ts'

const sets = {
  none: [],
  read: ['read'],
  analyze: ['read', 'analyze'],
  orgadmin: ['read', 'analyze', 'orgadmin'],
  superadmin: ['superadmin'],
} as const satisfies Record<string, Role[]>

describe('the roles in use', () => {
  it.each<[string[], Role[]]>([
    [[], []],
    [['read'], ['read']],
    [['analyze'], ['read', 'analyze']],
    [['orgadmin'], ['read', 'analyze', 'orgadmin']],
    [['superadmin'], ['superadmin']],
    [
      ['orgadmin', 'read'],
      ['read', 'analyze', 'orgadmin'],
    ],
    [
      ['analyze', 'read', 'analyze'],
      ['read', 'analyze'],
    ],
    [['READ'], ['read']],
    [['OrgAdmin'], ['read', 'analyze', 'orgadmin']],
    [['SuperAdmin'], ['superadmin']],
    [
      ['superadmin', 'read'],
      ['read', 'superadmin'],
    ],
    [
      ['superadmin', 'orgadmin'],
      ['read', 'analyze', 'orgadmin', 'superadmin'],
    ],
    [['admin'], []],
  ])('%j become %j', (sent, expected) => {
    expect(expandRoles(sent)).toEqual(expected)
  })

  it.each(Object.values(sets))('stay as they are when they are complete: %j', (...roles) => {
    expect(expandRoles(roles)).toEqual(roles)
  })
})

describe('a call', () => {
  it.each<[Access, (keyof typeof sets)[]]>([
    ['public', ['none', 'read', 'analyze', 'orgadmin', 'superadmin']],
    ['any', ['none', 'read', 'analyze', 'orgadmin', 'superadmin']],
    [['read'], ['read', 'analyze', 'orgadmin']],
    [['analyze'], ['analyze', 'orgadmin']],
    [['orgadmin'], ['orgadmin']],
    [['superadmin'], ['superadmin']],
    [
      ['orgadmin', 'superadmin'],
      ['orgadmin', 'superadmin'],
    ],
    [[], []],
  ])('for %j is open to %j and to nobody else', (access, expected) => {
    const allowed = Object.entries(sets).filter(([, roles]) => mayCall(roles, access))

    expect(allowed.map(([name]) => name)).toEqual(expected)
  })
})

describe('superadmins', () => {
  const onlyThere = 'The organization "cortex" can contain only superadmin users'
  const nowhereElse = 'The organization "cortex" alone can contain superadmin users'

  it.each<[string, Role[], string | undefined]>([
    ['cortex', ['superadmin'], undefined],
    ['cortex', [], onlyThere],
    ['cortex', ['read'], onlyThere],
    ['cortex', ['read', 'analyze', 'orgadmin'], onlyThere],
    ['cortex', ['read', 'superadmin'], onlyThere],
    ['alpha', ['superadmin'], nowhereElse],
    ['alpha', ['read', 'superadmin'], nowhereElse],
    ['alpha', [], undefined],
    ['alpha', ['read', 'analyze', 'orgadmin'], undefined],
    ['Cortex', ['superadmin'], nowhereElse],
  ])('live in cortex, alone and together: %s with %j', (organization, roles, message) => {
    expect(rolesProblem(organization, roles)?.message).toBe(message)
  })
})
