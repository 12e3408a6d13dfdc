import type { Deps } from '../../deps.ts'
import type { Caller, SignInOrigin } from '../../domain/caller.ts'
import { notAllowed } from '../../domain/errors.ts'
import { newPasswordProblem } from '../../domain/password-rules.ts'
import { setPassword } from '../users/passwords.ts'
import type { UserRow } from '../users/store.ts'
import { signIn } from './sign-in.ts'

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
  // guard: server/test/api/passwords.test.ts
  if (problem) throw problem
  const found = await signIn(deps, user.login, input.currentPassword, origin, caller.via)
  // guard: server/test/api/passwords.test.ts
  if (!found) throw notAllowed('Authentication failure')
  const kept = sessionToken && deps.secrets.lookup('session', sessionToken)
  await setPassword(deps, caller, origin, user, input.password, kept)
}
