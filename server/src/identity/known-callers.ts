import type { Caller } from '../domain/caller.ts'

/** Should the message of another process that took a key away be lost, it is noticed by then. */
const lifeMs = 1_000
/** More keys than people have; beyond it everybody is looked up again. */
const maxEntries = 10_000

/**
 * Who called with which API key a moment ago, so that not every call asks the database. With every
 * change of somebody's rights, see `access.ts`, everybody is forgotten.
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
      // guard (open = true): known-callers.test.ts
      if (now() < entry.until) return entry.caller
      entries.delete(key)
      return undefined
    },
    remember(key, caller, ageOfLook) {
      // guard: known-callers.test.ts
      if (ageOfLook !== age) return
      // guard: known-callers.test.ts
      if (entries.size >= maxEntries) entries.clear()
      entries.set(key, { caller, until: now() + lifeMs })
    },
    forgetAll() {
      age += 1
      entries.clear()
    },
  }
}
