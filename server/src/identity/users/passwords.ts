import type { Deps } from '../../deps.ts'
import type { Caller, Origin } from '../../domain/caller.ts'
import { badRequest } from '../../domain/errors.ts'
import { ldapDirectories } from '../../settings/ldap-directories.ts'
import { changeAccess } from '../access.ts'
import { audit } from '../audit/store.ts'
import { deleteSessionsOf } from '../end-sessions.ts'
import { directoryIssuer, issuersOf } from '../identities.ts'
import { newPasswordHash } from './new-password.ts'
import { type UserRow, updateUser } from './store.ts'

/**
 * Ends every session of the user but the one that asked, named by its hash: an old password may have
 * been stolen.
 */
export async function setPassword(
  deps: Pick<Deps, 'db' | 'bus' | 'clock' | 'config'>,
  caller: Caller,
  origin: Origin,
  user: UserRow,
  password: string,
  keptSession: string | undefined,
): Promise<void> {
  await refuseOfDirectory(deps, user.login)
  const passwordHash = await newPasswordHash(user.login, password)
  const now = deps.clock.now()
  await changeAccess(deps, { login: user.login }, async (tx) => {
    await updateUser(tx, user.login, {
      password_hash: passwordHash,
      updated_at: now,
      updated_by: caller.login,
    })
    await deleteSessionsOf(tx, user.login, keptSession)
    await audit(tx, { login: caller.login, ...origin }, now, {
      action: 'user.password.set',
      objectType: 'user',
      objectId: user.login,
      organization: user.organization,
    })
  })
}

/**
 * It would still work after the directory locks the account. A directory that was removed is no
 * obstacle.
 */
async function refuseOfDirectory({ db, config }: Pick<Deps, 'db' | 'config'>, login: string) {
  const issuers = await issuersOf(db, login)
  const directory = ldapDirectories(config).find((one) =>
    issuers.includes(directoryIssuer(one.name)),
  )
  if (directory)
    throw badRequest(
      `The password of ${login} is managed in the directory ${directory.name}. Change it there`,
    )
}
