import type { Deps } from '../../deps.ts'
import { actors } from '../../domain/actors.ts'
import type { SignInOrigin } from '../../domain/caller.ts'
import { authenticationFailure, notAllowed } from '../../domain/errors.ts'
import {
  type PasskeyAnswer,
  passkeyOf,
  passkeyOptions,
  provesPasskey,
} from '../second-factor/passkeys.ts'
import { beginStep, endStep } from '../second-factor/tokens.ts'
import { type CallerRow, findLogin } from '../users/store.ts'
import { guarded, isActive } from './second-step.ts'

const refuseWithoutSessions = ({ config }: Deps) => {
  if (!config.auth.method.session)
    throw notAllowed('Session sign-in is disabled (auth.method.session)')
}

/** Without a name: the browser shows which of its passkeys are for this server. */
export async function startPasskeySignIn(deps: Deps) {
  refuseWithoutSessions(deps)
  const { token, challenge } = beginStep(deps, 'passkey sign-in')
  return { token, options: await passkeyOptions(deps, challenge) }
}

export async function signInByPasskey(
  deps: Deps,
  { token, passkey }: { token: string; passkey: PasskeyAnswer },
  origin: SignInOrigin,
): Promise<CallerRow> {
  refuseWithoutSessions(deps)
  const underWay = endStep(deps, 'passkey sign-in', token)
  const row = await passkeyOf(deps, passkey)
  const user = row && (await findLogin(deps.db, row.login))
  // An unknown passkey is counted like a wrong one.
  const counted = user ?? { login: actors.unknown, organization: '' }
  const found = await guarded(deps, counted, origin, async () =>
    user && isActive(user) && (await provesPasskey(deps, underWay, passkey, row))
      ? user
      : undefined,
  )
  // guard: server/test/sign-in/passkeys.test.ts
  if (!found) throw authenticationFailure()
  return found
}
