import type { Role } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import type { Caller } from './caller.ts'
import {
  firstUserProblem,
  mayAdministerUser,
  type OrganizationState,
  type UserChange,
  userChangeProblem,
  userCreationProblem,
} from './user-rules.ts'

const caller = (login: string, organization: string, roles: Role[]): Caller => ({
  login,
  organization,
  roles,
  via: 'key',
})
const callers = {
  root: caller('root', 'cortex', ['superadmin']),
  ada: caller('ada', 'alpha', ['read', 'analyze', 'orgadmin']),
  alan: caller('alan', 'alpha', ['read', 'analyze']),
  nora: caller('nora', 'alpha', []),
  bob: caller('bob', 'beta', ['read', 'analyze', 'orgadmin']),
}
type Name = keyof typeof callers

const user = (login: string) => callers[login as Name]
const organizations: Record<string, OrganizationState | undefined> = {
  cortex: { name: 'cortex', status: 'Active' },
  alpha: { name: 'alpha', status: 'Active' },
  beta: { name: 'beta', status: 'Active' },
  closed: { name: 'closed', status: 'Locked' },
}
const onlyThere = '400 The organization "cortex" can contain only superadmin users'
const nowhereElse = '400 The organization "cortex" alone can contain superadmin users'
const statuses: Record<string, number> = {
  BadRequest: 400,
  AuthorizationError: 403,
  NotFoundError: 404,
}
const shown = (problem: { type: string; message: string } | undefined) =>
  problem && `${statuses[problem.type]} ${problem.message}`

describe('administering', () => {
  it.each<[Name, Name[]]>([
    ['root', ['root', 'ada', 'alan', 'nora', 'bob']],
    ['ada', ['ada', 'alan', 'nora']],
    ['alan', []],
    ['nora', []],
    ['bob', ['bob']],
  ])('%s may have the password, key and lock of %j', (name, expected) => {
    const names = Object.keys(callers) as Name[]

    const administered = names.filter((other) => mayAdministerUser(callers[name], user(other)))

    expect(administered).toEqual(expected)
  })
})

describe('creating', () => {
  const refused = '403 You are not authorized to perform this action'

  it.each<[Name, string, string[], string | undefined]>([
    ['root', 'alpha', ['read'], undefined],
    ['root', 'alpha', [], undefined],
    ['root', 'cortex', ['superadmin'], undefined],
    ['root', 'cortex', ['read'], onlyThere],
    ['root', 'cortex', [], onlyThere],
    ['root', 'alpha', ['superadmin'], nowhereElse],
    ['root', 'nowhere', ['read'], '404 organization nowhere not found'],
    ['root', 'closed', ['read'], refused],
    ['ada', 'alpha', ['orgadmin'], undefined],
    ['ada', 'alpha', ['superadmin'], refused],
    ['ada', 'alpha', ['SUPERADMIN'], refused],
    ['ada', 'beta', ['read'], refused],
    ['ada', 'closed', ['read'], refused],
    ['ada', 'nowhere', ['read'], refused],
    ['ada', 'cortex', ['superadmin'], refused],
  ])('%s makes a user in %s with %j', (name, organization, roles, expected) => {
    const target = organizations[organization]

    const problem = userCreationProblem(callers[name], organization, roles, target)

    expect(shown(problem)).toBe(expected)
  })

  it.each([
    [{ password: 'p' }, undefined],
    [{ key: 'k' }, undefined],
    [{ password: 'p', key: '' }, undefined],
    [{ password: 'p', status: 'Ok' }, undefined],
    [{}, '400 The first user needs a password or a key'],
    [{ password: '', key: '' }, '400 The first user needs a password or a key'],
    [{ password: 'p', status: 'Locked' }, '400 The first user cannot be locked'],
  ])('the first user can get in: %j', (first, expected) => {
    expect(shown(firstUserProblem(first))).toBe(expected)
  })
})

describe('changing', () => {
  const password = '403 You must use dedicated API (setPassword, changePassword) to update password'
  const key = '403 You must use dedicated API (renewKey, removeKey) to update key'
  const others = '403 You are not permitted to change user settings'
  const power = "403 You can't give superadmin right to an user"
  const move = "403 You can't move an user to another organization"

  it.each<[Name, string, UserChange & { name?: string }, string | undefined]>([
    ['alan', 'alan', { name: 'A' }, undefined],
    ['alan', 'alan', { organization: 'alpha' }, "403 You can't change your organization"],
    ['alan', 'alan', { roles: [] }, "403 You can't change your role"],
    ['alan', 'alan', { status: 'Ok' }, "403 You can't change your status"],
    ['alan', 'alan', { password: 'x' }, password],
    ['alan', 'alan', { key: 'x' }, key],
    ['ada', 'ada', { roles: ['read'] }, "403 You can't change your role"],
    ['root', 'root', { status: 'Locked' }, "403 You can't change your status"],
    ['root', 'root', { organization: 'alpha' }, "403 You can't change your organization"],

    ['root', 'alan', { name: 'A' }, undefined],
    ['root', 'alan', { roles: ['orgadmin'], status: 'Locked' }, undefined],
    ['root', 'alan', { organization: 'beta' }, undefined],
    ['root', 'alan', { organization: 'nowhere' }, '404 organization nowhere not found'],
    ['root', 'alan', { organization: 'closed' }, '400 Organization closed is locked'],
    ['root', 'alan', { roles: ['superadmin'] }, nowhereElse],
    ['root', 'alan', { organization: 'cortex' }, onlyThere],
    ['root', 'alan', { organization: 'cortex', roles: ['read'] }, onlyThere],
    ['root', 'alan', { organization: 'cortex', roles: ['superadmin'] }, undefined],
    [
      'root',
      'alan',
      { organization: 'nowhere', password: 'x' },
      '404 organization nowhere not found',
    ],
    ['root', 'alan', { password: 'x', key: 'x' }, password],
    ['root', 'alan', { key: 'x' }, key],

    ['ada', 'alan', { name: 'A' }, undefined],
    ['ada', 'alan', { roles: ['orgadmin'], status: 'Locked' }, undefined],
    ['ada', 'alan', { organization: 'alpha' }, undefined],
    ['ada', 'alan', { organization: 'beta' }, move],
    ['ada', 'alan', { roles: ['superadmin'] }, power],
    ['ada', 'alan', { roles: ['superadmin'], organization: 'cortex' }, power],
    ['ada', 'alan', { password: 'x' }, password],
    ['ada', 'alan', { key: 'x' }, key],

    ['alan', 'nora', { name: 'N' }, others],
    ['alan', 'nora', { password: 'x' }, others],
    ['nora', 'alan', { name: 'A' }, others],
    ['nora', 'alan', {}, others],
  ])('%s changes %s by %j', (name, login, change, expected) => {
    const subject = user(login)
    const target = organizations[change.organization ?? subject.organization]

    const problem = userChangeProblem(callers[name], subject, change, target)

    expect(shown(problem)).toBe(expected)
  })

  it('superadmin may lock a user whose roles the rules would refuse, but not move them elsewhere', () => {
    const eve = { login: 'eve', organization: 'alpha', roles: ['superadmin'] }
    const { alpha, beta } = organizations

    const lock = userChangeProblem(callers.root, eve, { status: 'Locked' }, alpha)
    const move = userChangeProblem(callers.root, eve, { organization: 'beta' }, beta)

    expect([shown(lock), shown(move)]).toEqual([undefined, nowhereElse])
  })

  it('superadmin changes no user in a locked organization, but may move them out of it', () => {
    const carl = { login: 'carl', organization: 'closed', roles: ['read'] }
    const { closed, alpha } = organizations

    const stay = userChangeProblem(callers.root, carl, {}, closed)
    const leave = userChangeProblem(callers.root, carl, { organization: 'alpha' }, alpha)

    expect([shown(stay), shown(leave)]).toEqual(['400 Organization closed is locked', undefined])
  })
})
