import { type BlobStore, BlobsUnavailable } from './store.ts'

const everyMs = 10_000

/** Callers read nothing but "try again"; the reason is for the log, now and then while it lasts. */
export function logTrouble(
  store: BlobStore,
  log: { warn(details: object, message: string): void } | undefined,
): BlobStore {
  let loggedAt = Number.NEGATIVE_INFINITY
  const watch = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      const isDue = performance.now() - loggedAt > everyMs
      if (error instanceof BlobsUnavailable && isDue) {
        loggedAt = performance.now()
        log?.warn({ err: error.cause }, 'file store unavailable')
      }
      throw error
    }
  }
  return {
    ...store,
    put: (file) => watch(store.put(file)),
    open: (sha256) => watch(store.open(sha256)),
    has: (sha256) => watch(store.has(sha256)),
    remove: (sha256, graceMs) => watch(store.remove(sha256, graceMs)),
    check: () => watch(store.check()),
  }
}
