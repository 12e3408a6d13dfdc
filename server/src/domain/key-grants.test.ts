import { expect, it } from 'vitest'
import type { Caller } from './caller.ts'
import { organizationGrantProblem, userGrantProblem } from './key-grants.ts'

const single: Caller = { login: 'ada', organization: 'alpha', roles: ['orgadmin'], via: 'key' }
const named: Caller = { ...single, scope: { kind: 'all', workerId: undefined } }
const locked = { organization: 'alpha', roles: ['read', 'analyze'], status: 'Locked' }
const active = { ...locked, status: 'Active' }

it.each([
  [active, { roles: ['orgadmin'] }, "change a user's role"],
  [active, { roles: ['ANALYZE'] }, undefined],
  [active, { roles: [] }, undefined],
  [active, { status: 'Locked' }, undefined],
  [active, { status: 'Ok' }, undefined],
  [locked, { status: 'Ok' }, 'unlock a user'],
  [locked, { status: 'Active' }, 'unlock a user'],
  [locked, { status: 'Locked' }, undefined],
  [active, { organization: 'alpha' }, undefined],
  [active, { organization: 'beta' }, 'move a user to another organization'],
])('a named key and a user, %j changed by %j', (user, change, words) => {
  const problem = userGrantProblem(named, user, change)

  if (words === undefined) expect(problem).toBeUndefined()
  else expect(problem?.message).toContain(words)
  expect(userGrantProblem(single, user, change)).toBeUndefined()
})

const closed = { status: 'Locked', secondFactor: 'required' }

it.each([
  [closed, { status: 'Active' }, 'unlock an organization'],
  [closed, { secondFactor: 'optional' }, 'make second factors optional'],
  [closed, { status: 'Locked', secondFactor: 'required' }, undefined],
  [{ status: 'Active', secondFactor: 'optional' }, closed, undefined],
])('a named key and an organization, %j changed by %j', (organization, change, words) => {
  const problem = organizationGrantProblem(named, organization, change)

  if (words === undefined) expect(problem).toBeUndefined()
  else expect(problem?.message).toContain(words)
  expect(organizationGrantProblem(single, organization, change)).toBeUndefined()
})
