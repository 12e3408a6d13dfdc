// Runs the tests of a file unless the time of `TEST_MINUTES` is over, and records what the file cost.
// A shared machine may take ten times as long, and a run that is killed from outside proves nothing.
// What is left out is named at the end and counts as failed.
import { type RunnerTestFile, type RunnerTestSuite, TestRunner } from 'vitest'
import { type Cost, costOfTree, costSince } from './test-cost.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** Of a file: see `test-times.ts`. */
    cost?: Cost
  }
}

const endsAt = Number(process.env.TEST_ENDS_AT ?? Number.POSITIVE_INFINITY)

export default class TimedRunner extends TestRunner {
  #before: Cost | undefined

  override onCollectStart(file: RunnerTestFile): void {
    this.#before = costOfTree()
    super.onCollectStart(file)
  }

  override async onBeforeRunSuite(suite: RunnerTestSuite): Promise<void> {
    if ('filepath' in suite && Date.now() > endsAt) suite.mode = 'skip'
    await super.onBeforeRunSuite(suite)
  }

  override async onAfterRunSuite(suite: RunnerTestSuite): Promise<void> {
    await super.onAfterRunSuite(suite)
    if ('filepath' in suite && this.#before) suite.meta.cost = costSince(this.#before)
  }
}
