import type { User } from '@assay/contract'

/** The organization that runs the platform; only superadmins are in it. */
export const systemOrganization = 'cortex'

/** The four sets of roles that people are given; each of the first three includes those before. */
export const roleSets = ['read', 'analyze', 'orgadmin', 'superadmin'] as const
export type RoleSet = (typeof roleSets)[number]

const rolesOfSets: Record<RoleSet, readonly string[]> = {
  read: ['read'],
  analyze: ['read', 'analyze'],
  orgadmin: ['read', 'analyze', 'orgadmin'],
  superadmin: ['superadmin'],
}

export const rolesOf = (set: RoleSet): string[] => [...rolesOfSets[set]]

/** Undefined for a user without any role. */
export const roleSetOf = (roles: readonly string[]): RoleSet | undefined =>
  roleSets.findLast((set) => roles.includes(set))

export const roleSetsIn = (organization: string): readonly RoleSet[] =>
  organization === systemOrganization ? ['superadmin'] : ['read', 'analyze', 'orgadmin']

export const isLocked = ({ status }: Pick<User, 'status'>) => status === 'Locked'
