import { Readable } from 'node:stream'
import { contract } from '@assay/contract'
import type { Caller } from '../../domain/caller.ts'
import { badRequest, notFound } from '../../domain/errors.ts'
import { isMailAddress } from '../../domain/mail-address.ts'
import { findProfile, permissionsOf, profileOf } from '../../domain/response/permissions.ts'
import type { Route } from '../../http/route.ts'
import { audit } from '../../identity/audit/store.ts'
import { forgetAttempts } from '../../identity/session/attempts.ts'
import { administeredUser, visibleUser } from '../../identity/users/find.ts'
import { removeUser } from '../../identity/users/remove.ts'
import type { UserRow } from '../../identity/users/store.ts'
import { changeUser, type UserChange } from '../../identity/users/update.ts'
import type { PlatformDeps } from '../deps.ts'
import { avatarHash, pictureOf, storedAvatar } from './avatar.ts'
import { createOrFind } from './create-or-find.ts'
import { userV1 } from './views.ts'

/** Users in version 1. Who may do what, and what is written down, is decided by `identity`. */
export function userRoutes(route: Route, deps: PlatformDeps): void {
  const { db } = deps

  route(contract.createUserV1, async ({ caller, origin, input }) => {
    const { profile, organisation, avatar, email, ...rest } = input
    const row = await createOrFind(deps, caller, origin, {
      ...rest,
      roles: rolesOf(profile),
      organization: organisation ?? caller.organization,
      ...(avatar === undefined ? {} : { avatar: storedAvatar(avatar) }),
      ...(email != null && isStorable(email) ? { email } : {}),
    })
    return userV1(row)
  })

  route(contract.currentUserV1, async ({ caller, setHeader }) => {
    setHeader('X-Organisation', headerText(caller.organization))
    setHeader('X-Permissions', permissionsOf(caller.roles).join(','))
    return userV1(await visibleUser(db, caller, caller.login))
  })

  route(contract.getUserV1, async ({ caller, params }) =>
    userV1(await visibleUser(db, caller, params.login)),
  )

  route(contract.updateUserV1, async ({ caller, origin, params, input, refuseChanges }) => {
    const user = await visibleUser(db, caller, params.login)
    await refuseChanges(async () => userV1(user))
    await changeUser(deps, caller, origin, params.login, changeOf(user, input))
  })

  route(contract.setUserOrganisations, async ({ caller, origin, params, input }) => {
    const [only, ...others] = input.organisations
    if (only === undefined || others.length > 0)
      throw badRequest(
        `A user belongs to one organization: send one, not ${input.organisations.length}`,
      )
    const user = await visibleUser(db, caller, params.login)
    const { organisation, profile } = only
    const change = changeOf(user, { organisation, profile })
    const changed = await changeUser(deps, caller, origin, params.login, change)
    return { organisations: userV1(changed).organisations }
  })

  route(contract.removeUser, ({ caller, origin, params }) =>
    removeUser(deps, caller, origin, params.login),
  )

  route(contract.resetAttempts, async ({ caller, origin, params: { login } }) => {
    const { organization } = await administeredUser(db, caller, login)
    await db.transaction().execute(async (tx) => {
      await forgetAttempts(tx, login)
      await audit(tx, { login: caller.login, ...origin }, deps.clock.now(), {
        action: 'user.resetAttempts',
        objectType: 'user',
        objectId: login,
        organization,
      })
    })
  })

  route(contract.getAvatar, async ({ caller, params }) => {
    const { type, bytes } = await pictureAt(caller, params)
    return {
      stream: Readable.from([bytes]),
      headers: {
        'content-type': type,
        'content-length': bytes.length,
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'private, max-age=86400',
      },
    }
  })

  async function pictureAt(caller: Caller, { login, hash }: { login: string; hash: string }) {
    const { avatar } = await visibleUser(db, caller, login)
    const picture = avatar !== null && avatarHash(avatar) === hash && pictureOf(avatar)
    if (!picture) throw notFound('avatar', hash)
    return picture
  }
}

/** A header holds ASCII; names may be in any script. */
export const headerText = (name: string) =>
  /^[\x20-\x7e]*$/.test(name) ? name : encodeURIComponent(name)

function rolesOf(name: string): string[] {
  const profile = findProfile(name)
  if (!profile) throw notFound('profile', name)
  return [profile.role]
}

interface ChangeV1 {
  name?: string
  profile?: string
  organisation?: string
  locked?: boolean
  avatar?: string | null
  email?: string | null
  password?: unknown
}

/** Clients of TheHive may send anything here, which was ignored before addresses were stored. */
const isStorable = (email: string | null): boolean =>
  email === null || email.trim() === '' || isMailAddress(email.trim())

/**
 * Clients send whole objects back, and users may not change their own profile: unchanged values are
 * left out.
 */
function changeOf(user: UserRow, input: ChangeV1): UserChange {
  const { name, profile, organisation, locked, avatar, email, password } = input
  const isLocked = user.status === 'Locked'
  const shown = userV1(user).avatar
  return {
    ...(name !== undefined && { name }),
    ...(profile !== undefined &&
      profile !== profileOf(JSON.parse(user.roles)) && { roles: rolesOf(profile) }),
    ...(organisation !== undefined &&
      organisation !== user.organization && { organization: organisation }),
    ...(locked !== undefined && locked !== isLocked && { status: locked ? 'Locked' : 'Active' }),
    ...(avatar !== undefined &&
      avatar !== shown && { avatar: avatar === null ? null : storedAvatar(avatar) }),
    ...(email !== undefined && isStorable(email) && { email }),
    ...(password !== undefined && { password }),
  }
}
