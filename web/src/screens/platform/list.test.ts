import type { Organization } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { matchesAll } from '../../shared/list/filters.ts'
import { activeUsers, organizationList } from './list.ts'

const organization = (name: string, description: string, status = 'Active') =>
  ({ name, description, status }) as Organization

const all = [organization('ACME', 'Main SOC'), organization('Globex', 'Second team', 'Locked')]
const names = (wanted: string, status: string[] = []) =>
  all
    .filter((one) =>
      matchesAll(organizationList.filters, { q: wanted === '' ? [] : [wanted], status }, one),
    )
    .map(({ name }) => name)

describe('the search for organizations', () => {
  it('looks in the name and in the description', () => {
    expect(names('acme')).toEqual(['ACME'])
    expect(names('second')).toEqual(['Globex'])
    expect(names('')).toEqual(['ACME', 'Globex'])
  })

  it('narrows down by status', () => {
    expect(names('', ['Locked'])).toEqual(['Globex'])
    expect(names('acme', ['Locked'])).toEqual([])
  })
})

it('counts those who lose access when an organization is locked', () => {
  const stats = { users: { Active: 12, Locked: 3, total: 15 }, workers: {} }
  expect(activeUsers({ ...organization('ACME', ''), stats })).toBe(12)
  expect(activeUsers(organization('ACME', ''))).toBe(0)
})
