import type { contract, Input, UserStatus } from '@assay/contract'
import type { Deps } from '../../deps.ts'
import { type Caller, homeOrganization, type Origin, scopeOf } from '../../domain/caller.ts'
import { badRequest, notFound } from '../../domain/errors.ts'
import { expandRoles } from '../../domain/roles.ts'
import { userChangeProblem } from '../../domain/user-rules.ts'
import type { Db } from '../../storage/database.ts'
import { audit } from '../audit/store.ts'
import { findOrganization } from '../organizations/store.ts'
import { deleteSessionsOf } from '../session/store.ts'
import { countOtherSuperadmins, findUser, type UserRow, updateUser } from './store.ts'

export type UserChange = Input<typeof contract.updateUser>

/** The steps of "change a user": find, ask the rules, guard the last superadmin, write. */
export async function changeUser(
  deps: Deps,
  caller: Caller,
  origin: Origin,
  login: string,
  change: UserChange,
): Promise<UserRow> {
  const user = await findUser(deps.db, scopeOf(caller), login)
  if (!user) throw notFound('user', login)
  const target = await findOrganization(deps.db, change.organization ?? user.organization)
  const roles = JSON.parse(user.roles) as string[]
  const problem = userChangeProblem(caller, { ...user, roles }, change, target)
  if (problem) throw problem
  const now = deps.clock.now()
  const columns = {
    ...(change.name === undefined ? {} : { name: change.name }),
    ...(change.roles === undefined ? {} : { roles: JSON.stringify(expandRoles(change.roles)) }),
    ...(change.status === undefined ? {} : { status: storedStatus(change.status) }),
    ...(change.organization === undefined ? {} : { organization: change.organization }),
    ...(change.avatar === undefined ? {} : { avatar: change.avatar }),
    ...(change.preferences === undefined ? {} : { preferences: change.preferences }),
  }
  return deps.db.transaction().execute(async (tx) => {
    if (columns.status === 'Locked' || change.roles || change.organization)
      await keepOneSuperadmin(tx, deps, user)
    const row = await updateUser(tx, login, {
      ...columns,
      updated_at: now,
      updated_by: caller.login,
    })
    if (row.status === 'Locked') await deleteSessionsOf(tx, login)
    const { avatar, preferences, ...shown } = change
    await audit(tx, { login: caller.login, ...origin }, now, {
      action: columns.status === 'Locked' ? 'user.lock' : 'user.update',
      objectType: 'user',
      objectId: login,
      organization: row.organization,
      details: {
        ...shown,
        ...(avatar === undefined ? {} : { avatar: 'changed' }),
        ...(preferences === undefined ? {} : { preferences: 'changed' }),
      },
    })
    return row
  })
}

const storedStatus = (status: UserStatus): 'Active' | 'Locked' =>
  status === 'Locked' ? 'Locked' : 'Active'

/** Nobody may leave the installation without a superadmin who can get in. */
export async function keepOneSuperadmin(
  tx: Db,
  { dialect }: Deps,
  user: Pick<UserRow, 'login' | 'organization'>,
): Promise<void> {
  if (user.organization !== homeOrganization) return
  if ((await countOtherSuperadmins(tx, dialect, user.login)) === 0)
    throw badRequest(`${user.login} is the last superadmin who can sign in; make another one first`)
}
