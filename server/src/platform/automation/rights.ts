import type { Role } from '@assay/contract'
import { type Said, said } from '../../domain/automation/sentences.ts'
import type { Caller } from '../../domain/caller.ts'
import { findLogin } from '../../identity/users/store.ts'
import type { Db } from '../../storage/database.ts'
import type { RuleRow } from './store.ts'

type Of = Pick<RuleRow, 'organization' | 'run_as' | 'saver_roles'>

interface Acts {
  readonly id: string
  /** Who wrote what it does. */
  readonly author: string
}

/**
 * With the rights that the user has now, and never more than the person had who saved the rule: a rule must not be a
 * way to do what one may not.
 */
// guards: server/test/automation/rules-rights.test.ts
export async function callerOf(
  db: Db,
  { organization, run_as, saver_roles }: Of,
  run: Acts,
): Promise<Caller | undefined> {
  const user = await findLogin(db, run_as)
  if (user?.organization !== organization) return undefined
  if (user.status !== 'Active' || user.organization_status !== 'Active') return undefined
  const saver = JSON.parse(saver_roles) as Role[]
  const roles = (JSON.parse(user.roles) as Role[]).filter((role) => saver.includes(role))
  if (!roles.includes('analyze')) return undefined
  return {
    login: user.login,
    organization,
    roles,
    via: 'key',
    asks: { login: user.login, kind: 'rule', cause: run.id, author: run.author },
  }
}

/** Why a rule has no one to act for, if so. */
export const runAsProblem = async (db: Db, row: Of): Promise<Said | undefined> =>
  (await callerOf(db, row, { id: '', author: '' }))
    ? undefined
    : said('stopped.runAs', { login: row.run_as })
