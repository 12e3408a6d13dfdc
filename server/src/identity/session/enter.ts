import type { AnyEndpoint } from '@assay/contract'
import type { Deps } from '../../deps.ts'
import type { SignInOrigin } from '../../domain/caller.ts'
import type { Context } from '../../http/route.ts'
import type { CallerRow } from '../users/store.ts'
import { toCaller } from '../users/views.ts'
import { genuineDevice, newDeviceToken, rememberSource } from './known-sources.ts'
import { type Entrance, openSession } from './sessions.ts'

/** Opens a session for an authenticated user, and remembers the place. */
export async function enter(
  deps: Deps,
  user: CallerRow,
  origin: SignInOrigin,
  session: Context<AnyEndpoint>['session'],
  entrance: Entrance = {},
) {
  const { secrets } = deps
  const caller = toCaller(user, 'session')
  const { token, csrfToken } = await openSession(deps, caller, origin, entrance)
  session.start(token, csrfToken)
  const device = genuineDevice(secrets, origin.deviceToken) ?? newDeviceToken(secrets)
  await rememberSource(deps, caller.login, origin, device)
  session.rememberDevice(device)
  return { id: caller.login, name: user.name, roles: [...caller.roles] }
}
