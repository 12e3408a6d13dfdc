import type { DemoUser, Role } from '@assay/contract'
import type { Deps } from '../deps.ts'
import { type Caller, homeOrganization, type Origin } from '../domain/caller.ts'
import { insertOrganization } from '../identity/organizations/store.ts'
import { createUser } from '../identity/users/create.ts'

export const demoOrganization = 'demo'

/** Recorded as the origin of everything that the demo creates itself. */
export const demoOrigin: Origin = { address: 'demo', requestId: 'start' }

interface Person extends DemoUser {
  readonly roles: readonly Role[]
  readonly organization: string
}

const people = [
  {
    login: 'analyst',
    password: 'demo-analyst',
    name: 'Alex Analyst',
    description: 'Works on alerts and cases, runs analyzers and responders',
    roles: ['read', 'analyze'],
    organization: demoOrganization,
  },
  {
    login: 'admin',
    password: 'demo-admin',
    name: 'Robin Admin',
    description: "Same as analyst, and manages the organization's users, analyzers and responders",
    roles: ['read', 'analyze', 'orgadmin'],
    organization: demoOrganization,
  },
  {
    login: 'reader',
    password: 'demo-reader',
    name: 'Kim Reader',
    description: 'Read-only access to everything',
    roles: ['read'],
    organization: demoOrganization,
  },
  {
    login: 'root',
    password: 'demo-root',
    name: 'Sam Superadmin',
    description: 'Manages all organizations of the installation',
    roles: ['superadmin'],
    organization: homeOrganization,
  },
] as const satisfies readonly Person[]

export type DemoLogin = (typeof people)[number]['login']

export const demoUsers: readonly DemoUser[] = people.map(
  ({ login, password, name, description }) => ({ login, password, name, description }),
)

/** The account that the demo acts as. */
export function demoCaller(login: Exclude<DemoLogin, 'root'>): Caller {
  const roles: readonly Role[] = people.find((person) => person.login === login)?.roles ?? []
  return { login, organization: demoOrganization, roles, via: 'session' }
}

export async function makePeople(deps: Deps): Promise<void> {
  const setup: Caller = {
    login: 'init',
    organization: homeOrganization,
    roles: ['superadmin'],
    via: 'setup',
  }
  await insertOrganization(deps.db, {
    name: demoOrganization,
    description: 'Demo – sample data',
    status: 'Active',
    created_at: deps.clock.now(),
    created_by: 'root',
  })
  // The first one must be a superadmin, the others are made by it.
  for (const { roles, description: _, ...person } of people.toReversed()) {
    const caller: Caller =
      person.login === 'root' ? setup : { ...setup, login: 'root', via: 'session' }
    await createUser(deps, caller, demoOrigin, { ...person, roles: [...roles] })
  }
}
