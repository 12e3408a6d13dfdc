import { contract } from '@assay/contract'
import { Compile } from 'typebox/compile'
import type { Deps } from '../../deps.ts'
import { isReservedLogin } from '../../domain/actors.ts'
import { type Caller, homeOrganization, type Origin } from '../../domain/caller.ts'
import {
  type ClaimMapping,
  type Claims,
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
import { findIdentity, insertIdentity, issuersOf } from '../identities.ts'
import { findOrganization } from '../organizations/store.ts'
import { type CallerRow, findLogin, insertUser, updateUser } from '../users/store.ts'
import { changeUser } from '../users/update.ts'
import { type Gate, type RefusalCode, SignInRefused } from './refusal.ts'

/** A user authenticated by a provider or a directory. */
export interface Vouched {
  readonly gate: Gate
  /** In the audit trail, such as `oidc:corp`; no user can be called so. */
  readonly by: string
  readonly mapping: ClaimMapping
  readonly issuer: string
  /** The issuer's stable id of the user, whatever changes in name, login and address. */
  readonly subject: string
  readonly claims: Claims
  /** Whether users of this provider also have a local password. */
  readonly keepsPassword: boolean
}

/**
 * The local user of a federated identity. Issuer and subject identify it; a login or a mail address
 * decides once, when they are linked, and only if the settings allow it.
 */
export async function userOf(deps: Deps, vouched: Vouched, origin: Origin): Promise<CallerRow> {
  const login = await linkedLogin(deps, vouched, origin).catch((error: unknown) => {
    // Another process has just tied the same two together.
    if (deps.dialect.isUniqueViolation(error)) return linkedLogin(deps, vouched, origin)
    throw error
  })
  const user = await findLogin(deps.db, login)
  // guard: server/test/sign-in/oidc.test.ts
  if (user?.status !== 'Active' || user.organization_status !== 'Active')
    throw refused(vouched, 'locked')
  return refreshed(deps, vouched, origin, user)
}

const refused = ({ gate }: Vouched, code: RefusalCode, cause?: unknown) =>
  new SignInRefused(code, { gate, ...(cause === undefined ? {} : { cause }) })

/** What the settings of its gate allow. */
const rules = ({ config }: Deps, { gate }: Vouched) =>
  gate === 'auth.oidc' ? config.auth.oidc : config.auth.ldap

async function linkedLogin(deps: Deps, vouched: Vouched, origin: Origin): Promise<string> {
  const { issuer, subject } = vouched
  const known = await findIdentity(deps.db, issuer, subject)
  if (known !== undefined) return known
  const login = loginOf(vouched.mapping, vouched.claims)
  return changeAccess(
    deps,
    (linked) => ({ login: linked }),
    async (tx) => {
      const other = await findIdentity(tx, issuer, subject)
      if (other !== undefined) return other
      if (login === undefined) throw refused(vouched, 'unknownUser')
      const existing = await findLogin(tx, login)
      if (existing) await takeOver(tx, deps, vouched, existing)
      else await provision(tx, deps, vouched, origin, login)
      await insertIdentity(tx, issuer, subject, login, deps.clock.now())
      const organization = (await findLogin(tx, login))?.organization ?? null
      await audit(tx, { login, ...origin }, deps.clock.now(), {
        action: 'user.identity.link',
        objectType: 'user',
        objectId: login,
        organization,
        details: { provider: vouched.by.replace(/^oidc:/, ''), subject: subject.slice(0, 255) },
      })
      return login
    },
  )
}

/** Never for a superadmin: anyone who can choose a login at the provider would become one. */
async function takeOver(tx: AccessTx, deps: Deps, vouched: Vouched, user: CallerRow) {
  const hasOwnPassword = user.password_hash !== null && deps.config.auth.provider.includes('local')
  const issuers = await issuersOf(tx, user.login)
  // Two directories may call two people the same.
  const isTaken = vouched.keepsPassword ? issuers.includes(vouched.issuer) : issuers.length > 0
  const mayLink =
    // guard: server/test/sign-in/oidc.test.ts
    rules(deps, vouched).link &&
    // guard: server/test/sign-in/oidc.test.ts
    isLoginVerified(vouched.mapping, vouched.claims) &&
    // guard: server/test/sign-in/oidc.test.ts
    user.organization !== homeOrganization &&
    (vouched.keepsPassword || !hasOwnPassword) &&
    // guard: server/test/sign-in/oidc.test.ts
    !isTaken
  if (!mayLink) throw refused(vouched, 'notLinked')
  if (!vouched.keepsPassword) await updateUser(tx, user.login, { password_hash: null })
}

const newUser = () => Compile(contract.createUser.input)

async function provision(
  tx: AccessTx,
  deps: Deps,
  vouched: Vouched,
  origin: Origin,
  login: string,
): Promise<void> {
  const { mapping, claims } = vouched
  // guard: server/test/sign-in/oidc.test.ts
  if (!rules(deps, vouched).create || !isLoginVerified(mapping, claims))
    throw refused(vouched, 'unknownUser')
  const name = nameOf(mapping, claims, login)
  // guard: server/test/security/attacks-names.test.ts
  if (!newUser().Check({ login, name }) || isReservedLogin(login))
    throw refused(vouched, 'unknownUser')
  const grant = grantsOf(mapping, claims)[0]
  // guard: server/test/sign-in/vouched.test.ts
  if (!grant) throw refused(vouched, 'notMapped')
  const actor = gatekeeper(vouched)
  const organization = await findOrganization(tx, grant.organization)
  // guard: server/test/sign-in/vouched.test.ts
  if (userCreationProblem(actor, grant.organization, grant.roles, organization))
    throw refused(vouched, 'notMapped')
  const now = deps.clock.now()
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

/** With groups in the settings they decide, at every sign-in, what the user may do. */
async function refreshed(
  deps: Deps,
  vouched: Vouched,
  origin: Origin,
  user: CallerRow,
): Promise<CallerRow> {
  const { mapping, claims } = vouched
  if (!decidesRoles(mapping)) return user
  const isHere = ({ organization }: Grant) => organization === user.organization
  const grant = grantsOf(mapping, claims).find(isHere)
  // guard: server/test/sign-in/oidc.test.ts
  if (!grant) throw refused(vouched, 'notMapped')
  const roles = expandRoles(grant.roles)
  if (JSON.stringify(roles) === user.roles) return user
  await changeUser(deps, gatekeeper(vouched), origin, user.login, { roles }).catch(
    (error: unknown) => {
      throw error instanceof AppError ? refused(vouched, 'notMapped', error) : error
    },
  )
  return { ...user, roles: JSON.stringify(roles) }
}

const gatekeeper = ({ by }: Vouched): Caller => ({
  login: by,
  organization: homeOrganization,
  roles: ['superadmin'],
  via: 'session',
})
