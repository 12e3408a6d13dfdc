import { type Caller, scopeOf } from '../../domain/caller.ts'
import { notAllowed, notFound } from '../../domain/errors.ts'
import { mayAdministerUser } from '../../domain/user-rules.ts'
import type { Db } from '../../storage/database.ts'
import { findUser, type UserRow } from './store.ts'

/** Any user for superadmin, colleagues for other users; others do not exist. */
export async function visibleUser(db: Db, caller: Caller, login: string): Promise<UserRow> {
  const user = await findUser(db, scopeOf(caller), login)
  // guard: server/test/api/user-keys.test.ts
  if (!user) throw notFound('user', login)
  return user
}

export async function administeredUser(db: Db, caller: Caller, login: string): Promise<UserRow> {
  const user = await visibleUser(db, caller, login)
  // guard: server/test/api/user-keys.test.ts
  if (!mayAdministerUser(caller, user))
    throw notAllowed('You are not authorized to perform this operation')
  return user
}

/** For keys: the caller, or a user whom the caller administers. */
export const keyHolder = (db: Db, caller: Caller, login: string): Promise<UserRow> =>
  caller.login === login ? visibleUser(db, caller, login) : administeredUser(db, caller, login)
