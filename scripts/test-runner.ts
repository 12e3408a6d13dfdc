// Runs the tests of a file unless the time of `TEST_MINUTES` is over. A machine that others use may take
// ten times as long, and a run that is ended from outside says nothing about anything. What is left out
// is named at the end and counts as failed.
import { type RunnerTestSuite, TestRunner } from 'vitest'

const endsAt = Number(process.env.TEST_ENDS_AT ?? Number.POSITIVE_INFINITY)

export default class TimedRunner extends TestRunner {
  override async onBeforeRunSuite(suite: RunnerTestSuite): Promise<void> {
    if ('filepath' in suite && Date.now() > endsAt) suite.mode = 'skip'
    await super.onBeforeRunSuite(suite)
  }
}
