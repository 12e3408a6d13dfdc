import { contract, roles as knownRoles } from '@assay/contract'
import { homeOrganization } from '../../domain/caller.ts'
import { badRequest } from '../../domain/errors.ts'
import type { Route } from '../../http/route.ts'
import { visibleUser } from '../../identity/users/find.ts'
import type { UserRow } from '../../identity/users/store.ts'
import { changeUser, type UserChange } from '../../identity/users/update.ts'
import type { PlatformDeps } from '../deps.ts'
import { createOrFind } from './create-or-find.ts'
import { headerText } from './routes.ts'
import { userV0 } from './views.ts'

/** Users in version 0; lists are in `query/describe.ts`. Who may do what is decided by `identity`. */
export function userRoutesV0(route: Route, deps: PlatformDeps): void {
  const { db } = deps

  route(contract.createUserV0, async ({ caller, origin, input }) => {
    const { organisation = caller.organization, roles = ['read'], ...rest } = input
    const row = await createOrFind(deps, caller, origin, {
      ...rest,
      organization: organisation,
      roles: rolesIn(roles, organisation),
    })
    return userV0(row)
  })

  route(contract.currentUserV0, async ({ caller, setHeader }) => {
    setHeader('X-Organisation', headerText(caller.organization))
    return userV0(await visibleUser(db, caller, caller.login))
  })

  route(contract.getUserV0, async ({ caller, params }) =>
    userV0(await visibleUser(db, caller, params.login)),
  )

  route(contract.updateUserV0, async ({ caller, origin, params, input, refuseChanges }) => {
    const user = await visibleUser(db, caller, params.login)
    await refuseChanges(async () => userV0(user))
    return userV0(await changeUser(deps, caller, origin, params.login, changeOf(user, input)))
  })
}

/** What the words of version 0 mean here; ours are known as well. */
function rolesIn(roles: readonly string[], organization: string): string[] {
  const admin = organization === homeOrganization ? 'superadmin' : 'orgadmin'
  const ours: Record<string, string> = { write: 'analyze', alert: 'read', admin }
  const wanted = roles.map((role) => ours[role.toLowerCase()] ?? role.toLowerCase())
  const unknown = wanted.filter((role) => !isRole(role))
  if (unknown.length > 0)
    throw badRequest(`Unknown roles: ${unknown.join(', ')}. Use read, write or admin`)
  return [...new Set(wanted)]
}

const isRole = (name: string) => (knownRoles as readonly string[]).includes(name)

interface ChangeV0 {
  name?: string
  roles?: string[]
  organisation?: string
  status?: 'Ok' | 'Active' | 'Locked'
  password?: unknown
}

/**
 * Clients send whole objects back, and users may not change their own roles: unchanged values are
 * left out.
 */
function changeOf(user: UserRow, input: ChangeV0): UserChange {
  const { name, roles, organisation, status, password } = input
  const organization = organisation ?? user.organization
  const wanted = roles && rolesIn(roles, organization)
  const present: string[] = JSON.parse(user.roles)
  const isSame = wanted?.length === present.length && wanted.every((role) => present.includes(role))
  const stored = status === 'Locked' ? 'Locked' : 'Active'
  return {
    ...(name !== undefined && { name }),
    ...(wanted && !isSame && { roles: wanted }),
    ...(organization !== user.organization && { organization }),
    ...(status !== undefined && stored !== user.status && { status: stored }),
    ...(password !== undefined && { password }),
  }
}
