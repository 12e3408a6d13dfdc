import type { Role, User } from '@assay/contract'
import { isActor } from '../../domain/actors.ts'
import type { Caller } from '../../domain/caller.ts'
import { authenticationFailure } from '../../domain/errors.ts'
import type { CallerRow, UserRow } from './store.ts'

export function userView(row: UserRow): User {
  return {
    _id: row.login,
    id: row.login,
    _type: 'user',
    _routing: row.login,
    _parent: null,
    name: row.name,
    organization: row.organization,
    roles: JSON.parse(row.roles),
    status: row.status,
    hasKey: Boolean(row.has_key),
    hasPassword: Boolean(row.has_password),
    hasSecondFactor: row.second_factors !== null,
    createdAt: row.created_at,
    createdBy: row.created_by,
    ...(row.avatar === null ? {} : { avatar: row.avatar }),
    ...(row.email === null ? {} : { email: row.email }),
    ...(row.updated_at === null ? {} : { updatedAt: row.updated_at }),
    ...(row.updated_by === null ? {} : { updatedBy: row.updated_by }),
  }
}

/** Refuses who has the name of an actor: an earlier version, or a backup of it, may hold such a user. */
export function toCaller(row: CallerRow, via: Caller['via']): Caller {
  // guard: server/test/security/attacks-names.test.ts
  if (isActor(row.login)) throw authenticationFailure()
  return {
    login: row.login,
    organization: row.organization,
    roles: JSON.parse(row.roles) as Role[],
    via,
  }
}

/** For users who signed in with a password. */
export const mustSetUpSecondFactor = (row: Pick<CallerRow, 'second_factor' | 'second_factors'>) =>
  row.second_factor === 'required' && row.second_factors === null

/** Preferences are the page's own text; what does not parse is shown as empty. */
export function preferencesView(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {}
  } catch {
    return {}
  }
}
