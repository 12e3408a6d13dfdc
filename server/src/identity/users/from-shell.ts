import { contract } from '@assay/contract'
import { Compile } from 'typebox/compile'
import type { Deps } from '../../deps.ts'
import { actors } from '../../domain/actors.ts'
import { type Caller, everyOrganization, homeOrganization } from '../../domain/caller.ts'
import { badRequest, notFound } from '../../domain/errors.ts'
import { changeAccess } from '../access.ts'
import { audit } from '../audit/store.ts'
import { createUser } from './create.ts'
import { setPassword } from './passwords.ts'
import { findUser, updateUser } from './store.ts'

type ShellDeps = Pick<Deps, 'db' | 'dialect' | 'clock' | 'bus' | 'config'>

/** Anyone who can run the program on its data may do anything; the audit trail records it. */
export const operator: Caller = {
  login: actors.commandLine,
  organization: homeOrganization,
  roles: ['superadmin'],
  via: 'key',
}
export const shellOrigin = { address: 'command line', requestId: 'command line' }

export async function createFromShell(
  deps: ShellDeps,
  user: { login: string; name: string; organization: string; roles: readonly string[] },
  password: string,
): Promise<void> {
  const input = { ...user, roles: [...user.roles], password }
  const wrong = Compile(contract.createUser.input).Errors(input)[0]
  if (wrong) throw badRequest(`${wrong.instancePath.slice(1)} ${wrong.message}`)
  await createUser(deps, operator, shellOrigin, input as never)
}

/** Answers whether the user has a second factor, which stays. */
export async function resetFromShell(
  deps: ShellDeps,
  login: string,
  password: string,
  unlock: boolean,
): Promise<boolean> {
  const user = await findUser(deps.db, everyOrganization, login)
  if (!user) throw notFound('user', login)
  await setPassword(deps, operator, shellOrigin, user, password, undefined)
  if (unlock && user.status === 'Locked') await unlockUser(deps, login, user.organization)
  return user.second_factors !== null
}

async function unlockUser(deps: ShellDeps, login: string, organization: string): Promise<void> {
  const now = deps.clock.now()
  await changeAccess(deps, { login }, async (tx) => {
    await updateUser(tx, login, { status: 'Active', updated_at: now, updated_by: operator.login })
    await audit(tx, { login: operator.login, ...shellOrigin }, now, {
      action: 'user.update',
      objectType: 'user',
      objectId: login,
      organization,
      details: { status: 'Active' },
    })
  })
}
