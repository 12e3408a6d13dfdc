import type { Deps } from '../../deps.ts'
import { everyOrganization } from '../../domain/caller.ts'
import { notFound } from '../../domain/errors.ts'
import { operator, shellOrigin } from '../users/from-shell.ts'
import { findUser } from '../users/store.ts'
import { actorOf, resetSecondFactor } from './change.ts'

/** For an operator who lost phone and recovery codes. */
export async function resetSecondFactorFromShell(
  deps: Pick<Deps, 'db' | 'dialect' | 'clock' | 'bus'>,
  login: string,
): Promise<void> {
  const user = await findUser(deps.db, everyOrganization, login)
  if (!user) throw notFound('user', login)
  await resetSecondFactor(deps, actorOf(operator, shellOrigin), user)
}
