import { describe, expect, it } from 'vitest'
import { navigation } from '../frame/navigation.ts'
import { homeOf } from '../routes.tsx'
import { rightsOf } from './rights.ts'

const sectionsOf = (roles: string[]) =>
  navigation(rightsOf(roles), 'ACME').flatMap(({ entries }) => entries.map((e) => e.section))

describe('what a role sees', () => {
  it.each([
    [['superadmin'], ['platform']],
    [['read'], ['jobs', 'alerts', 'cases', 'tasks']],
    [
      ['read', 'analyze'],
      ['new', 'overview', 'jobs', 'catalogue', 'alerts', 'cases', 'tasks'],
    ],
    [
      ['orgadmin'],
      ['new', 'overview', 'jobs', 'catalogue', 'alerts', 'cases', 'tasks', 'organization'],
    ],
    [[], []],
  ])('%j: %j', (roles, sections) => {
    expect(sectionsOf(roles)).toEqual(sections)
  })

  it.each([
    [['superadmin'], '/platform/organizations'],
    [['read'], '/alerts'],
    [['analyze'], '/'],
    [[], '/me'],
  ])('%j start at %s', (roles, home) => {
    expect(homeOf(rightsOf(roles))).toBe(home)
  })
})
