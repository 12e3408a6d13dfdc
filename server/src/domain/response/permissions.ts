import type { Role } from '@assay/contract'

const analyst = [
  'accessTheHiveFS',
  'manageAction',
  'manageAlert',
  'manageAnalyse',
  'manageCase',
  'manageObservable',
  'managePage',
  'manageProcedure',
  'manageShare',
  'manageTask',
] as const

const orgAdmin = [
  ...analyst,
  'manageCaseTemplate',
  'manageConfig',
  'manageTag',
  'manageUser',
].sort()

const admin = [
  'manageAnalyzerTemplate',
  'manageConfig',
  'manageCustomField',
  'manageObservableTemplate',
  'manageOrganisation',
  'managePattern',
  'managePlatform',
  'manageProfile',
  'manageTaxonomy',
  'manageUser',
] as const

/** What a role may do, in the words that clients of today's platform look for. */
export const permissionsOf = (roles: readonly string[]): readonly string[] => {
  if (roles.includes('superadmin')) return admin
  if (roles.includes('orgadmin')) return orgAdmin
  return roles.includes('analyze') ? analyst : []
}

export interface Profile {
  readonly name: string
  readonly role: Role
  readonly permissions: readonly string[]
}

const profile = (name: string, role: Role): Profile => ({
  name,
  role,
  permissions: permissionsOf([role]),
})

/**
 * Our roles under the names of today's platform, the strongest first. There are no others: what a
 * profile promises must be what its users may do, and that is decided by the role.
 */
export const profiles: readonly Profile[] = [
  profile('admin', 'superadmin'),
  profile('org-admin', 'orgadmin'),
  profile('analyst', 'analyze'),
  profile('read-only', 'read'),
]

/** Of a user without any role, who may sign in and see nothing. */
export const noProfile = 'none'

export const profileOf = (roles: readonly string[]): string =>
  profiles.find(({ role }) => roles.includes(role))?.name ?? noProfile

export const findProfile = (name: string): Profile | undefined =>
  profiles.find((known) => known.name === name)

const known: ReadonlySet<string> = new Set([...admin, ...orgAdmin])

export const unknownPermissions = (permissions: readonly string[]): string[] =>
  permissions.filter((permission) => !known.has(permission))

/** The profile that allows exactly this. */
export const profileWith = (permissions: readonly string[]): Profile | undefined => {
  const wanted = new Set(permissions)
  return profiles.find(
    (one) =>
      one.permissions.length === wanted.size && one.permissions.every((name) => wanted.has(name)),
  )
}
