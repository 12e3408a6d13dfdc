import { describe, expect, it } from 'vitest'
import { navigation } from '../../app/frame/navigation.ts'
import { homeOf } from '../../app/routes.tsx'
import { rightsOf } from './rights.ts'

const sectionsOf = (roles: string[]) =>
  navigation(rightsOf(roles)).flatMap(({ entries }) => entries.map((e) => e.section))

const work = [
  'overview',
  'observables',
  'investigations',
  'alerts',
  'cases',
  'tasks',
  'activity',
  'settings',
]

describe('what a role sees', () => {
  it.each([
    [['superadmin'], ['settings']],
    [['read'], work],
    [
      ['read', 'analyze'],
      ['new', ...work],
    ],
    [['orgadmin'], ['new', ...work]],
    [[], ['settings']],
  ])('%j: %j', (roles, sections) => {
    expect(sectionsOf(roles)).toEqual(sections)
  })

  it.each([
    [['superadmin'], '/settings/organizations'],
    [['read'], '/'],
    [['analyze'], '/'],
    [[], '/settings/account'],
  ])('%j start at %s', (roles, home) => {
    expect(homeOf(rightsOf(roles))).toBe(home)
  })
})
