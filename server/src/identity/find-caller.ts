import type { Deps } from '../deps.ts'
import type { FindCaller } from '../http/authenticate.ts'
import { callerByServiceKey } from './service-account.ts'
import { callerBySession } from './session/sessions.ts'
import { signIn } from './session/sign-in.ts'
import { admitDuringSetup } from './setup/first-user.ts'
import { findByKeyHash } from './users/store.ts'
import { toCaller } from './users/views.ts'

/** What the door asks: credentials in, caller out. */
export const findCaller = (deps: Deps): FindCaller => ({
  bySession: (token, prolong) => callerBySession(deps, token, prolong),
  async byKey(key) {
    const row = await findByKeyHash(deps.db, deps.secrets.lookup('api-key', key))
    return row && toCaller(row, 'key')
  },
  byServiceKey: (key) => callerByServiceKey(deps, key),
  async byPassword(login, password, origin) {
    return (await signIn(deps, login, password, origin, 'basic'))?.caller
  },
  duringSetup: (token, isLocal) => admitDuringSetup(deps, token, isLocal),
})
