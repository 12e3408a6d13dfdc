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
  /** Its first error; a test that never finished has none. */
  readonly error?: string | undefined
}

export interface Skipped {
  readonly name: string
  readonly reason: string
}

export interface Tally {
  readonly passed: number
  /** By name: tests, files that could not be loaded, steps. */
  readonly failed: readonly string[]
  readonly skipped: readonly Skipped[]
  /** Failed, and passed when its file ran again, alone: counted as passed, and named. */
  readonly unstable: readonly string[]
}

/** More than a busy machine breaks. Then the code is broken, and to run it all again shows nothing. */
export const maxRunAgain = 60

/** How often a failed file runs again, alone. */
export const maxRounds = 2

/**
 * A failed test leaves work behind that is no longer waited for: its errors in the same file, such
 * as an unhandled rejection, are not a second error.
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

/** What runs again: nothing after a crash, which no file is to blame for. */
export function filesToRunAgain(report: Report): string[] {
  const failed = failedFiles(report)
  return report.errors > 0 || failed.length > maxRunAgain ? [] : failed
}

/** `again` are the reports of the files that failed, each time that they ran again; `code` is that of the first run. */
export function judge(first: Report, code: number, again: readonly Report[] = []): Tally {
  const rerunsOf = (path: string) =>
    again.flatMap(({ files }) => files.filter((file) => file.path === path))
  let passed = 0
  const failed: string[] = []
  const skipped: Skipped[] = []
  const unstable: string[] = []
  for (const file of first.files) {
    const reruns = rerunsOf(file.path)
    const failedBefore = file.tests.filter(({ status }) => status === 'failed')
    for (const test of file.tests) {
      const name = `${file.path}: ${test.name}`
      if (test.status === 'skipped') skipped.push({ name, reason: test.reason ?? '' })
      else if (test.status === 'passed') passed += 1
      else if (reruns.some((rerun) => hasPassed(rerun, test.name))) {
        passed += 1
        unstable.push(name)
      } else failed.push(isRenamed(reruns, test.name) ? `${name} (${renamed})` : name)
    }
    // A file that cannot be loaded, or fails outside its tests, fails as one.
    if (file.isFailed && failedBefore.length === 0) {
      const isFine = reruns.some(({ isFailed, tests }) => !isFailed && tests.length > 0)
      ;(isFine ? unstable : failed).push(file.path)
    }
  }
  // A crash, an error outside every test, or a run without any test: never a success.
  const isExplained = first.errors === 0 && (code === 0 || failedFiles(first).length > 0)
  const isBroken =
    !isExplained || again.some(({ errors }) => errors > 0) || passed + failed.length === 0
  if (failed.length === 0 && isBroken) failed.push('the run: an error outside of every test')
  return { passed, failed, skipped, unstable }
}

const renamed =
  'its file passed when it ran again, but without a test of this name: let no name change'

/** A name with a number that changes, such as a seed or a port, is never found again. */
const isRenamed = (reruns: readonly FileReport[], name: string) =>
  reruns.some(({ isFailed, tests }) => !isFailed && tests.every((test) => test.name !== name))

/** Several tests may have one name; then all of them must have passed. */
function hasPassed(file: FileReport, name: string): boolean {
  const same = file.tests.filter((test) => test.name === name)
  return same.length > 0 && same.every(({ status }) => status === 'passed')
}

/**
 * Tests that were skipped for something that is installed, as CI does it: `packages` are names of
 * Debian, and a reason ends with how to install what it misses.
 */
export const skippedInSpite = (skipped: readonly Skipped[], packages: readonly string[]) =>
  skipped.filter(({ reason }) =>
    packages.some(
      (name) => reason.match(/apt-get install (\S+)/)?.[1]?.replace(/[).,;]+$/, '') === name,
    ),
  )
