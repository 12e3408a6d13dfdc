import { Failure } from './failure.ts'

/**
 * One unreadable file of the user must not hide what the others say, and must not be skipped silently.
 * Without any other it is a failure, as before.
 */
export function unusableFiles() {
  const reasons: string[] = []
  return {
    /** For `full.incomplete`. */
    reasons,
    async attempt<T>(read: () => T | Promise<T>): Promise<T | undefined> {
      try {
        return await read()
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        reasons.push(error.message)
        return undefined
      }
    },
    failIfNothingElse(usable: number): void {
      const [first] = reasons
      if (first !== undefined && usable === 0) throw new Failure(first)
    },
  }
}
