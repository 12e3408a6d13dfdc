import { type Caller, type Origin, scopeOf } from '../../domain/caller.ts'
import { AppError } from '../../domain/errors.ts'
import { createUser, type NewUser } from '../../identity/users/create.ts'
import { findUser, type UserRow } from '../../identity/users/store.ts'
import type { PlatformDeps } from '../deps.ts'

/**
 * Clients of TheHive create a user again and expect the present one, unchanged. Only one whom the caller sees in
 * that organization: any other login is taken.
 */
export async function createOrFind(
  deps: PlatformDeps,
  caller: Caller,
  origin: Origin,
  input: NewUser,
): Promise<UserRow> {
  try {
    return await createUser(deps, caller, origin, input)
  } catch (error) {
    // guard: server/test/platform/users.test.ts
    if (!(error instanceof AppError && error.type === 'ConflictError')) throw error
    const present = await findUser(deps.db, scopeOf(caller), input.login)
    // guard: server/test/platform/users.test.ts
    if (!present || present.organization !== input.organization) throw error
    return present
  }
}
