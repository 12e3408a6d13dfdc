import { isRecord, isText } from './checks.ts'

/** A provider of OpenID Connect, as it stands in the settings. */
export interface OidcProvider {
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
  readonly claims?: {
    readonly login?: string
    readonly name?: string
    readonly groups?: string
    readonly organization?: string
  }
  /** What members of a group become. */
  readonly groups?: Readonly<Record<string, { organization?: string; roles: readonly string[] }>>
  /** For whoever is in none of the groups. */
  readonly organization?: string
  readonly roles?: readonly string[]
}

/** Those of the contract, without all that it brings along. */
const roleNames = ['read', 'analyze', 'orgadmin', 'superadmin']

const keys: Readonly<Record<string, (value: unknown) => string | undefined>> = {
  name: (value) =>
    isText(value) && /^[a-z0-9][a-z0-9-]{0,31}$/.test(value)
      ? undefined
      : 'must be small letters, digits and dashes, at most 32',
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
  claims: (value) =>
    isRecord(value) &&
    Object.entries(value).every(
      ([key, claim]) => ['login', 'name', 'groups', 'organization'].includes(key) && isText(claim),
    )
      ? undefined
      : 'may hold login, name, groups and organization, each the name of a claim',
  groups: (value) =>
    isRecord(value) && Object.values(value).every(isGrant)
      ? undefined
      : `must give each group roles (${roleNames.join(', ')}) and, if you like, an organization`,
  organization: text,
  roles: (value) => (isRoles(value) ? undefined : `may only hold ${roleNames.join(', ')}`),
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

const isRoles = (value: unknown) =>
  Array.isArray(value) && value.every((role) => roleNames.includes(role))

const isGrant = (value: unknown) =>
  isRecord(value) &&
  isRoles(value.roles) &&
  (value.organization === undefined || isText(value.organization)) &&
  Object.keys(value).every((key) => key === 'roles' || key === 'organization')

function text(value: unknown): string | undefined {
  if (!isText(value)) return 'must be text'
}

function texts(value: unknown): string | undefined {
  if (!Array.isArray(value) || !value.every(isText)) return 'must be a list of texts'
}
