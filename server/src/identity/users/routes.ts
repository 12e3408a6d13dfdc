import { contract, type ListInput } from '@assay/contract'
import type { Deps } from '../../deps.ts'
import { type Caller, everyOrganization, isSuperadmin, scopeOf } from '../../domain/caller.ts'
import { badRequest } from '../../domain/errors.ts'
import { parseListing } from '../../domain/listing.ts'
import { mapRows, rowsInMemory } from '../../domain/rows.ts'
import type { Route } from '../../http/route.ts'
import { newApiKey } from '../secrets.ts'
import { createUser } from './create.ts'
import { administeredUser, keyHolder, visibleUser } from './find.ts'
import { checkKey, openKey, removeKey, saveKey } from './keys.ts'
import { setPassword } from './passwords.ts'
import { findSealedKey, searchUsers } from './store.ts'
import { changeUser } from './update.ts'
import { userView } from './views.ts'

export function userRoutes(route: Route, deps: Deps): void {
  const { db } = deps

  const allUsers = async ({ input }: { input: ListInput }) =>
    mapRows(await searchUsers(db, deps.dialect, everyOrganization, parseListing(input)), userView)
  route(contract.listUsers, allUsers)
  route(contract.searchUsers, allUsers)
  route(contract.listAllOrganizationsUsers, allUsers)
  route(contract.searchAllOrganizationsUsers, allUsers)

  /** Another organization's users are an empty list, not a refusal. */
  const usersOf = async (caller: Caller, id: string, input: ListInput) =>
    isSuperadmin(caller) || caller.organization === id
      ? mapRows(await searchUsers(db, deps.dialect, id, parseListing(input)), userView)
      : rowsInMemory([])
  route(contract.listOrganizationUsers, ({ caller, params, input }) =>
    usersOf(caller, params.id, input),
  )
  route(contract.searchOrganizationUsers, ({ caller, params, input }) =>
    usersOf(caller, params.id, input),
  )

  route(contract.createUser, async ({ caller, origin, input }) => {
    if (input.key) checkKey(input.key)
    const row = await createUser(deps, caller, origin, input)
    // The one answer in which an active user is called `Ok`.
    return { ...userView(row), status: row.status === 'Active' ? ('Ok' as const) : row.status }
  })

  route(contract.getUser, async ({ caller, params }) =>
    userView(await visibleUser(db, caller, params.login)),
  )

  route(contract.updateUser, async ({ caller, origin, params, input }) =>
    userView(await changeUser(deps, caller, origin, params.login, input)),
  )

  route(contract.deleteUser, async ({ caller, origin, params }) => {
    if (params.login === caller.login) throw badRequest('You cannot disable your own account')
    await administeredUser(db, caller, params.login)
    await changeUser(deps, caller, origin, params.login, { status: 'Locked' })
  })

  route(contract.setPassword, async ({ caller, origin, params, input, session }) => {
    const user = await administeredUser(db, caller, params.login)
    const kept = session.token && deps.secrets.lookup('session', session.token)
    await setPassword(deps, caller, origin, user, input.password, kept)
  })

  route(contract.getKey, async ({ caller, params }) => {
    const user = await keyHolder(db, caller, params.login)
    const row = await findSealedKey(db, scopeOf(caller), user.login)
    if (!row?.key_sealed)
      throw badRequest(`User ${user.login} hasn't key; create one with key/renew`)
    return openKey(deps.secrets, user.login, row.key_sealed)
  })

  route(contract.renewKey, async ({ caller, origin, params }) =>
    saveKey(deps, caller, origin, await keyHolder(db, caller, params.login), newApiKey()),
  )

  route(contract.setKey, async ({ caller, origin, params, input }) => {
    checkKey(input.key)
    const user = await administeredUser(db, caller, params.login)
    return saveKey(deps, caller, origin, user, input.key)
  })

  route(contract.deleteKey, async ({ caller, origin, params }) =>
    removeKey(deps, caller, origin, await administeredUser(db, caller, params.login)),
  )
}
