import { isRecord, isText } from './checks.ts'
import type { KeyChecks } from './named-list.ts'

// What single sign-on providers and directories have in common in the settings: a name, and how
// their claims become a login, an organization and roles (domain/claim-mapping.ts).

/** Those of the contract, without all that it brings along. */
const roleNames = ['read', 'analyze', 'orgadmin', 'superadmin']

/** `from` is the key that holds names of claims or attributes, `what` one of them. */
export const mappingKeys = (
  from: string,
  what: string,
  more: readonly string[] = [],
): KeyChecks => ({
  [from]: (value) =>
    isRecord(value) &&
    Object.entries(value).every(
      ([key, name]) =>
        ['login', 'name', 'groups', 'organization', ...more].includes(key) && isText(name),
    )
      ? undefined
      : `may hold ${['login', 'name', 'groups', ...more].join(', ')} and organization, each the name of ${/^a/.test(what) ? 'an' : 'a'} ${what}`,
  groups: (value) =>
    isRecord(value) && Object.values(value).every(isGrant)
      ? undefined
      : `must map each group to roles (${roleNames.join(', ')}) and optionally an organization`,
  organization: text,
  roles: (value) => (isRoles(value) ? undefined : `may only contain ${roleNames.join(', ')}`),
})

export function providerName(value: unknown): string | undefined {
  if (!isText(value) || !/^[a-z0-9][a-z0-9-]{0,31}$/.test(value))
    return 'must be lowercase letters, digits and hyphens (max. 32)'
}

const isRoles = (value: unknown) =>
  Array.isArray(value) && value.every((role) => roleNames.includes(role))

const isGrant = (value: unknown) =>
  isRecord(value) &&
  isRoles(value.roles) &&
  (value.organization === undefined || isText(value.organization)) &&
  Object.keys(value).every((key) => key === 'roles' || key === 'organization')

export function text(value: unknown): string | undefined {
  if (!isText(value)) return 'must be text'
}

export function texts(value: unknown): string | undefined {
  if (!Array.isArray(value) || !value.every(isText)) return 'must be a list of strings'
}

export function flag(value: unknown): string | undefined {
  if (typeof value !== 'boolean') return 'must be true or false'
}
