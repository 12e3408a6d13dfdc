import { actors } from '../../domain/actors.ts'
import { type Caller, homeOrganization } from '../../domain/caller.ts'
import type { Db } from '../../storage/database.ts'
import type { UserRow } from './store.ts'

/** The set-up of an empty installation acts under this name. */
export const setupLogin = actors.setUp

/**
 * The platform account that the set-up created next to the person's own. Not shown to others:
 * organizations need not know who runs the platform.
 */
export async function platformLoginFor(
  db: Db,
  caller: Caller,
  user: Pick<UserRow, 'created_by'>,
): Promise<string | undefined> {
  if (user.created_by !== setupLogin || !caller.roles.includes('orgadmin')) return undefined
  const account = await db
    .selectFrom('users')
    .select('login')
    .where('created_by', '=', setupLogin)
    .where('organization', '=', homeOrganization)
    .where('status', '=', 'Active')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return account?.login
}
