import type { UserV0, UserV1 } from '@assay/contract'
import { permissionsOf, profileOf } from '../../domain/response/permissions.ts'
import { accountColumns, type UserRow } from '../../identity/users/store.ts'
import { keysV1, withoutNulls } from '../render/parts.ts'
import { each, type Views } from '../render/views.ts'
import { avatarHash, pictureOf } from './avatar.ts'

/** What a query reads: hashes only tell whether there is a key or password. */
export type QueriedUser = Omit<UserRow, 'avatar' | 'has_key' | 'has_password'> & {
  key_hash: string | null
  password_hash: string | null
}

export const userColumns = [
  ...accountColumns,
  'key_hash',
  'password_hash',
  'second_factors',
] as const

export function userV1(row: UserRow): UserV1 {
  const roles: string[] = JSON.parse(row.roles)
  const profile = profileOf(roles)
  return {
    ...keysV1({ ...row, id: row.login }),
    _type: 'User',
    login: row.login,
    name: row.name,
    ...(row.email === null ? {} : { email: row.email }),
    hasKey: Boolean(row.has_key),
    hasPassword: Boolean(row.has_password),
    hasMFA: row.second_factors !== null,
    locked: row.status === 'Locked',
    profile,
    permissions: [...permissionsOf(roles)],
    roles,
    organisation: row.organization,
    organisations: [
      {
        organisationId: row.organization,
        organisation: row.organization,
        profile,
        default: true,
      },
    ],
    ...(row.avatar !== null && pictureOf(row.avatar) && { avatar: pathOf(row.login, row.avatar) }),
    extraData: {},
  }
}

const pathOf = (login: string, avatar: string) =>
  `/api/v1/user/${encodeURIComponent(login)}/avatar/${avatarHash(avatar)}`

const whole = ({ key_hash, password_hash, ...row }: QueriedUser): UserRow => ({
  ...row,
  avatar: null,
  has_key: key_hash !== null,
  has_password: password_hash !== null,
})

/** Version 0; without a version `/api/user` is the engine's. */
export const userV0 = (row: UserRow): UserV0 => ({
  _id: row.login,
  id: row.login,
  _type: 'user',
  login: row.login,
  name: row.name,
  roles: JSON.parse(row.roles),
  organisation: row.organization,
  hasKey: Boolean(row.has_key),
  status: row.status === 'Locked' ? 'Locked' : 'Ok',
  locked: row.status === 'Locked',
  createdBy: row.created_by,
  createdAt: row.created_at,
  ...withoutNulls({ updatedBy: row.updated_by, updatedAt: row.updated_at }),
})

export const userViews: Views<QueriedUser> = {
  v0: each((row) => userV0(whole(row))),
  v1: each((row) => userV1(whole(row))),
}
