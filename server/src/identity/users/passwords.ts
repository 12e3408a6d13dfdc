import type { Deps } from '../../deps.ts'
import type { Caller, Origin } from '../../domain/caller.ts'
import { changeAccess } from '../access.ts'
import { audit } from '../audit/store.ts'
import { deleteSessionsOf } from '../end-sessions.ts'
import { newPasswordHash } from './new-password.ts'
import { type UserRow, updateUser } from './store.ts'

/** Ends every session of the user but the one that asked: an old password may have been stolen. */
export async function setPassword(
  deps: Deps,
  caller: Caller,
  origin: Origin,
  user: UserRow,
  password: string,
  sessionToken: string | undefined,
): Promise<void> {
  const passwordHash = await newPasswordHash(user.login, password)
  const { clock, secrets } = deps
  const now = clock.now()
  const kept = sessionToken === undefined ? undefined : secrets.lookup('session', sessionToken)
  await changeAccess(deps, { login: user.login }, async (tx) => {
    await updateUser(tx, user.login, {
      password_hash: passwordHash,
      updated_at: now,
      updated_by: caller.login,
    })
    await deleteSessionsOf(tx, user.login, kept)
    await audit(tx, { login: caller.login, ...origin }, now, {
      action: 'user.password.set',
      objectType: 'user',
      objectId: user.login,
      organization: user.organization,
    })
  })
}
