import type { Deps } from '../../deps.ts'
import type { Caller, Origin, SignInOrigin } from '../../domain/caller.ts'
import { notAllowed } from '../../domain/errors.ts'
import { newPasswordProblem } from '../../domain/password-rules.ts'
import { changeAccess } from '../access.ts'
import { audit } from '../audit/store.ts'
import { signIn } from '../session/sign-in.ts'
import { deleteSessionsOf } from '../session/store.ts'
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

/** The current password is checked like a sign-in, with the same count of failed attempts. */
export async function changeOwnPassword(
  deps: Deps,
  caller: Caller,
  origin: SignInOrigin,
  user: UserRow,
  input: { currentPassword: string; password: string },
  sessionToken: string | undefined,
): Promise<void> {
  // Before the current one is checked: who only has to choose again has not failed.
  const problem = newPasswordProblem(user.login, input.password)
  if (problem) throw problem
  const found = await signIn(deps, user.login, input.currentPassword, origin, caller.via)
  if (!found) throw notAllowed('Authentication failure')
  await setPassword(deps, caller, origin, user, input.password, sessionToken)
}
