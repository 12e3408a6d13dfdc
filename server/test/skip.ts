import { TestRunner } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** Why it was skipped; `scripts/test.ts` shows it. */
    reason?: string
  }
}

/** Ends the running test as skipped. */
export function skipTest(reason: string): never {
  const test = TestRunner.getCurrentTest()
  if (test) test.meta.reason = reason
  test?.context.skip(reason)
  throw new Error(reason)
}
