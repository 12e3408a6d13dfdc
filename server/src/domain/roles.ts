import { type Access, type Role, roles as roleNames } from '@assay/contract'
import { homeOrganization } from './caller.ts'
import { type AppError, badRequest } from './errors.ts'

const ladder: readonly Role[] = ['read', 'analyze', 'orgadmin']

/**
 * Role names as sent (any case, any order, perhaps only the highest) → the set in use:
 * `orgadmin` includes `analyze` includes `read`; `superadmin` stands apart.
 */
export function expandRoles(sent: readonly string[]): Role[] {
  const given = new Set(sent.map((role) => role.toLowerCase()))
  const highest = ladder.findLastIndex((role) => given.has(role))
  return roleNames.filter(
    (role) =>
      ladder.slice(0, highest + 1).includes(role) || (given.has(role) && role === 'superadmin'),
  )
}

export function mayCall(roles: readonly Role[], access: Access): boolean {
  if (access === 'public' || access === 'any') return true
  // guard (open = true): roles.test.ts
  return access.some((role) => roles.includes(role))
}

/** Superadmins live in the home organization, alone and together. */
// guards: roles.test.ts
export function rolesProblem(organization: string, roles: readonly Role[]): AppError | undefined {
  const isHome = organization === homeOrganization
  if (isHome && (roles.length !== 1 || roles[0] !== 'superadmin'))
    return badRequest(`The organization "${homeOrganization}" can contain only superadmin users`)
  if (!isHome && roles.includes('superadmin'))
    return badRequest(`The organization "${homeOrganization}" alone can contain superadmin users`)
  return undefined
}
