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
  vouchedAddress,
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
export interface FederatedIdentity {
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
export async function userOf(
  deps: Deps,
  federated: FederatedIdentity,
  origin: Origin,
): Promise<CallerRow> {
  const login = await linkedLogin(deps, federated, origin).catch((error: unknown) => {
    // Another process has just tied the same two together.
    if (deps.dialect.isUniqueViolation(error)) return linkedLogin(deps, federated, origin)
    throw error
  })
  const user = await findLogin(deps.db, login)
  // guard: server/test/sign-in/oidc.test.ts
  if (user?.status !== 'Active' || user.organization_status !== 'Active')
    throw refused(federated, 'locked')
  return refreshed(deps, federated, origin, user)
}

const refused = ({ gate }: FederatedIdentity, code: RefusalCode, cause?: unknown) =>
  new SignInRefused(code, { gate, ...(cause === undefined ? {} : { cause }) })

/** What the settings of its gate allow. */
const rules = ({ config }: Deps, { gate }: FederatedIdentity) =>
  gate === 'auth.oidc' ? config.auth.oidc : config.auth.ldap

async function linkedLogin(
  deps: Deps,
  federated: FederatedIdentity,
  origin: Origin,
): Promise<string> {
  const { issuer, subject } = federated
  const known = await findIdentity(deps.db, issuer, subject)
  if (known !== undefined) return known
  const login = loginOf(federated.mapping, federated.claims)
  return changeAccess(
    deps,
    (linked) => ({ login: linked }),
    async (tx) => {
      const other = await findIdentity(tx, issuer, subject)
      if (other !== undefined) return other
      if (login === undefined) throw refused(federated, 'unknownUser')
      const existing = await findLogin(tx, login)
      if (existing) await takeOver(tx, deps, federated, existing)
      else await provision(tx, deps, federated, origin, login)
      await insertIdentity(tx, issuer, subject, login, deps.clock.now())
      const organization = (await findLogin(tx, login))?.organization ?? null
      await audit(tx, { login, ...origin }, deps.clock.now(), {
        action: 'user.identity.link',
        objectType: 'user',
        objectId: login,
        organization,
        details: { provider: federated.by.replace(/^oidc:/, ''), subject: subject.slice(0, 255) },
      })
      return login
    },
  )
}

/** Never for a superadmin: anyone who can choose a login at the provider would become one. */
async function takeOver(tx: AccessTx, deps: Deps, federated: FederatedIdentity, user: CallerRow) {
  const hasOwnPassword = user.password_hash !== null && deps.config.auth.provider.includes('local')
  const issuers = await issuersOf(tx, user.login)
  // Two directories may call two people the same.
  const isTaken = federated.keepsPassword ? issuers.includes(federated.issuer) : issuers.length > 0
  const mayLink =
    // guard: server/test/sign-in/oidc.test.ts
    rules(deps, federated).link &&
    // guard: server/test/sign-in/oidc.test.ts
    isLoginVerified(federated.mapping, federated.claims) &&
    // guard: server/test/sign-in/oidc.test.ts
    user.organization !== homeOrganization &&
    (federated.keepsPassword || !hasOwnPassword) &&
    // guard: server/test/sign-in/oidc.test.ts
    !isTaken
  if (!mayLink) throw refused(federated, 'notLinked')
  if (!federated.keepsPassword) await updateUser(tx, user.login, { password_hash: null })
}

const newUser = () => Compile(contract.createUser.input)

async function provision(
  tx: AccessTx,
  deps: Deps,
  federated: FederatedIdentity,
  origin: Origin,
  login: string,
): Promise<void> {
  const { mapping, claims } = federated
  // guard: server/test/sign-in/oidc.test.ts
  if (!rules(deps, federated).create || !isLoginVerified(mapping, claims))
    throw refused(federated, 'unknownUser')
  const name = nameOf(mapping, claims, login)
  // guard: server/test/security/attacks-names.test.ts
  if (!newUser().Check({ login, name }) || isReservedLogin(login))
    throw refused(federated, 'unknownUser')
  const grant = grantsOf(mapping, claims)[0]
  // guard: server/test/sign-in/federated-identity.test.ts
  if (!grant) throw refused(federated, 'notMapped')
  const actor = gatekeeper(federated)
  const organization = await findOrganization(tx, grant.organization)
  // guard: server/test/sign-in/federated-identity.test.ts
  if (userCreationProblem(actor, grant.organization, grant.roles, organization))
    throw refused(federated, 'notMapped')
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
  federated: FederatedIdentity,
  origin: Origin,
  user: CallerRow,
): Promise<CallerRow> {
  await vouchForAddress(deps, federated, origin, user)
  const { mapping, claims } = federated
  if (!decidesRoles(mapping)) return user
  const isHere = ({ organization }: Grant) => organization === user.organization
  const grant = grantsOf(mapping, claims).find(isHere)
  // guard: server/test/sign-in/oidc.test.ts
  if (!grant) throw refused(federated, 'notMapped')
  const roles = expandRoles(grant.roles)
  if (JSON.stringify(roles) === user.roles) return user
  await changeUser(deps, gatekeeper(federated), origin, user.login, { roles }).catch(
    (error: unknown) => {
      throw error instanceof AppError ? refused(federated, 'notMapped', error) : error
    },
  )
  return { ...user, roles: JSON.stringify(roles) }
}

const gatekeeper = ({ by }: FederatedIdentity): Caller => ({
  login: by,
  organization: homeOrganization,
  roles: ['superadmin'],
  via: 'session',
})

/**
 * The address that the provider has checked, or that the directory of the operator holds, may be written to. One that
 * its owner chose here stays.
 */
async function vouchForAddress(
  deps: Deps,
  federated: FederatedIdentity,
  origin: Origin,
  { login, organization }: CallerRow,
): Promise<void> {
  const email = vouchedAddress(federated.gate === 'auth.ldap', federated.claims)
  if (email === undefined) return
  await deps.db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('users')
      .set({ email, email_state: 'provider', email_returned_at: null })
      .where('login', '=', login)
      .where((eb) =>
        eb.or([
          eb('email', 'is', null),
          eb.and([
            eb('email', '=', email),
            eb('email_state', '=', 'open'),
            // The provider does not know that mail came back from there; its owner does.
            eb('email_returned_at', 'is', null),
          ]),
          eb.and([eb('email', '!=', email), eb('email_state', '=', 'provider')]),
        ]),
      )
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    await audit(tx, { login: federated.by, ...origin }, deps.clock.now(), {
      action: 'user.update',
      objectType: 'user',
      objectId: login,
      organization,
      details: { email },
    })
  })
}
