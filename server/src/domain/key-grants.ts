import type { Caller } from './caller.ts'
import { type AppError, notAllowed } from './errors.ts'
import { useAnotherWay } from './key-scope.ts'
import { expandRoles } from './roles.ts'

// Some calls change both what is harmless and what lets people in. A named key expires, or leaks, and must leave no
// user with more rights than before. It may revoke rights, and send an object back whose rights are unchanged.

export interface UserRights {
  readonly organization: string
  readonly roles: readonly string[]
  readonly status?: unknown
}

export interface OrganizationRights {
  readonly status: string
  readonly secondFactor: string
}

/** Why a named key may not change a user like this, or undefined. */
export function userGrantProblem(
  { scope }: Caller,
  user: UserRights,
  change: Partial<UserRights>,
): AppError | undefined {
  if (scope === undefined) return undefined
  const { roles, status, organization } = change
  if (roles && expandRoles(roles).some((role) => !user.roles.includes(role)))
    return refused("change a user's role")
  if (status !== undefined && status !== 'Locked' && user.status === 'Locked')
    return refused('unlock a user')
  if (organization !== undefined && organization !== user.organization)
    return refused('move a user to another organization')
  return undefined
}

/** The same of an organization, which holds its users. */
export function organizationGrantProblem(
  { scope }: Caller,
  organization: OrganizationRights,
  change: Partial<OrganizationRights>,
): AppError | undefined {
  if (scope === undefined) return undefined
  if (change.status === 'Active' && organization.status === 'Locked')
    return refused('unlock an organization')
  if (change.secondFactor === 'optional' && organization.secondFactor === 'required')
    return refused('make second factors optional')
  return undefined
}

const refused = (what: string) => notAllowed(`Named API keys cannot ${what}. ${useAnotherWay}`)
