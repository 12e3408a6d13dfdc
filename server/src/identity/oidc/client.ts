import { readFile } from 'node:fs/promises'
import type { ClientAuth, Configuration } from 'openid-client'
import type { Deps } from '../../deps.ts'
import { exchange } from '../../http/outgoing.ts'
import type { OidcProvider } from '../../settings/oidc-providers.ts'
import { SignInRefused } from '../federation/refusal.ts'

/** Loaded with the first sign-in, so installations without it pay nothing. */
export const library = () => import('openid-client')

export type OidcClients = (provider: OidcProvider) => Promise<Configuration>

/** A provider that changes its endpoints is noticed by then; its keys are looked after by the library. */
const rediscoverMs = 10 * 60_000
const answerBytes = 1024 ** 2

/** What a provider says about itself, asked once in a while; a failure is not kept. */
export function makeClients(deps: Pick<Deps, 'config' | 'log'>): OidcClients {
  const known = new Map<string, { until: number; client: Promise<Configuration> }>()
  return (provider) => {
    const now = performance.now()
    const found = known.get(provider.name)
    if (found && now < found.until) return found.client
    const client = discover(deps, provider)
    known.set(provider.name, { until: now + rediscoverMs, client })
    client.catch(() => known.delete(provider.name))
    return client
  }
}

async function discover(
  { config, log }: Pick<Deps, 'config' | 'log'>,
  provider: OidcProvider,
): Promise<Configuration> {
  const { timeoutMs } = config.auth.oidc
  const oidc = await library()
  const issuer = new URL(provider.issuer)
  const secret = await clientSecret(provider)
  try {
    return await oidc.discovery(
      issuer,
      provider.clientId,
      undefined,
      authentication(oidc, provider, secret),
      {
        execute: [
          // Otherwise the library trusts an ID token because it came by TLS, without checking who
          // signed it.
          oidc.enableNonRepudiationChecks,
          // Checked in the settings: only on this machine.
          ...(issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
        ],
        timeout: timeoutMs / 1000,
        [oidc.customFetch]: (url, { method, headers, body }) =>
          exchange(new URL(url), {
            method: method === 'POST' ? 'POST' : 'GET',
            headers,
            body: body === undefined || body === null ? undefined : String(body),
            timeoutMs,
            answerBytes,
          }),
      },
    )
  } catch (error) {
    log.warn(
      { provider: provider.name, issuer: provider.issuer, reason: reasonOf(error) },
      'OIDC provider returned an unexpected response',
    )
    throw new SignInRefused('unavailable', { cause: error })
  }
}

async function clientSecret(provider: OidcProvider): Promise<string | undefined> {
  const { name, clientSecret, clientSecretFile } = provider
  if (clientSecretFile === undefined) return clientSecret
  const text = await readFile(clientSecretFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`auth.oidc.providers: cannot read clientSecretFile of ${name} (${error.code})`)
  })
  return text.trim()
}

/** Without a secret the client is a public one, which PKCE protects. */
function authentication(
  oidc: Awaited<ReturnType<typeof library>>,
  { clientAuthentication }: OidcProvider,
  secret: string | undefined,
): ClientAuth {
  if (secret === undefined) return oidc.None()
  const [basic, post] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)]
  return (server, client, body, headers) => {
    const offered = server.token_endpoint_auth_methods_supported
    const usesPost =
      clientAuthentication === 'post' ||
      (clientAuthentication === undefined &&
        offered !== undefined &&
        !offered.includes('client_secret_basic'))
    return (usesPost ? post : basic)(server, client, body, headers)
  }
}

/** The words of an error, and of what caused it; answers and tokens stay out of the log. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code, cause } = error as NodeJS.ErrnoException
  const inner = cause instanceof Error ? `: ${reasonOf(cause)}` : ''
  return `${[code, error.message, providersWord(error)].filter(Boolean).join(' ')}${inner}`
}

/** The code of the provider's own error, such as `invalid_client`, wherever it wrote it. */
function providersWord(error: Error & { error?: unknown }): string {
  const challenges = Array.isArray(error.cause) ? error.cause : []
  const word = error.error ?? challenges[0]?.parameters?.error
  return typeof word === 'string' && /^\w{1,64}$/.test(word) ? `(${word})` : ''
}
