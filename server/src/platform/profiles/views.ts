import type { ProfileV0, ProfileV1 } from '@assay/contract'
import { actors } from '../../domain/actors.ts'
import type { Profile } from '../../domain/response/permissions.ts'
import { keysV0, keysV1 } from '../render/parts.ts'
import { viewsOf } from '../render/views.ts'

/** They were always there. */
const originOf = ({ name }: Profile) => ({
  id: name,
  created_by: actors.setUp,
  created_at: 0,
  updated_by: null,
  updated_at: null,
})

const shown = ({ name, permissions, role }: Profile) => ({
  name,
  permissions: [...permissions],
  editable: false,
  isAdmin: role === 'superadmin',
})

export const profileV0 = (profile: Profile): ProfileV0 => ({
  ...keysV0(originOf(profile)),
  _type: 'profile',
  ...shown(profile),
})

export const profileV1 = (profile: Profile): ProfileV1 => ({
  ...keysV1(originOf(profile)),
  _type: 'Profile',
  ...shown(profile),
})

export const profileViews = viewsOf(profileV0, profileV1)
