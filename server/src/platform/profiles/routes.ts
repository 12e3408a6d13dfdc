import { contract } from '@assay/contract'
import { badRequest, conflict, notFound } from '../../domain/errors.ts'
import {
  findProfile,
  type Profile,
  profiles,
  profileWith,
  unknownPermissions,
} from '../../domain/response/permissions.ts'
import type { Route } from '../../http/route.ts'
import type { PlatformDeps } from '../deps.ts'
import { bothVersions } from '../render/both-versions.ts'
import { profileV0, profileV1, profileViews } from './views.ts'

export function profileRoutes(route: Route, { db }: PlatformDeps): void {
  const both = bothVersions(route, db, profileViews)

  const permissions = [...new Set(profiles.flatMap((profile) => profile.permissions))].sort()
  route(contract.listPermissions, async () => permissions)
  route(contract.listProfiles, async () => profiles.map(profileV0))
  route(contract.listProfilesV1, async () => profiles.map(profileV1))
  both(contract.getProfile, contract.getProfileV1, async ({ params }) => requireProfile(params.id))

  both(contract.createProfile, contract.createProfileV1, async ({ input }) => {
    checkPermissions(input.permissions)
    if (findProfile(input.name)) throw conflict('profile', input.name)
    const same = profileWith(input.permissions ?? [])
    throw badRequest(
      `Profiles are fixed: ${names}, one per role. ${
        same ? `${same.name} has exactly these permissions` : 'None has exactly these permissions'
      }`,
    )
  })

  both(contract.updateProfile, contract.updateProfileV1, async ({ params, input }) => {
    const profile = requireProfile(params.id)
    checkPermissions(input.permissions)
    const isRenamed = input.name !== undefined && input.name !== profile.name
    const isOther = input.permissions !== undefined && profileWith(input.permissions) !== profile
    if (isRenamed || isOther)
      throw badRequest(
        `The profile ${profile.name} cannot be changed: profiles are fixed, one per role`,
      )
  })

  both(contract.deleteProfile, contract.deleteProfileV1, async ({ params }) => {
    const { name } = requireProfile(params.id)
    throw badRequest(`The profile ${name} cannot be deleted: profiles are fixed, one per role`)
  })
}

const names = profiles.map(({ name }) => name).join(', ')

function requireProfile(name: string): Profile {
  const profile = findProfile(name)
  if (!profile) throw notFound('profile', name)
  return profile
}

function checkPermissions(permissions: readonly string[] = []): void {
  const unknown = unknownPermissions(permissions)
  if (unknown.length > 0) throw badRequest(`Unknown permissions: ${unknown.join(', ')}`)
}
