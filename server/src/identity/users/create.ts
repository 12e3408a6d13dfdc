import type { contract, Input } from '@assay/contract'
import type { Deps } from '../../deps.ts'
import { type Caller, homeOrganization, type Origin } from '../../domain/caller.ts'
import {
  AttributeCheckingError,
  authenticationFailure,
  conflict,
  missingAttribute,
} from '../../domain/errors.ts'
import { expandRoles } from '../../domain/roles.ts'
import { firstUserProblem, userCreationProblem } from '../../domain/user-rules.ts'
import type { Db } from '../../storage/database.ts'
import { audit } from '../audit/store.ts'
import { findOrganization } from '../organizations/store.ts'
import { keyInUse, sealedKey } from './keys.ts'
import { newPasswordHash, type PasswordRule } from './new-password.ts'
import { findLogin, hasUsers, insertUser, lockHome, refuseReserved, type UserRow } from './store.ts'
import { addressColumns } from './update.ts'

export type NewUser = Input<typeof contract.createUser>

/** Secrets only where a key may come with the user. */
type CreateDeps = Pick<Deps, 'db' | 'clock' | 'dialect'> & Partial<Pick<Deps, 'secrets'>>

/** The steps of "create a user": find the organization, ask the rules, insert, write it down. */
export async function createUser(
  deps: CreateDeps,
  caller: Caller,
  origin: Origin,
  input: NewUser,
  passwordRule: PasswordRule = 'checked',
): Promise<UserRow> {
  const { db } = deps
  const organization = input.organization ?? defaultOrganization(caller)
  // The first user must be able to make the next one, whatever an old script forgets to say.
  const roles = input.roles ?? (caller.via === 'setup' ? ['superadmin'] : [])
  const target = await findOrganization(db, organization)
  const problem =
    userCreationProblem(caller, organization, roles, target) ??
    (caller.via === 'setup' ? firstUserProblem(input) : undefined)
  // guard: server/test/api/users.test.ts
  if (problem) throw problem
  const wanted = { ...input, organization, roles }
  const add = await preparedUser(deps, caller, origin, wanted, passwordRule)
  const save = async (tx: Db) => {
    // guard: server/test/api/first-user.test.ts
    if (caller.via === 'setup' && (await isSetUp(tx, deps))) throw authenticationFailure()
    return add(tx)
  }
  return db
    .transaction()
    .execute(save)
    .catch(async (error: unknown) => {
      if (!deps.dialect.isUniqueViolation(error)) throw error
      // In a transaction, because it also sees what is about to be committed.
      const taken = await db.transaction().execute((tx) => findLogin(tx, input.login))
      throw taken ? conflict('user', input.login) : keyInUse()
    })
}

/**
 * Everything but the transaction: hashing a password takes too long to hold one. The caller has
 * checked that this user may be created.
 */
export async function preparedUser(
  deps: CreateDeps,
  caller: Caller,
  origin: Origin,
  input: NewUser & { readonly organization: string; readonly roles: readonly string[] },
  passwordRule: PasswordRule = 'checked',
): Promise<(tx: Db) => Promise<UserRow>> {
  // Before the hash, which takes its time.
  refuseReserved(input.login)
  const passwordHash =
    input.password === undefined
      ? null
      : await newPasswordHash(input.login, input.password, passwordRule)
  const now = deps.clock.now()
  const actor = { login: caller.login, ...origin }
  return async (tx) => {
    const row = await insertUser(tx, {
      login: input.login,
      organization: input.organization,
      name: input.name,
      roles: JSON.stringify(expandRoles(input.roles)),
      status: input.status === 'Locked' ? 'Locked' : 'Active',
      avatar: input.avatar ?? null,
      ...(input.email === undefined ? {} : addressColumns(input.email)),
      preferences: input.preferences ?? '{}',
      password_hash: passwordHash,
      ...(input.key && deps.secrets ? sealedKey(deps.secrets, input.login, input.key) : {}),
      created_at: now,
      created_by: caller.login,
    })
    await audit(tx, actor, now, {
      action: 'user.create',
      objectType: 'user',
      objectId: row.login,
      organization: input.organization,
      details: { name: row.name, roles: JSON.parse(row.roles), status: row.status },
    })
    return row
  }
}

/** Superadmin must say where; orgadmin and set-up have one place only. */
function defaultOrganization(caller: Caller): string {
  if (caller.via === 'setup') return homeOrganization
  if (caller.organization === homeOrganization)
    throw new AttributeCheckingError('user', [missingAttribute('organization')])
  return caller.organization
}

/** Two calls may both have seen an empty installation; the lock lets one of them in. */
export async function isSetUp(tx: Db, deps: Pick<Deps, 'dialect'>): Promise<boolean> {
  await lockHome(tx, deps.dialect)
  return hasUsers(tx)
}
