import { timingSafeEqual } from 'node:crypto'
import { contract } from '@assay/contract'
import { Compile } from 'typebox/compile'
import type { Deps } from '../../deps.ts'
import { type Caller, homeOrganization } from '../../domain/caller.ts'
import { AppError } from '../../domain/errors.ts'
import { newPasswordProblem } from '../../domain/password-rules.ts'
import { createUser, type NewUser } from '../users/create.ts'
import { safeKeyLength } from '../users/keys.ts'
import { setupLogin } from '../users/platform-account.ts'
import { hasUsers } from '../users/store.ts'

const setupCaller: Caller = {
  login: setupLogin,
  organization: homeOrganization,
  roles: ['superadmin'],
  via: 'setup',
}

/**
 * One-time by nature: it works only while no user exists. Derived instead of stored, so a restart
 * and a second process print the same link.
 */
export const setupToken = ({ secrets, instance }: Pick<Deps, 'secrets' | 'instance'>) =>
  secrets.proof('setup', instance)

/** An empty installation is open only to its own machine and to the bearer of the token. */
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
  const user = {
    login,
    name: login,
    ...(password === undefined ? {} : { password }),
    ...(key === undefined ? {} : { key }),
  }
  checkSettings(user)
  if (key !== undefined && key.length < safeKeyLength)
    deps.log.warn(`bootstrap.key is shorter than ${safeKeyLength} characters; renew it soon`)
  const weak = password === undefined ? undefined : newPasswordProblem(login, password)
  if (weak) deps.log.warn(`bootstrap.password: ${weak.message}; accepted for now, change it soon`)
  try {
    const origin = { address: 'settings', requestId: 'start' }
    await createUser(deps, setupCaller, origin, user, 'unchecked')
  } catch (error) {
    // Another process that starts on the same database at the same moment was faster.
    if (error instanceof AppError && error.type === 'AuthenticationError') return undefined
    throw error
  }
  return login
}

/** The settings bypass the API, which would have refused a login that cannot sign in. */
function checkSettings(user: NewUser): void {
  const wrong = Compile(contract.createUser.input)
    .Errors(user)
    .map(({ instancePath }) => `bootstrap.${instancePath.slice(1).replace('name', 'login')}`)
  if (wrong.length > 0)
    throw new Error(`${[...new Set(wrong)].join(', ')}: invalid for the first user`)
}
