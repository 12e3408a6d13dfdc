import { type Caller, isOrgadmin, isSuperadmin } from './caller.ts'
import { type AppError, badRequest, notAllowed, notFound } from './errors.ts'
import { userGrantProblem } from './key-grants.ts'
import { expandRoles, rolesProblem } from './roles.ts'

export interface UserSubject {
  readonly login: string
  readonly organization: string
}

/** Attributes of a user change, as sent; only their presence matters where a value is not read. */
export interface UserChange {
  readonly roles?: readonly string[]
  readonly status?: unknown
  readonly organization?: string
  readonly password?: unknown
  readonly key?: unknown
}

export interface OrganizationState {
  readonly name: string
  readonly status: 'Active' | 'Locked'
}

/** Password, key and lock of a user belong to the admins above it. */
export const mayAdministerUser = (caller: Caller, user: UserSubject) =>
  isSuperadmin(caller) || (isOrgadmin(caller) && caller.organization === user.organization)

/**
 * Why a user cannot be created, or undefined. `target` is the requested organization, undefined
 * when it does not exist.
 */
// guards: user-rules.test.ts
export function userCreationProblem(
  caller: Caller,
  organization: string,
  roles: readonly string[],
  target: OrganizationState | undefined,
): AppError | undefined {
  const refused = notAllowed('You are not authorized to perform this action')
  if (!isSuperadmin(caller) && caller.organization !== organization) return refused
  if (!target) return notFound('organization', organization)
  if (target.status === 'Locked') return refused
  const granted = expandRoles(roles)
  if (!isSuperadmin(caller) && granted.includes('superadmin')) return refused
  return rolesProblem(organization, granted)
}

/** Why this cannot be the first user: there is no other user who could unlock it. */
// guards: user-rules.test.ts
export function firstUserProblem(user: {
  readonly status?: unknown
  readonly password?: string
  readonly key?: string
}): AppError | undefined {
  if (user.status === 'Locked') return badRequest('The first user cannot be locked')
  if (!user.password && !user.key) return badRequest('The first user needs a password or a key')
  return undefined
}

/**
 * Why a user the caller can see cannot be changed like this, or undefined. `target` is the organization the user is in
 * afterwards, undefined when it does not exist. The order is the order of the published rules.
 */
// guards: user-rules.test.ts
export function userChangeProblem(
  caller: Caller,
  user: UserSubject & { readonly roles: readonly string[]; readonly status?: unknown },
  change: UserChange,
  target: OrganizationState | undefined,
): AppError | undefined {
  const problem =
    caller.login === user.login
      ? ownChangeProblem(change)
      : isSuperadmin(caller)
        ? superadminChangeProblem(user, change, target)
        : orgadminChangeProblem(caller, user, change)
  const refused = problem ?? userGrantProblem(caller, user, change)
  if (refused) return refused
  if (change.password !== undefined)
    return notAllowed('You must use dedicated API (setPassword, changePassword) to update password')
  if (change.key !== undefined)
    return notAllowed('You must use dedicated API (renewKey, removeKey) to update key')
  return undefined
}

// guards: user-rules.test.ts
function ownChangeProblem(change: UserChange): AppError | undefined {
  if (change.organization !== undefined) return notAllowed("You can't change your organization")
  if (change.roles !== undefined) return notAllowed("You can't change your role")
  if (change.status !== undefined) return notAllowed("You can't change your status")
  return undefined
}

// guards: user-rules.test.ts
function superadminChangeProblem(
  user: UserSubject & { readonly roles: readonly string[] },
  change: UserChange,
  target: OrganizationState | undefined,
): AppError | undefined {
  const organization = change.organization ?? user.organization
  if (!target) return notFound('organization', organization)
  if (target.status === 'Locked') return badRequest(`Organization ${organization} is locked`)
  // Checked also when only the organization changes: moving a user must not take superadmin out of
  // the home organization, nor another role into it.
  if (change.roles === undefined && change.organization === undefined) return undefined
  return rolesProblem(organization, expandRoles(change.roles ?? user.roles))
}

// guards: user-rules.test.ts
function orgadminChangeProblem(
  caller: Caller,
  user: UserSubject,
  change: UserChange,
): AppError | undefined {
  if (!isOrgadmin(caller)) return notAllowed('You are not permitted to change user settings')
  if (change.roles && expandRoles(change.roles).includes('superadmin'))
    return notAllowed("You can't give superadmin right to an user")
  if (change.organization !== undefined && change.organization !== user.organization)
    return notAllowed("You can't move an user to another organization")
  return undefined
}
