import type { Deps } from '../deps.ts'
import type { FindCaller } from '../http/authenticate.ts'
import type { KnownCallers } from './known-callers.ts'
import { callerByServiceKey } from './service-account.ts'
import { rememberSource } from './session/known-sources.ts'
import { callerBySession } from './session/sessions.ts'
import { signIn } from './session/sign-in.ts'
import { admitDuringSetup } from './setup/first-user.ts'
import { findByKeyHash } from './users/store.ts'
import { toCaller } from './users/views.ts'

/** What the HTTP layer asks: credentials in, caller out. */
export const findCaller = (deps: Deps, known: KnownCallers): FindCaller => ({
  bySession: (token, prolong) => callerBySession(deps, token, prolong),
  byKnownKey: known.find,
  async byKey(key) {
    const { age } = known
    const row = await findByKeyHash(deps.db, deps.secrets.lookup('api-key', key))
    if (!row) return undefined
    const caller = toCaller(row, 'key')
    known.remember(key, caller, age)
    return caller
  },
  byServiceKey: (key) => callerByServiceKey(deps, key),
  async byPassword(login, password, origin) {
    const found = await signIn(deps, login, password, origin, 'basic')
    // No device: programs keep no cookies.
    if (found) await rememberSource(deps, login, origin)
    return found?.caller
  },
  duringSetup: (token, isLocal) => admitDuringSetup(deps, token, isLocal),
})
