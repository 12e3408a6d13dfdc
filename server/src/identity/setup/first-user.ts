import { timingSafeEqual } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import { type Caller, homeOrganization } from '../../domain/caller.ts'
import { createUser } from '../users/create.ts'
import { hasUsers } from '../users/store.ts'

/** Whoever may set up an empty installation acts under this name. */
const setupCaller: Caller = {
  login: 'init',
  organization: homeOrganization,
  roles: ['superadmin'],
  via: 'setup',
}

/**
 * One-time by nature: it opens only while no user exists. Derived instead of stored, so that a
 * restart and a second process print the same link.
 */
export const setupToken = ({ secrets, instance }: Pick<Deps, 'secrets' | 'instance'>) =>
  secrets.proof('setup', instance)

/** An empty installation is open to its own machine and to the bearer of the token, nobody else. */
export async function admitDuringSetup(
  deps: Deps,
  token: string | undefined,
  isLocal: boolean,
): Promise<Caller | undefined> {
  const mayEnter = token === undefined ? isLocal : isEqual(token, setupToken(deps))
  return mayEnter && !(await hasUsers(deps.db)) ? setupCaller : undefined
}

function isEqual(sent: string, expected: string): boolean {
  const [a, b] = [Buffer.from(sent), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Makes the first superadmin from the settings, while no user exists. Answers its login. */
export async function bootstrapFirstUser(deps: Deps): Promise<string | undefined> {
  const { login, password, key } = deps.config.bootstrap
  if (password === undefined && key === undefined) return undefined
  if (await hasUsers(deps.db)) return undefined
  await createUser(
    deps,
    setupCaller,
    { address: 'settings', requestId: 'start' },
    {
      login,
      name: login,
      ...(password === undefined ? {} : { password }),
      ...(key === undefined ? {} : { key }),
    },
  )
  return login
}
