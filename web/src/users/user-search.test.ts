import { describe, expect, it } from 'vitest'
import { roleSetOf, roleSetsIn, rolesOf } from './role-sets.ts'
import { userQuery } from './user-search.ts'

const everybody = { text: '', roles: [], statuses: [], organizations: [] }

describe('the search for users', () => {
  it('asks for everybody when nothing is chosen', () => {
    expect(userQuery(everybody)).toBeUndefined()
  })

  it('finds a part of a login or of a name, however it is spelled', () => {
    const query = JSON.stringify(userQuery({ ...everybody, text: ' ana ly ' }))
    expect(query).toContain('{"_field":"login","_value":"*ana ly*"}')
    expect(query).toContain('{"_field":"name","_value":"*Ana Ly*"}')
  })

  it('leaves out of a set of roles whoever has more', () => {
    expect(userQuery({ ...everybody, roles: ['analyze'] })).toEqual({
      _and: [{ _or: [{ _and: [{ roles: 'analyze' }, { _not: { roles: 'orgadmin' } }] }] }],
    })
  })

  it('passes over a role that does not exist', () => {
    expect(userQuery({ ...everybody, roles: ['emperor'] })).toBeUndefined()
  })
})

describe('sets of roles', () => {
  it('names the highest role, and gives back all of its roles', () => {
    expect(roleSetOf(['analyze', 'read'])).toBe('analyze')
    expect(roleSetOf([])).toBeUndefined()
    expect(rolesOf('orgadmin')).toEqual(['read', 'analyze', 'orgadmin'])
  })

  it('offers superadmin in the organization of the platform only', () => {
    expect(roleSetsIn('cortex')).toEqual(['superadmin'])
    expect(roleSetsIn('ACME')).not.toContain('superadmin')
  })
})
