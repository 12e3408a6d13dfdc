import { homeOrganization } from './caller.ts'
import { isMailAddress } from './mail-address.ts'

/** What a single sign-on provider says about a user. */
export type Claims = Readonly<Record<string, unknown>>

export interface Grant {
  readonly organization: string
  readonly roles: readonly string[]
}

export interface ClaimMapping {
  readonly claims?: {
    readonly login?: string
    readonly name?: string
    readonly groups?: string
    readonly organization?: string
  }
  readonly groups?: Readonly<Record<string, { organization?: string; roles: readonly string[] }>>
  readonly organization?: string
  readonly roles?: readonly string[]
}

/** `groups`, or `realm_access.roles` as Keycloak nests it; a name with its own dots comes first. */
export function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  let value: unknown = claims
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as Claims)[part]
  }
  return value
}

/**
 * Signed claims, plus those that only the user information has. Those add and never replace, not even
 * by a name with dots; and `email_verified` there counts for its own address only.
 */
export function mergedClaims(signed: Claims, unsigned: Claims): Claims {
  const isOwnMail = signed.email === undefined || signed.email === unsigned.email
  const added = Object.entries(unsigned).filter(
    // guard (open = true): claim-mapping.test.ts
    ([name]) => claimAt(signed, name) === undefined && (name !== 'email_verified' || isOwnMail),
  )
  return { ...Object.fromEntries(added), ...signed }
}

export const loginClaim = ({ claims }: ClaimMapping) => claims?.login ?? 'preferred_username'

/** Lowercase: providers do not distinguish `Ada` and `ada`, so neither may we. */
export function loginOf(mapping: ClaimMapping, claims: Claims): string | undefined {
  const value = claimAt(claims, loginClaim(mapping))
  return typeof value === 'string' && value.trim() !== '' ? value.trim().toLowerCase() : undefined
}

export function nameOf(mapping: ClaimMapping, claims: Claims, login: string): string {
  const value = claimAt(claims, mapping.claims?.name ?? 'name')
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 256) : login
}

/** Anyone may write any mail address into a profile: it identifies a user once it was verified. */
// guard (open = true): claim-mapping.test.ts
export const isLoginVerified = (mapping: ClaimMapping, claims: Claims): boolean =>
  loginClaim(mapping) !== 'email' || claims.email_verified === true

/** A provider says which addresses it has verified; those of a directory come from its administrators. */
export function vouchedAddress(isDirectory: boolean, claims: Claims): string | undefined {
  const given = isDirectory ? claims.mail : claims.email
  const address = Array.isArray(given) ? given[0] : given
  // guard (open = true): claim-mapping.test.ts
  const isVouched = isDirectory || claims.email_verified === true
  return isVouched && typeof address === 'string' && isMailAddress(address) ? address : undefined
}

/** Without groups in the settings, roles are given here and not by the provider. */
export const decidesRoles = ({ groups }: ClaimMapping) =>
  groups !== undefined && Object.keys(groups).length > 0

/**
 * Organizations and roles of a user, in the order of the settings; roles of several groups of one
 * organization are merged. A user in no group gets the defaults.
 */
export function grantsOf(mapping: ClaimMapping, claims: Claims): Grant[] {
  const given = claimAt(claims, mapping.claims?.groups ?? 'groups')
  const names = new Set(typeof given === 'string' ? [given] : Array.isArray(given) ? given : [])
  const organization = organizationOf(mapping, claims)
  const matching = Object.entries(mapping.groups ?? {}).filter(([group]) => names.has(group))
  const found = new Map<string, string[]>()
  const add = (where: string | undefined, roles: readonly string[]) => {
    if (where !== undefined) found.set(where, [...(found.get(where) ?? []), ...roles])
  }
  for (const [, group] of matching) add(group.organization ?? organization, group.roles)
  if (matching.length === 0 && mapping.roles?.length) add(organization, mapping.roles)
  return [...found].map(([name, roles]) => ({ organization: name, roles: [...new Set(roles)] }))
}

/** A claim may name any organization but that of the superadmins, which only the settings can. */
function organizationOf(mapping: ClaimMapping, claims: Claims): string | undefined {
  const name = mapping.claims?.organization
  const value = name === undefined ? undefined : claimAt(claims, name)
  // guard (open = typeof value === 'string' && value !== ''): claim-mapping.test.ts
  if (typeof value === 'string' && value !== '' && value !== homeOrganization) return value
  return mapping.organization
}
