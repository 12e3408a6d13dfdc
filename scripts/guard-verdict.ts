// What the run of a test file says of the guard that was broken for it. Only a test that failed has caught
// it: a file that cannot be loaded, a crash and a time-out say nothing of the guard.
import type { Report, TestReport } from './test-verdict.ts'

export interface Run {
  /** Missing where Vitest ended without one. */
  readonly report: Report | undefined
  /** It took so long that it was stopped. */
  readonly isStopped: boolean
  /** The source of the guard was loaded. */
  readonly isSeen: boolean
}

export type Verdict =
  | { readonly is: 'caught'; readonly by: string }
  | { readonly is: 'survived' }
  | { readonly is: 'error'; readonly why: string }

const error = (why: string): Verdict => ({ is: 'error', why })

/** Of Vitest: a test, a hook, or something that a test waits for. */
const isTimeOut = ({ error: message = '' }: TestReport) =>
  /^(?:Test|Hook) timed out in |^Timed out in wait/.test(message)

/** Why a file that runs like this without a broken guard proves nothing, or undefined. */
export function baselineProblem({ report, isStopped }: Omit<Run, 'isSeen'>): string | undefined {
  if (isStopped) return 'the test file does not end'
  const tests = report?.files.flatMap((file) => file.tests) ?? []
  if (!report || report.errors > 0 || report.files.some(({ isFailed }) => isFailed))
    return 'the test file fails as it is'
  if (!tests.some(({ status }) => status === 'passed')) return 'no test of the file runs here'
  return undefined
}

export function verdictOf({ report, isStopped, isSeen }: Run): Verdict {
  if (isStopped) return error('the test file did not end')
  if (!report) return error('Vitest ended without a report')
  if (!isSeen) return error('the test file does not load the source')
  const tests = report.files.flatMap((file) => file.tests)
  const failed = tests.filter((test) => test.status === 'failed' && test.error !== undefined)
  const caught = failed.find((test) => !isTimeOut(test))
  if (caught) return { is: 'caught', by: caught.name }
  if (failed.length > 0) return error(`a time-out: ${failed[0]?.name}`)
  if (report.errors > 0 || report.files.some(({ isFailed }) => isFailed))
    return error('the test file failed outside of its tests')
  if (tests.length === 0) return error('the test file has no tests')
  return { is: 'survived' }
}

export const wantedShare = 0.9

/** Whether so many are enough; what could not be tried was not caught. */
export const isEnough = (verdicts: readonly Verdict[], share = wantedShare) =>
  verdicts.filter(({ is }) => is === 'caught').length >= share * verdicts.length
