// A reporter of Vitest: says as it goes which files are done and what failed, and writes what `test.ts`
// counts to the file that `TEST_REPORT` names.
import { writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import type { SerializedError, TestCase, TestModule, TestSpecification } from 'vitest/node'
import { inSeconds } from './test-times.ts'
import { countErrors, type FileReport, type Report, type TestReport } from './test-verdict.ts'

const root = dirname(import.meta.dirname)

export default class TestReporter {
  /** Since when each file runs. */
  readonly #running = new Map<string, number>()
  #files = 0
  #done = 0

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#files = specifications.length
    // A run that hangs, or is too slow for its caller, is stopped from outside: say where it was.
    process.once('SIGTERM', () => {
      for (const [path, since] of this.#running)
        console.log(`Not ended: ${path}, after ${inSeconds(Date.now() - since)}`)
    })
  }

  onTestModuleStart({ moduleId }: TestModule): void {
    this.#running.set(relative(root, moduleId), Date.now())
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result()
    if (state !== 'failed') return
    console.log(`✗ ${relative(root, test.module.moduleId)}: ${nameOf(test)}`)
    for (const error of errors) console.log(describeError(error))
  }

  onTestModuleEnd(module: TestModule): void {
    const path = relative(root, module.moduleId)
    const since = this.#running.get(path) ?? Date.now()
    this.#running.delete(path)
    this.#done += 1
    for (const error of module.errors()) console.log(`✗ ${path}\n${describeError(error)}`)
    // A hook that fails leaves its tests without a result: only the group knows why.
    for (const suite of module.children.allSuites())
      for (const error of suite.errors())
        console.log(`✗ ${path}: ${suite.fullName}\n${describeError(error)}`)
    const mark = module.ok() ? '✓' : '✗'
    const tests = [...module.children.allTests()].length
    const place = `${this.#done}/${this.#files}`.padStart(9)
    console.log(`${place} ${mark} ${path} (${tests}, ${inSeconds(Date.now() - since)})`)
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    for (const error of errors) console.log(`✗ outside of every test\n${describeError(error)}`)
    for (const module of modules.filter(isNotBegun))
      console.log(`No time was left for ${relative(root, module.moduleId)}`)
    const path = process.env.TEST_REPORT
    if (path === undefined) return
    const files = modules.map(fileReport)
    const report: Report = { files, errors: countErrors(files, errors.map(pathOf)) }
    writeFileSync(path, JSON.stringify(report))
  }
}

const maxErrorLength = 20_000

function describeError({ name, message, diff, stack = '' }: SerializedError): string {
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line) && isOurs(line))
  const text = [`${name ?? 'Error'}: ${message}`, ...(diff ? [diff] : []), ...frames.slice(0, 8)]
  return text.join('\n').slice(0, maxErrorLength)
}

const isOurs = (frame: string) => !/node_modules|node:internal/.test(frame)

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
  const result = test.result()
  const { state } = result
  const name = nameOf(test)
  // A test that never finished, or for which no time was left, has not passed.
  if (state === 'pending') return { name, status: 'failed' }
  if (state === 'failed') return { name, status: state, error: result.errors[0]?.message ?? '' }
  if (state === 'passed') return { name, status: state }
  return { name, status: state, reason: result.note ?? reasonIn(name) }
}

function nameOf(test: TestCase): string {
  const names = [test.name]
  for (let at = test.parent; at.type === 'suite'; at = at.parent) names.unshift(at.name)
  return names.join(' ')
}

/** Groups that are skipped before they run say it in their title. */
const reasonIn = (title: string) => /\(skipped: (.+?)\)(?: |$)/.exec(title)?.[1] ?? ''
