import type { Deps } from '../deps.ts'
import type { Caller } from '../domain/caller.ts'
import type { FindCaller } from '../http/authenticate.ts'
import { callerByNamedKey } from './api-keys/find.ts'
import type { KnownCallers } from './known-callers.ts'
import { callerByServiceKey, onceOnly } from './service-account.ts'
import { rememberSource } from './session/known-sources.ts'
import { refuseBarePassword } from './session/second-step.ts'
import { callerBySession } from './session/sessions.ts'
import { signIn } from './session/sign-in.ts'
import { admitDuringSetup } from './setup/first-user.ts'
import { findByKeyHash } from './users/store.ts'
import { toCaller } from './users/views.ts'

/** What the HTTP layer asks: credentials in, caller out. */
export const findCaller = (
  deps: Deps,
  known: KnownCallers,
  isFirstUse = onceOnly(),
): FindCaller => ({
  bySession: (token, prolong) => callerBySession(deps, token, prolong),
  byKnownKey: known.find,
  byKey: lookByKey(deps, known),
  byServiceKey: (key) => callerByServiceKey(deps, key, isFirstUse),
  async byPassword(login, password, origin) {
    const found = await signIn(deps, login, password, origin, 'basic')
    if (!found) return undefined
    await refuseBarePassword(deps, found.user, origin)
    // No device: programs keep no cookies.
    await rememberSource(deps, found.caller.login, origin)
    return found.caller
  },
  duringSetup: (token, isLocal) => admitDuringSetup(deps, token, isLocal),
})

interface Look {
  readonly age: number
  readonly caller: Promise<Caller | undefined>
}

/** A hundred calls with one key at the same moment look once, unless rights changed since. */
function lookByKey(deps: Deps, known: KnownCallers): FindCaller['byKey'] {
  const looks = new Map<string, Look>()
  const find = async (key: string, age: number) => {
    const row = await findByKeyHash(deps.db, deps.secrets.lookup('api-key', key))
    const caller = row ? toCaller(row, 'key') : await callerByNamedKey(deps, key)
    if (!caller) return undefined
    known.remember(key, caller, age)
    return caller
  }
  return (key) => {
    const { age } = known
    const underWay = looks.get(key)
    if (underWay?.age === age) return underWay.caller
    const look: Look = {
      age,
      caller: find(key, age).finally(() => {
        if (looks.get(key) === look) looks.delete(key)
      }),
    }
    looks.set(key, look)
    return look.caller
  }
}
