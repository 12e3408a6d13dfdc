import type { ClaimMapping } from '../domain/claim-mapping.ts'
import { isText } from './checks.ts'
import { checkNamedList, type KeyChecks, keyProblem, missingKey } from './named-list.ts'
import { mappingKeys, providerName, text, texts } from './provider-keys.ts'

/** An OpenID Connect provider in the settings. */
export interface OidcProvider extends ClaimMapping {
  /** In addresses, in the audit trail and in the row of a session. */
  readonly name: string
  /** On the button of the page; without it the name. */
  readonly label?: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret?: string
  /** Read at every use, so it can be exchanged. */
  readonly clientSecretFile?: string
  /** How the secret is sent; without it as the provider says. */
  readonly clientAuthentication?: 'basic' | 'post'
  readonly scopes?: readonly string[]
}

const keys: KeyChecks = {
  name: providerName,
  label: text,
  issuer: (value) =>
    isText(value) && isIssuer(value)
      ? undefined
      : 'must be an https URL without credentials, query and fragment (http for local servers only)',
  clientId: text,
  clientSecret: text,
  clientSecretFile: text,
  clientAuthentication: (value) =>
    value === 'basic' || value === 'post' ? undefined : 'must be basic or post',
  scopes: texts,
  ...mappingKeys('claims', 'claim'),
}

export const checkOidcProviders = (value: unknown): string | undefined =>
  checkNamedList(value, {
    one: 'a provider',
    all: 'providers, each with at least a name, an issuer and a clientId',
    problemOf: providerProblem,
  })

function providerProblem(provider: Record<string, unknown>): string | undefined {
  const wrong = missingKey(provider, ['name', 'issuer', 'clientId']) ?? keyProblem(provider, keys)
  if (wrong !== undefined) return wrong
  if (provider.clientSecret !== undefined && provider.clientSecretFile !== undefined)
    return 'clientSecret and clientSecretFile are mutually exclusive'
}

/** Tokens would be readable on the network; loopback is exempt. */
function isIssuer(text: string): boolean {
  const url = URL.parse(text)
  if (!url || url.username + url.password + url.search + url.hash !== '') return false
  return (
    url.protocol === 'https:' ||
    (url.protocol === 'http:' && /^(localhost|127\.[\d.]+|\[::1\])$/.test(url.hostname))
  )
}
