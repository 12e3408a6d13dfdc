import { describe, expect, it } from 'vitest'
import { conditionIn } from '../list/filters.ts'
import { userList } from './list.ts'
import { roleSetOf, roleSetsIn, rolesOf } from './role-sets.ts'

const { filters } = userList(undefined)
const query = (address: string) => conditionIn(filters, address)

describe('the search for users', () => {
  it('asks for all users when nothing is chosen', () => {
    expect(query('')).toBeUndefined()
  })

  it('finds a part of a login or of a name, however it is spelled', () => {
    const asked = JSON.stringify(query('q=+ana+ly+'))
    expect(asked).toContain('{"_field":"login","_value":"*ana ly*"}')
    expect(asked).toContain('{"_field":"name","_value":"*Ana Ly*"}')
  })

  it('leaves out of a set of roles users with more', () => {
    expect(query('role=analyze')).toEqual({
      _or: [{ _and: [{ roles: 'analyze' }, { _not: { roles: 'orgadmin' } }] }],
    })
  })

  it('passes over a role that does not exist', () => {
    expect(query('role=emperor')).toBeUndefined()
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
