import { type AnyEndpoint, contract } from '@assay/contract'
import type { Deps } from '../../deps.ts'
import { scopeOf } from '../../domain/caller.ts'
import { authenticationFailure, notAllowed, notFound } from '../../domain/errors.ts'
import type { Context, Route } from '../../http/route.ts'
import { platformLoginFor } from '../users/platform-account.ts'
import { findPreferences, findUser } from '../users/store.ts'
import { preferencesView, userView } from '../users/views.ts'
import { enter } from './enter.ts'
import { changeOwnPassword } from './own-password.ts'
import { signInByPasskey, startPasskeySignIn } from './passkey-sign-in.ts'
import { passSecondFactor, takeSecondStep } from './second-step.ts'
import { closeSession, sessionRest } from './sessions.ts'
import { signIn } from './sign-in.ts'

export function sessionRoutes(route: Route, deps: Deps): void {
  const { db, config } = deps

  route(contract.login, async ({ input, signInOrigin: origin, session }) => {
    // guard: server/test/security/refusals.test.ts
    if (!config.auth.method.session)
      throw notAllowed('Session sign-in is disabled (auth.method.session)')
    const found = await signIn(deps, input.user, input.password, origin, 'session')
    // guard: server/test/api/login-failures.test.ts
    if (!found) throw authenticationFailure()
    const secondFactor = await passSecondFactor(deps, found.user, input.code, origin)
    return enter(deps, found.user, origin, session, { provider: found.provider, secondFactor })
  })

  route(contract.loginSecondStep, async ({ input, signInOrigin: origin, session }) => {
    const { user, method } = await takeSecondStep(deps, input, origin)
    return enter(deps, user, origin, session, { secondFactor: method })
  })

  route(contract.startPasskeyLogin, async () => startPasskeySignIn(deps))

  route(contract.passkeyLogin, async ({ input, signInOrigin: origin, session }) =>
    enter(deps, await signInByPasskey(deps, input, origin), origin, session, {
      secondFactor: 'passkey alone',
    }),
  )

  // No CSRF token is required: links to it have none. Cross-site requests are refused.
  const logout = async ({ origin, session }: Pick<Context<AnyEndpoint>, 'origin' | 'session'>) => {
    if (session.token !== undefined) await closeSession(deps, session.token, origin)
    session.end()
  }
  route(contract.logout, logout)
  route(contract.logoutByPost, logout)

  route(contract.currentUser, async ({ caller }) => {
    const user = await findUser(db, caller.organization, caller.login)
    if (!user) throw notFound('user', caller.login)
    const { preferences } = await findPreferences(db, caller.login)
    const platformLogin = await platformLoginFor(db, caller, user)
    return {
      ...userView(user),
      preferences: preferencesView(preferences),
      ...(platformLogin !== undefined && { platformLogin }),
      ...(caller.mustSetUpSecondFactor && { mustSetUpSecondFactor: true }),
    }
  })

  route(contract.changePassword, async ({ caller, signInOrigin, params, input, session }) => {
    // guard: server/test/api/passwords.test.ts
    if (params.login !== caller.login) throw notAllowed("You can't change password of another user")
    const user = await findUser(db, scopeOf(caller), caller.login)
    if (!user) throw notFound('user', caller.login)
    await changeOwnPassword(deps, caller, signInOrigin, user, input, session.token)
  })

  route(contract.sessionStatus, async ({ session }) => {
    const { remainingMs, warning } = await sessionRest(deps, session.token)
    return { remaining: Math.floor(remainingMs / 1000), warning }
  })
}
