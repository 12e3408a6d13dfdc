// A reporter of Vitest: writes what `test.ts` counts to the file that `TEST_REPORT` names.
import { writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import type { TestCase, TestModule } from 'vitest/node'
import { countErrors, type FileReport, type Report, type TestReport } from './test-verdict.ts'

const root = dirname(import.meta.dirname)

export default class TestReporter {
  /** Since when each file runs. */
  readonly #running = new Map<string, number>()

  onTestRunStart(): void {
    // A run that hangs, or is too slow for whoever waits, is stopped from outside: say where it was.
    process.once('SIGTERM', () => {
      for (const [path, since] of this.#running)
        console.log(`Not ended: ${path}, after ${Math.round((Date.now() - since) / 1000)} s`)
    })
  }

  onTestModuleStart({ moduleId }: TestModule): void {
    this.#running.set(relative(root, moduleId), Date.now())
  }

  onTestModuleEnd({ moduleId }: TestModule): void {
    this.#running.delete(relative(root, moduleId))
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    for (const module of modules.filter(isNotBegun))
      console.log(`No time was left for ${relative(root, module.moduleId)}`)
    const path = process.env.TEST_REPORT
    if (path === undefined) return
    const files = modules.map(fileReport)
    const report: Report = { files, errors: countErrors(files, errors.map(pathOf)) }
    writeFileSync(path, JSON.stringify(report))
  }
}

/** See `test-runner.ts`; the tests of a file that skips itself are skipped one by one. */
const isNotBegun = (module: TestModule) =>
  module.state() === 'skipped' &&
  [...module.children.allTests()].some((test) => test.result().state === 'pending')

/** The file that ran when an error came up that no test waited for. */
function pathOf(error: unknown): string | undefined {
  const path = (error as { VITEST_TEST_PATH?: unknown } | null)?.VITEST_TEST_PATH
  return typeof path === 'string' ? relative(root, path) : undefined
}

const fileReport = (module: TestModule): FileReport => ({
  path: relative(root, module.moduleId),
  isFailed: !module.ok(),
  cost: module.meta().cost,
  tests: [...module.children.allTests()].map(testReport),
})

function testReport(test: TestCase): TestReport {
  const { state } = test.result()
  const name = nameOf(test)
  // A test that never came to its end, or for which no time was left, has not passed.
  if (state === 'pending') return { name, status: 'failed' }
  if (state !== 'skipped') return { name, status: state }
  return { name, status: state, reason: test.meta().reason ?? reasonIn(name) }
}

function nameOf(test: TestCase): string {
  const names = [test.name]
  for (let at = test.parent; at.type === 'suite'; at = at.parent) names.unshift(at.name)
  return names.join(' ')
}

/** Of a journey the title says it: whole groups of them are skipped before they run. */
const reasonIn = (title: string) => /\(skipped: (.+?)\)(?: |$)/.exec(title)?.[1] ?? ''
