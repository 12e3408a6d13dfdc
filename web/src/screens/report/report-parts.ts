import { asText, isRecord, type Taxonomy, taxonomiesOf } from '../../base/model/levels.ts'

/** What every report has in common, whatever was written into it. */
export interface ReportParts {
  taxonomies: Taxonomy[]
  /** What the worker found, in its own shape. */
  findings: unknown
  operations: readonly unknown[]
  /** Why there is no finding. */
  errorMessage: string | undefined
}

/** Names that belong to the envelope; a report without `full` has its findings next to them. */
const envelope = new Set([
  'success',
  'summary',
  'artifacts',
  'operations',
  'errorMessage',
  'input',
  'full',
])

export function partsOfReport(report: unknown): ReportParts {
  if (!isRecord(report)) {
    return { taxonomies: [], findings: report, operations: [], errorMessage: undefined }
  }
  const own = (key: string) => (Object.hasOwn(report, key) ? report[key] : undefined)
  const summary = own('summary')
  const others = Object.entries(report).filter(([key]) => !envelope.has(key))
  const operations = own('operations')
  return {
    taxonomies: taxonomiesOf(isRecord(summary) ? summary.taxonomies : undefined),
    findings: own('full') ?? Object.fromEntries(others),
    operations: Array.isArray(operations) ? operations : [],
    errorMessage: own('success') === false ? asText(own('errorMessage')) : undefined,
  }
}
