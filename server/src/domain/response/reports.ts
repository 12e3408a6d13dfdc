import { type EngineReport, isRecord, type Taxonomy } from './engine-answers.ts'

/** An action is shown in lists of hundreds; what a responder has to say is short. */
const maxActionReport = 256 * 1024
const maxAnalysisReport = 4 * 1024 * 1024
const maxTaxonomies = 100
/** All analyzers of one observable together. */
const maxReports = 256 * 1024

/** The text of an action's report. Operations are stored separately. */
export function actionReport(report: EngineReport, parameters: Record<string, unknown>): string {
  const { taxonomies, full, success, artifacts, errorMessage } = report
  const around = { operations: [], errorMessage, input: withoutConfiguration(report.input) }
  const said = { message: messageOf(report), parameters, config: {} }
  const whole = { summary: { taxonomies }, full, success, artifacts, ...around, ...said }
  const text = JSON.stringify(whole)
  if (text.length <= maxActionReport) return text
  return JSON.stringify({
    ...emptyReport,
    success,
    errorMessage: tooLarge(text.length, maxActionReport),
    message: said.message?.slice(0, 1_000) ?? null,
  })
}

/** Of an action that ended without a report of its engine. */
export const failedActionReport = (message: string, parameters: Record<string, unknown>): string =>
  JSON.stringify({ ...emptyReport, errorMessage: message, message, parameters })

const emptyReport = {
  summary: { taxonomies: [] },
  full: null,
  success: false,
  artifacts: [],
  operations: [],
  errorMessage: null,
  input: null,
  message: null,
  parameters: {},
  config: {},
}

function messageOf({ full, errorMessage }: EngineReport): string | null {
  return typeof full?.message === 'string' ? full.message : errorMessage
}

/** Engines of other make repeat the whole input of a failure, the secrets of its configuration too. */
function withoutConfiguration(input: string | null): string | null {
  if (input === null) return null
  try {
    const value: unknown = JSON.parse(input)
    if (!isRecord(value)) return null
    const { config: _hidden, ...rest } = value
    return JSON.stringify(rest)
  } catch {
    return null
  }
}

/** The text of an analysis' report: what the observable's page shows. */
export function analysisReport({ success, full, artifacts, errorMessage }: EngineReport): string {
  const error = errorMessage === null ? {} : { errorMessage }
  const text = JSON.stringify({ success, full, artifacts, ...error })
  if (text.length <= maxAnalysisReport) return text
  const message = tooLarge(text.length, maxAnalysisReport)
  return JSON.stringify({ success, full: null, artifacts: [], errorMessage: message })
}

export const failedAnalysisReport = (errorMessage: string): string =>
  JSON.stringify({ success: false, full: null, artifacts: [], errorMessage })

const tooLarge = (size: number, limit: number) =>
  `The report has ${size} characters, above the limit of ${limit}. The full report is on the engine`

/** The short reports of an observable with those of one more analyzer, as JSON text. */
export function withTaxonomies(
  reports: string,
  analyzer: string,
  taxonomies: readonly Taxonomy[],
): string {
  const known = JSON.parse(reports) as Record<string, unknown>
  const kept = taxonomies.slice(0, maxTaxonomies).map((taxonomy) => ({
    ...taxonomy,
    value: shortValue(taxonomy.value),
  }))
  const text = JSON.stringify({ ...known, [analyzer]: { taxonomies: kept } })
  return text.length <= maxReports ? text : reports
}

function shortValue(value: unknown): string | number | boolean | null {
  if (typeof value === 'string') return value.slice(0, 512)
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value
  return (JSON.stringify(value) ?? '').slice(0, 512)
}
