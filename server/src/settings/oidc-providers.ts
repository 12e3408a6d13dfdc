import type { ClaimMapping } from '../domain/claim-mapping.ts'
import { isRecord, isText } from './checks.ts'
import { mappingKeys, providerName, text, texts } from './provider-keys.ts'

/** A provider of OpenID Connect, as it stands in the settings. */
export interface OidcProvider extends ClaimMapping {
  /** In addresses, in the audit trail and in the row of a session. */
  readonly name: string
  /** On the button of the page; without it the name. */
  readonly label?: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret?: string
  /** Read at every use, so that it can be exchanged. */
  readonly clientSecretFile?: string
  /** How the secret is sent; without it as the provider says. */
  readonly clientAuthentication?: 'basic' | 'post'
  readonly scopes?: readonly string[]
}

const keys: Readonly<Record<string, (value: unknown) => string | undefined>> = {
  name: providerName,
  label: text,
  issuer: (value) =>
    isText(value) && isIssuer(value)
      ? undefined
      : 'must be an https address without credentials, query and fragment (http on this machine only)',
  clientId: text,
  clientSecret: text,
  clientSecretFile: text,
  clientAuthentication: (value) =>
    value === 'basic' || value === 'post' ? undefined : 'must be basic or post',
  scopes: texts,
  ...mappingKeys('claims', 'claim'),
}

export function checkOidcProviders(value: unknown): string | undefined {
  if (!Array.isArray(value) || !value.every(isRecord))
    return 'must be a list of providers, each with at least a name, an issuer and a clientId'
  if (new Set(value.map(({ name }) => name)).size < value.length)
    return 'must give every provider another name'
  for (const [index, provider] of value.entries()) {
    const problem = providerProblem(provider)
    if (problem === undefined) continue
    const shown = isText(provider.name) ? JSON.stringify(provider.name.slice(0, 40)) : index + 1
    return `has a provider ${shown} whose ${problem}`
  }
}

function providerProblem(provider: Record<string, unknown>): string | undefined {
  const missing = ['name', 'issuer', 'clientId'].find((key) => provider[key] === undefined)
  if (missing !== undefined) return `${missing} is missing`
  for (const [key, value] of Object.entries(provider)) {
    if (!Object.hasOwn(keys, key))
      return `key ${JSON.stringify(key.slice(0, 40))} is not known; it may have ${Object.keys(keys).join(', ')}`
    const problem = keys[key]?.(value)
    if (problem !== undefined) return `${key} ${problem}`
  }
  if (provider.clientSecret !== undefined && provider.clientSecretFile !== undefined)
    return 'clientSecret and clientSecretFile exclude each other'
}

/** Tokens would be readable on the way; on the way to this machine nobody stands. */
function isIssuer(text: string): boolean {
  const url = URL.parse(text)
  if (!url || url.username + url.password + url.search + url.hash !== '') return false
  return (
    url.protocol === 'https:' ||
    (url.protocol === 'http:' && /^(localhost|127\.[\d.]+|\[::1\])$/.test(url.hostname))
  )
}
