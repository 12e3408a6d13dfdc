import type { Deps } from '../../deps.ts'
import { type Caller, type Origin, scopeOf } from '../../domain/caller.ts'
import { badRequest, notAllowed, notFound } from '../../domain/errors.ts'
import { mayAdministerUser } from '../../domain/user-rules.ts'
import { changeAccess } from '../access.ts'
import { audit } from '../audit/store.ts'
import { deleteUser, lockHome, lockUser } from './store.ts'
import { keepOneSuperadmin } from './update.ts'

/**
 * Removes the user with key, password and sessions. What the user created stays, with the login in it.
 */
// guards: server/test/security/refusals.test.ts
export async function removeUser(
  deps: Deps,
  caller: Caller,
  origin: Origin,
  login: string,
): Promise<void> {
  if (login === caller.login) throw badRequest('You cannot remove your own account')
  const now = deps.clock.now()
  await changeAccess(deps, { login }, async (tx) => {
    // The home organization first, the lock order of all code that takes both.
    await lockHome(tx, deps.dialect)
    const user = await lockUser(tx, deps.dialect, scopeOf(caller), login)
    if (!user) throw notFound('user', login)
    if (!mayAdministerUser(caller, user))
      throw notAllowed('You are not authorized to perform this operation')
    await keepOneSuperadmin(tx, deps, user)
    await deleteUser(tx, login)
    await audit(tx, { login: caller.login, ...origin }, now, {
      action: 'user.delete',
      objectType: 'user',
      objectId: login,
      organization: user.organization,
      details: { name: user.name, roles: JSON.parse(user.roles) },
    })
  })
}
