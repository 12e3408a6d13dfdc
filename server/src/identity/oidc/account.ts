import { contract } from '@assay/contract'
import { Compile } from 'typebox/compile'
import type { Deps } from '../../deps.ts'
import { type Caller, homeOrganization, type Origin } from '../../domain/caller.ts'
import {
  decidesRoles,
  type Grant,
  grantsOf,
  isLoginVerified,
  loginOf,
  nameOf,
} from '../../domain/claim-mapping.ts'
import { AppError } from '../../domain/errors.ts'
import { expandRoles } from '../../domain/roles.ts'
import { userCreationProblem } from '../../domain/user-rules.ts'
import { type AccessTx, changeAccess } from '../access.ts'
import { audit } from '../audit/store.ts'
import { findOrganization } from '../organizations/store.ts'
import { type CallerRow, findLogin, insertUser } from '../users/store.ts'
import { changeUser } from '../users/update.ts'
import type { Arrived } from './flow.ts'
import { SignInRefused } from './refusal.ts'
import { findIdentity, hasIdentity, insertIdentity } from './store.ts'

/**
 * The user of somebody whom a provider vouches for. Who somebody is, is the issuer and the subject; a
 * login or a mail address decides once, when they are tied together, and only if the settings allow it.
 */
export async function userOf(deps: Deps, arrived: Arrived, origin: Origin): Promise<CallerRow> {
  const login = await linkedLogin(deps, arrived, origin).catch((error: unknown) => {
    // Another process has just tied the same two together.
    if (deps.dialect.isUniqueViolation(error)) return linkedLogin(deps, arrived, origin)
    throw error
  })
  const user = await findLogin(deps.db, login)
  if (user?.status !== 'Active' || user.organization_status !== 'Active')
    throw new SignInRefused('locked')
  return refreshed(deps, arrived, origin, user)
}

function linkedLogin(deps: Deps, arrived: Arrived, origin: Origin): Promise<string> {
  const login = loginOf(arrived.provider, arrived.claims)
  return changeAccess(
    deps,
    (linked) => ({ login: linked }),
    async (tx) => {
      const known = await findIdentity(tx, arrived.issuer, arrived.claims.sub)
      if (known !== undefined) return known
      if (login === undefined) throw new SignInRefused('unknownUser')
      const existing = await findLogin(tx, login)
      if (existing) await takeOver(tx, deps, arrived, existing)
      else await provision(tx, deps, arrived, origin, login)
      await insertIdentity(tx, arrived.issuer, arrived.claims.sub, login, deps.clock.now())
      const organization = (await findLogin(tx, login))?.organization ?? null
      await audit(tx, { login, ...origin }, deps.clock.now(), {
        action: 'user.identity.link',
        objectType: 'user',
        objectId: login,
        organization,
        details: { provider: arrived.provider.name, subject: arrived.claims.sub.slice(0, 255) },
      })
      return login
    },
  )
}

/** Never of a superadmin: whoever can choose a login at the provider would be one. */
async function takeOver(tx: AccessTx, { config }: Deps, arrived: Arrived, user: CallerRow) {
  const mayLink =
    config.auth.oidc.link &&
    isLoginVerified(arrived.provider, arrived.claims) &&
    user.organization !== homeOrganization &&
    !(await hasIdentity(tx, user.login, arrived.issuer))
  if (!mayLink) throw new SignInRefused('notLinked')
}

const newUser = () => Compile(contract.createUser.input)

async function provision(
  tx: AccessTx,
  { config, clock }: Deps,
  { provider, claims }: Arrived,
  origin: Origin,
  login: string,
): Promise<void> {
  if (!config.auth.oidc.create || !isLoginVerified(provider, claims))
    throw new SignInRefused('unknownUser')
  const name = nameOf(provider, claims, login)
  if (!newUser().Check({ login, name })) throw new SignInRefused('unknownUser')
  const grant = grantsOf(provider, claims)[0]
  if (!grant) throw new SignInRefused('notMapped')
  const actor = providerCaller(provider.name)
  const organization = await findOrganization(tx, grant.organization)
  if (userCreationProblem(actor, grant.organization, grant.roles, organization))
    throw new SignInRefused('notMapped')
  const now = clock.now()
  const roles = expandRoles(grant.roles)
  await insertUser(tx, {
    login,
    organization: grant.organization,
    name,
    roles: JSON.stringify(roles),
    status: 'Active',
    preferences: '{}',
    created_at: now,
    created_by: actor.login,
  })
  await audit(tx, { login: actor.login, ...origin }, now, {
    action: 'user.create',
    objectType: 'user',
    objectId: login,
    organization: grant.organization,
    details: { name, roles, status: 'Active' },
  })
}

/** With groups in the settings the provider decides, at every sign-in, what somebody may do. */
async function refreshed(
  deps: Deps,
  { provider, claims }: Arrived,
  origin: Origin,
  user: CallerRow,
): Promise<CallerRow> {
  if (!decidesRoles(provider)) return user
  const isHere = ({ organization }: Grant) => organization === user.organization
  const grant = grantsOf(provider, claims).find(isHere)
  if (!grant) throw new SignInRefused('notMapped')
  const roles = expandRoles(grant.roles)
  if (JSON.stringify(roles) === user.roles) return user
  await changeUser(deps, providerCaller(provider.name), origin, user.login, { roles }).catch(
    (error: unknown) => {
      throw error instanceof AppError ? new SignInRefused('notMapped', { cause: error }) : error
    },
  )
  return { ...user, roles: JSON.stringify(roles) }
}

/** In the audit trail; no user can be called so. */
const providerCaller = (name: string): Caller => ({
  login: `oidc:${name}`,
  organization: homeOrganization,
  roles: ['superadmin'],
  via: 'session',
})
