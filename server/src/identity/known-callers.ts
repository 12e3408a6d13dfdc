import type { Caller } from '../domain/caller.ts'

/** If another process's message about a revoked key is lost, it is noticed by then. */
const lifeMs = 1_000
/** More keys than users have; beyond it all are looked up again. */
const maxEntries = 10_000

/**
 * Recent callers by API key, so not every call asks the database. Every change of rights, see
 * `access.ts`, clears it.
 */
export interface KnownCallers {
  find(key: string): Caller | undefined
  /** Taken before a database query, and passed to `remember` with the result. */
  readonly age: number
  /** Does nothing when the cache was cleared since: what was read may be outdated. */
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
