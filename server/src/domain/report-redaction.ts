import type { Confidential } from './confidential.ts'
import { removed } from './redaction.ts'
import { type Observable, type Report, type RunEnd, readReport } from './report.ts'
import { makeSearch, redactJson, redactText } from './secret-search.ts'

/** As `readReport`, without what a program repeats of the configuration that it was given. */
export function readRedacted(
  output: string | undefined,
  end: RunEnd,
  observable: Observable | undefined,
  { everywhere, inFailures }: Confidential,
): Report {
  const all = makeSearch(inFailures)
  const clean = output === undefined ? undefined : redactJson(output, makeSearch(everywhere))
  const report = readReport(clean, { ...end, tail: redactText(end.tail, all) }, observable)
  if (report.status === 'Failure') return { ...report, message: redactText(report.message, all) }
  return {
    ...report,
    // The rest of such an artifact is not an observable.
    artifacts: report.artifacts.filter((one) => !('data' in one) || one.data !== removed),
  }
}
