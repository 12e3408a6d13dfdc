import { contract } from '@assay/contract'
import type { Deps } from '../../deps.ts'
import { actors, gateActor } from '../../domain/actors.ts'
import type { Origin } from '../../domain/caller.ts'
import { notAllowed } from '../../domain/errors.ts'
import type { Context, Route } from '../../http/route.ts'
import { audit } from '../audit/store.ts'
import { userOf } from '../federation/account.ts'
import { SignInRefused } from '../federation/refusal.ts'
import { closeSession, openSession } from '../session/sessions.ts'
import { toCaller } from '../users/views.ts'
import { makeClients } from './client.ts'
import { beginSignIn, endSignIn, signOutUrl, underWaySeconds } from './flow.ts'
import { checkOidcSettings, pageUrl } from './settings.ts'

type SsoCall = Context<typeof contract.ssoLogin>

export function oidcRoutes(route: Route, deps: Deps): void {
  const clients = makeClients(deps)

  const begin = async ({ input, session, setStatus, setHeader }: SsoCall) => {
    const { location, sealed } = await beginSignIn(deps, clients, input)
    session.keepUnderWay(sealed, underWaySeconds)
    setStatus(302)
    setHeader('location', location)
  }

  const end = async ({ input, origin, session, setStatus, setHeader }: SsoCall) => {
    const { code, state, iss, error } = input
    const answer = { code, state, iss, error }
    const given = Object.fromEntries(Object.entries(answer).filter(([, value]) => value))
    // It leads in once, whatever comes of it.
    session.keepUnderWay(undefined, 0)
    const arrived = await endSignIn(deps, clients, session.underWay, given)
    const { provider, issuer, claims } = arrived
    const federated = {
      gate: 'auth.oidc',
      by: gateActor('oidc', provider.name),
      mapping: provider,
      issuer,
      subject: claims.sub,
      claims,
      keepsPassword: true,
    } as const
    const user = await userOf(deps, federated, origin)
    const caller = toCaller(user, 'session')
    const entrance = { provider: provider.name, idToken: arrived.idToken }
    const { token, csrfToken } = await openSession(deps, caller, origin, entrance)
    session.start(token, csrfToken)
    setStatus(303)
    setHeader('location', pageUrl(deps.config, arrived.returnTo))
  }

  const ssoLogin = async (call: SsoCall) => {
    if (!deps.config.auth.method.session)
      throw notAllowed('Session sign-in is disabled (auth.method.session)')
    checkOidcSettings(deps.config)
    const { code, state, error } = call.input
    try {
      if (state !== undefined && (code !== undefined || error !== undefined)) await end(call)
      else await begin(call)
    } catch (problem) {
      if (!(problem instanceof SignInRefused)) throw problem
      await auditRefusal(deps, call.origin, problem)
      // A user who came by a link sees the page, with the reason and the other ways in.
      if (!call.isNavigation) throw problem
      call.setStatus(303)
      call.setHeader('location', pageUrl(deps.config, `/login?sso=${problem.code}`))
    }
  }
  route(contract.ssoLogin, ssoLogin)
  route(contract.ssoLoginByPost, ssoLogin)

  route(contract.signOut, async ({ origin, session }) => {
    const closed =
      session.token === undefined ? undefined : await closeSession(deps, session.token, origin)
    session.end()
    const redirect = closed && (await signOutUrl(deps, clients, closed))
    return redirect === undefined ? {} : { redirect }
  })
}

/** Without a name: the refused person often has no account here. */
async function auditRefusal({ db, clock }: Deps, origin: Origin, { code }: SignInRefused) {
  if (code === 'unavailable' || code === 'expired') return
  await audit(db, { login: actors.unknown, ...origin }, clock.now(), {
    action: 'session.refuse',
    objectType: 'user',
    objectId: actors.unknown,
    organization: null,
    details: { sso: code },
  })
}
