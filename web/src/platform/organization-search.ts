import type { Organization } from '@assay/contract'

/** By name and description, in any case; without a status every one passes. */
export function matchingOrganizations(
  organizations: readonly Organization[],
  wanted: string,
  statuses: readonly string[],
): Organization[] {
  const needle = wanted.trim().toLowerCase()
  return organizations.filter(
    ({ name, description, status }) =>
      `${name}\n${description}`.toLowerCase().includes(needle) &&
      (statuses.length === 0 || statuses.includes(status)),
  )
}

/** How many lose or regain access: whoever is not locked on their own account. */
export const activeUsers = ({ stats }: Organization) => stats?.users.Active ?? 0
