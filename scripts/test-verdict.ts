import type { Cost } from './test-cost.ts'

/** What one run of Vitest says of its files; see `test-report.ts`. */
export interface Report {
  readonly files: readonly FileReport[]
  /** Errors outside of every test that `countErrors` finds no reason for. */
  readonly errors: number
}

export interface FileReport {
  /** From the root of the checkout. */
  readonly path: string
  /** Also when it could not be loaded, or failed outside of its tests. */
  readonly isFailed: boolean
  /** Missing where it could not be loaded. */
  readonly cost?: Cost | undefined
  readonly tests: readonly TestReport[]
}

export interface TestReport {
  readonly name: string
  readonly status: 'passed' | 'failed' | 'skipped'
  /** Why it was skipped. */
  readonly reason?: string | undefined
}

export interface Skipped {
  readonly name: string
  readonly reason: string
}

export interface Tally {
  readonly passed: number
  readonly failed: number
  readonly skipped: readonly Skipped[]
  /** Failed, and passed when its file ran once more, alone: counted as passed, and named. */
  readonly unstable: readonly string[]
}

/** More than a busy machine breaks. Then the code is broken, and to run it all again shows nothing. */
export const maxRunAgain = 60

/**
 * A test that fails leaves work behind whose end nobody waits for any more: what goes wrong with it in
 * the same file, such as a rejection that nobody handles, is no error of its own.
 */
export function countErrors(
  files: readonly FileReport[],
  errorPaths: readonly (string | undefined)[],
): number {
  const hasFailed = (path: string | undefined) =>
    files.some((file) => file.path === path && file.tests.some(({ status }) => status === 'failed'))
  return errorPaths.filter((path) => !hasFailed(path)).length
}

export const failedFiles = ({ files }: Report) =>
  files.filter(({ isFailed }) => isFailed).map(({ path }) => path)

/** What is run once more: nothing after a crash, which no file is to blame for. */
export function filesToRunAgain(first: Report): string[] {
  const failed = failedFiles(first)
  return first.errors > 0 || failed.length > maxRunAgain ? [] : failed
}

/** `second` is the report of the files that failed, if they ran again; `code` is that of the first run. */
export function judge(first: Report, code: number, second?: Report): Tally {
  const again = new Map(second?.files.map((file) => [file.path, file]))
  let [passed, failed] = [0, 0]
  const skipped: Skipped[] = []
  const unstable: string[] = []
  for (const file of first.files) {
    const rerun = again.get(file.path)
    const failedBefore = file.tests.filter(({ status }) => status === 'failed')
    for (const test of file.tests) {
      const name = `${file.path}: ${test.name}`
      if (test.status === 'skipped') skipped.push({ name, reason: test.reason ?? '' })
      else if (test.status === 'passed') passed += 1
      else if (hasPassed(rerun, test.name)) {
        passed += 1
        unstable.push(name)
      } else failed += 1
    }
    // A file that cannot be loaded, or fails outside its tests, fails as one.
    if (file.isFailed && failedBefore.length === 0) {
      if (rerun && !rerun.isFailed && rerun.tests.length > 0) unstable.push(file.path)
      else failed += 1
    }
  }
  // A crash, an error outside every test, or a run without any test: never a success.
  const isExplained = first.errors === 0 && (code === 0 || failedFiles(first).length > 0)
  const isBroken = !isExplained || (second?.errors ?? 0) > 0 || passed + failed === 0
  if (failed === 0 && isBroken) failed += 1
  return { passed, failed, skipped, unstable }
}

/** Several tests may have one name; then all of them must have passed. */
function hasPassed(file: FileReport | undefined, name: string): boolean {
  const same = file?.tests.filter((test) => test.name === name) ?? []
  return same.length > 0 && same.every(({ status }) => status === 'passed')
}
