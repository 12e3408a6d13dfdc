import type { Caller } from '../domain/caller.ts'
import type { Route } from '../http/route.ts'

/** Another process may have locked the user or taken the key away; it is noticed within this time. */
const lifeMs = 1_000
/** More keys than people have; beyond it everybody is looked up again. */
const maxEntries = 10_000

/**
 * Who called with which API key a moment ago, so that not every call asks the database. A change
 * made by this process counts at once, because it forgets everybody.
 */
export interface KnownCallers {
  find(key: string): Caller | undefined
  /** Taken before a look into the database, and handed to `remember` with what was found. */
  readonly age: number
  /** Does nothing when everybody was forgotten since: what was read may be the old state. */
  remember(key: string, caller: Caller, age: number): void
  forgetAll(): void
}

export function makeKnownCallers(now: () => number = () => performance.now()): KnownCallers {
  const entries = new Map<string, { readonly caller: Caller; readonly until: number }>()
  let age = 0
  return {
    get age() {
      return age
    },
    find(key) {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      if (now() < entry.until) return entry.caller
      entries.delete(key)
      return undefined
    },
    remember(key, caller, ageOfLook) {
      if (ageOfLook !== age) return
      if (entries.size >= maxEntries) entries.clear()
      entries.set(key, { caller, until: now() + lifeMs })
    },
    forgetAll() {
      age += 1
      entries.clear()
    },
  }
}

/** Whatever these routes change about users, keys or organizations holds before they answer. */
export const forgettingCallers =
  (route: Route, known: KnownCallers): Route =>
  (endpoint, handler) => {
    const forgetting = async (context: Parameters<typeof handler>[0]) => {
      try {
        return await handler(context)
      } finally {
        known.forgetAll()
      }
    }
    route(endpoint, endpoint.method === 'GET' ? handler : (forgetting as typeof handler))
  }
