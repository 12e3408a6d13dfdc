import { TestRunner } from 'vitest'

/** Ends the running test as skipped; `scripts/test.ts` shows the reason. */
export function skipTest(reason: string): never {
  TestRunner.getCurrentTest()?.context.skip(reason)
  throw new Error(reason)
}
