import type { Deps } from '../../deps.ts'
import { type Claims, mergedClaims } from '../../domain/claim-mapping.ts'
import { notFound } from '../../domain/errors.ts'
import type { OidcProvider } from '../../settings/oidc-providers.ts'
import { SignInRefused } from '../federation/refusal.ts'
import { isSame } from '../secrets.ts'
import { library, type OidcClients, reasonOf } from './client.ts'
import { oidcProviders, pageUrl, redirectUri, safePath } from './settings.ts'

/** Long enough to find the phone. */
export const underWaySeconds = 10 * 60

/**
 * What must be the same at both ends of a redirect to a provider. It travels in a sealed cookie, so
 * any process can accept the browser's return, and only the browser that left can come back.
 */
interface UnderWay {
  readonly provider: string
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly returnTo: string
  readonly until: number
}

export async function beginSignIn(
  deps: Deps,
  clients: OidcClients,
  wanted: { provider?: string; returnTo?: string },
): Promise<{ location: string; sealed: string }> {
  const provider = chosenProvider(deps, wanted.provider)
  const client = await clients(provider)
  const oidc = await library()
  const underWay: UnderWay = {
    provider: provider.name,
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    verifier: oidc.randomPKCECodeVerifier(),
    returnTo: safePath(wanted.returnTo),
    until: deps.clock.now() + underWaySeconds * 1000,
  }
  const location = oidc.buildAuthorizationUrl(client, {
    redirect_uri: redirectUri(deps.config),
    scope: [...new Set(['openid', ...(provider.scopes ?? ['profile', 'email'])])].join(' '),
    state: underWay.state,
    nonce: underWay.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(underWay.verifier),
    code_challenge_method: 'S256',
  })
  return { location: location.href, sealed: deps.secrets.seal('sign-in', JSON.stringify(underWay)) }
}

function chosenProvider({ config }: Deps, name: string | undefined): OidcProvider {
  const providers = oidcProviders(config)
  const found = name === undefined ? providers[0] : providers.find((one) => one.name === name)
  if (!found) throw notFound('provider', name ?? 'of single sign-on')
  return found
}

export interface ProviderAnswer {
  readonly code?: string
  readonly state?: string
  readonly iss?: string
  readonly error?: string
}

export interface Arrived {
  readonly provider: OidcProvider
  readonly issuer: string
  readonly claims: Claims & { readonly sub: string }
  readonly returnTo: string
  readonly idToken: string | undefined
}

/** The browser is back: is it the same one, and does the provider confirm what it brings? */
export async function endSignIn(
  deps: Deps,
  clients: OidcClients,
  sealed: string | undefined,
  answer: ProviderAnswer,
): Promise<Arrived> {
  const underWay = opened(deps, sealed)
  if (!underWay || !isSame(answer.state ?? '', underWay.state)) throw new SignInRefused('expired')
  const provider = oidcProviders(deps.config).find(({ name }) => name === underWay.provider)
  if (!provider) throw new SignInRefused('expired')
  const client = await clients(provider)
  const oidc = await library()
  const url = new URL(redirectUri(deps.config))
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value)
  try {
    const tokens = await oidc.authorizationCodeGrant(client, url, {
      expectedState: underWay.state,
      expectedNonce: underWay.nonce,
      pkceCodeVerifier: underWay.verifier,
      idTokenExpected: true,
    })
    const idToken = tokens.claims()
    if (!idToken) throw new SignInRefused('failed')
    const hasMore = client.serverMetadata().userinfo_endpoint !== undefined
    const more = hasMore ? await oidc.fetchUserInfo(client, tokens.access_token, idToken.sub) : {}
    return {
      provider,
      issuer: idToken.iss,
      claims: { ...mergedClaims(idToken, more), sub: idToken.sub },
      returnTo: underWay.returnTo,
      idToken: tokens.id_token,
    }
  } catch (error) {
    throw refusalOf(deps, provider, error, oidc)
  }
}

function opened({ secrets, clock }: Deps, sealed: string | undefined): UnderWay | undefined {
  if (sealed === undefined) return undefined
  try {
    const underWay = JSON.parse(secrets.open('sign-in', sealed)) as UnderWay
    return underWay.until > clock.now() ? underWay : undefined
  } catch {
    return undefined
  }
}

function refusalOf(
  { log }: Deps,
  provider: OidcProvider,
  error: unknown,
  oidc: Awaited<ReturnType<typeof library>>,
): SignInRefused {
  if (error instanceof SignInRefused) return error
  const isDenied = error instanceof oidc.AuthorizationResponseError
  log.warn(
    { provider: provider.name, reason: reasonOf(error) },
    isDenied ? 'OIDC provider denied a sign-in' : 'OIDC sign-in failed',
  )
  if (isDenied) return new SignInRefused('denied')
  return new SignInRefused(isUnreachable(error) ? 'unavailable' : 'failed')
}

/** Of the connection, at whatever depth; all else is a wrong answer. */
function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, name } = error as NodeJS.ErrnoException
  if (/^(?:E[A-Z]+|UND_\w+|OAUTH_TIMEOUT)$/.test(code ?? '') || /Abort|Timeout/.test(name))
    return true
  return isUnreachable(error.cause)
}

/**
 * Where the provider ends its own session, if it supports that. With the id token it does so at once;
 * without, it asks the person first.
 */
export async function signOutUrl(
  deps: Deps,
  clients: OidcClients,
  { provider: name, idToken }: { readonly provider: string; readonly idToken: string | undefined },
): Promise<string | undefined> {
  const provider = oidcProviders(deps.config).find((one) => one.name === name)
  if (!provider) return undefined
  const client = await clients(provider).catch(() => undefined)
  if (client?.serverMetadata().end_session_endpoint === undefined) return undefined
  const oidc = await library()
  return oidc.buildEndSessionUrl(client, {
    post_logout_redirect_uri: pageUrl(deps.config),
    client_id: provider.clientId,
    ...(idToken !== undefined && { id_token_hint: idToken }),
  }).href
}
