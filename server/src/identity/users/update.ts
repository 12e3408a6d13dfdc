import type { contract, Input, UserStatus } from '@assay/contract'
import type { Deps } from '../../deps.ts'
import { type Caller, homeOrganization, type Origin, scopeOf } from '../../domain/caller.ts'
import { badRequest, notFound } from '../../domain/errors.ts'
import { checkedAddress } from '../../domain/mail-address.ts'
import { expandRoles } from '../../domain/roles.ts'
import { userChangeProblem } from '../../domain/user-rules.ts'
import type { Db } from '../../storage/database.ts'
import { changeAccess } from '../access.ts'
import { audit } from '../audit/store.ts'
import { deleteApiKeysOf, deleteSessionsOf } from '../end-sessions.ts'
import { findOrganization } from '../organizations/store.ts'
import { countOtherSuperadmins, lockHome, lockUser, type UserRow, updateUser } from './store.ts'

export type UserChange = Input<typeof contract.updateUser>

/** The steps of "change a user": find and lock, ask the rules, guard the last superadmin, write. */
export async function changeUser(
  deps: Deps,
  caller: Caller,
  origin: Origin,
  login: string,
  change: UserChange,
): Promise<UserRow> {
  const { dialect, clock } = deps
  const now = clock.now()
  return changeAccess(deps, { login }, async (tx) => {
    // The rules are checked on locked rows: between a look and a write the user may move. First the
    // home organization and then the user, the lock order everywhere.
    const movesPower = change.status === 'Locked' || change.roles || change.organization
    if (movesPower) await lockHome(tx, dialect)
    const user = await lockUser(tx, dialect, scopeOf(caller), login)
    if (!user) throw notFound('user', login)
    const target = await findOrganization(tx, change.organization ?? user.organization)
    const roles = JSON.parse(user.roles) as string[]
    const problem = userChangeProblem(caller, { ...user, roles }, change, target)
    if (problem) throw problem
    if (movesPower) await keepOneSuperadmin(tx, deps, user)
    const isMoved = change.organization !== undefined && change.organization !== user.organization
    const row = await updateUser(tx, login, {
      ...changedColumns(unchangedAddress(user, change)),
      // A previous administrator of the user may know the key; it must not open the new place.
      ...(isMoved ? { key_hash: null, key_sealed: null } : {}),
      updated_at: now,
      updated_by: caller.login,
    })
    if (isMoved) await deleteApiKeysOf(tx, login)
    if (isMoved || row.status === 'Locked') await deleteSessionsOf(tx, login)
    const { avatar, preferences, ...shown } = change
    const actor = { login: caller.login, ...origin }
    if (isMoved)
      await audit(tx, actor, now, {
        action: 'user.leave',
        objectType: 'user',
        objectId: login,
        organization: user.organization,
      })
    await audit(tx, actor, now, {
      action: change.status === 'Locked' ? 'user.lock' : 'user.update',
      objectType: 'user',
      objectId: login,
      organization: row.organization,
      details: {
        ...shown,
        ...(change.roles === undefined ? {} : { roles: JSON.parse(row.roles) }),
        ...(change.status === undefined ? {} : { status: row.status }),
        ...(avatar === undefined ? {} : { avatar: 'changed' }),
        ...(preferences === undefined ? {} : { preferences: 'changed' }),
      },
    })
    return row
  })
}

const changedColumns = (change: UserChange) => ({
  ...(change.email === undefined ? {} : addressColumns(change.email)),
  ...(change.name === undefined ? {} : { name: change.name }),
  ...(change.roles === undefined ? {} : { roles: JSON.stringify(expandRoles(change.roles)) }),
  ...(change.status === undefined ? {} : { status: storedStatus(change.status) }),
  ...(change.organization === undefined ? {} : { organization: change.organization }),
  ...(change.avatar === undefined ? {} : { avatar: change.avatar }),
  ...(change.preferences === undefined ? {} : { preferences: change.preferences }),
})

const storedStatus = (status: UserStatus): 'Active' | 'Locked' =>
  status === 'Locked' ? 'Locked' : 'Active'

/** The installation must keep a superadmin who can sign in. */
export async function keepOneSuperadmin(
  tx: Db,
  { dialect }: Deps,
  user: Pick<UserRow, 'login' | 'organization'>,
): Promise<void> {
  if (user.organization !== homeOrganization) return
  if ((await countOtherSuperadmins(tx, dialect, user.login)) === 0)
    throw badRequest(`${user.login} is the last active superadmin. Create another one first`)
}

/** A new address is not confirmed yet. */
export function addressColumns(given: string | null) {
  const email = checkedAddress(given)
  const email_state = email === null ? null : ('open' as const)
  return { email, email_state, email_returned_at: null }
}

/** Clients send whole objects back: the same address stays as confirmed as it was. */
function unchangedAddress(user: UserRow, change: UserChange): UserChange {
  if (change.email !== user.email) return change
  const { email: _, ...others } = change
  return others
}
