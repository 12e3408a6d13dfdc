import { type NotApplicableKind, notApplicableKinds } from '@assay/contract'
import { checkJson, itemsOf, type JsonSpan, JsonTextError, withoutNotNumbers } from './json-text.ts'
import { artifactsOf, extractedArtifacts, type ReportArtifact } from './report-artifacts.ts'
import { type Said, saidIn } from './values/said.ts'

/** A piece of JSON as text, to be stored and sent as it is. */
export type JsonText = string

export type Report =
  | {
      readonly status: 'Success'
      readonly summary: JsonText
      readonly full: JsonText
      readonly operations: JsonText
      readonly artifacts: readonly ReportArtifact[]
      /** Its verdict and reasons, kept with the value. */
      readonly said: Said
    }
  | {
      readonly status: 'Failure'
      readonly message: string
      /** The observable is not for this analyzer: shown and counted apart from failures. */
      readonly notApplicable?: NotApplicableKind
      /** The input as the program repeats it. Its secrets are masked by the program, or not. */
      readonly input?: JsonText
    }

/** How the run ended; what it printed may hold secrets, which the caller removes from `tail`. */
export interface RunEnd {
  readonly phase: 'start' | 'run' | 'report'
  readonly exitCode: number | null
  readonly tail: string
  /** Why it was ended from outside. */
  readonly limit?: string | undefined
  /** Set when the time was up. */
  readonly timeoutMs?: number | undefined
}

export interface Observable {
  readonly dataType: string
  readonly data?: string | null | undefined
  /** The configuration asks to extract observables from a report that names none. */
  readonly wantsArtifacts?: boolean
}

/** The masked input of a failure is shown to people; more than this is no help to them. */
const maxInputLength = 1_048_576
const maxMessageLength = 65_536

/**
 * What a program left in `output.json`. The file decides, not the exit code, as it always has; but a
 * program that had to be ended from outside has failed, whatever it wrote before.
 */
export function readReport(
  output: string | 'too big' | undefined,
  end: RunEnd,
  observable?: Observable,
): Report {
  // guard: report.test.ts
  if (end.limit !== undefined || end.timeoutMs !== undefined) return failure(failureMessage(end))
  // guard: report.test.ts
  if (output === 'too big') return failure('The report exceeds the size limit')
  const text = output?.startsWith('\ufeff') ? output.slice(1) : output
  // guard: report.test.ts
  if (text === undefined || text.trim() === '') return failure(failureMessage(end))
  try {
    return readObject(text, end, observable)
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error
    const reason = `The report is not valid JSON: ${error.message}`
    return failure(failureMessage({ ...end, phase: 'report' }, reason))
  }
}

function readObject(raw: string, end: RunEnd, observable: Observable | undefined): Report {
  const { value, members: read, notNumbers } = checkJson(raw, memberNames)
  const broken = (reason: string) => failure(failureMessage({ ...end, phase: 'report' }, reason))
  if (value.kind !== 'object') return broken('The report is not a JSON object')
  if (notNumbers.length > 0) return readObject(withoutNotNumbers(raw, notNumbers), end, observable)

  // Of two attributes with one name the last one counts, as for every reader of JSON.
  const members = new Map<string, JsonSpan>(read)
  const slice = (span: JsonSpan) => raw.slice(span.start, span.end)
  const success = members.get('success')
  if (!success || slice(success) !== 'true') return failureOf(members, slice, end)

  const full = members.get('full')
  if (full?.kind !== 'object') {
    return broken(`The report has no object under "full"${full ? ` but: ${full.kind}` : ''}`)
  }
  const [summary, operations, artifacts] = ['summary', 'operations', 'artifacts'].map((name) =>
    members.get(name),
  )
  const found = () =>
    observable?.wantsArtifacts ? extractedArtifacts(slice(full), observable) : []
  const summaryText = summary?.kind === 'object' ? slice(summary) : '{}'
  return {
    status: 'Success',
    summary: summaryText,
    full: slice(full),
    said: saidIn(summaryText, slice(full)),
    operations: operations && isListOfObjects(raw, operations) ? slice(operations) : '[]',
    artifacts: artifacts?.kind === 'array' ? artifactsOf(raw, artifacts, observable) : found(),
  }
}

/**
 * Whether the output of a program is a report: one JSON object that says whether it succeeded.
 * Other programs print JSON lines as progress.
 */
export function isPrintedReport(text: string): boolean {
  try {
    const { value, members } = checkJson(
      text.startsWith('\ufeff') ? text.slice(1) : text,
      memberNames,
    )
    return value.kind === 'object' && new Map(members).has('success')
  } catch (error) {
    if (error instanceof JsonTextError) return false
    throw error
  }
}

const memberNames = new Set([
  'success',
  'summary',
  'full',
  'operations',
  'artifacts',
  'errorMessage',
  'notApplicable',
  'input',
])

function failureOf(
  members: ReadonlyMap<string, JsonSpan>,
  slice: (span: JsonSpan) => string,
  end: RunEnd,
): Report {
  const message = members.get('errorMessage')
  const input = members.get('input')
  const notApplicable = notApplicableIn(members.get('notApplicable'), slice)
  const text = message && slice(message) !== 'null' ? messageText(slice(message)) : ''
  return {
    status: 'Failure',
    message:
      text ||
      failureMessage({ ...end, phase: 'report' }, 'The report indicates failure without a message'),
    ...(notApplicable === undefined ? {} : { notApplicable }),
    ...(input && input.end - input.start <= maxInputLength && { input: slice(input) }),
  }
}

/** `true`, or one of the kinds; anything else is a failure like others. */
function notApplicableIn(span: JsonSpan | undefined, slice: (span: JsonSpan) => string) {
  if (span === undefined || span.end - span.start > 100) return undefined
  const said: unknown = JSON.parse(slice(span))
  return said === true ? 'other' : notApplicableKinds.find((kind) => kind === said)
}

/** A string as it reads; an object, as some programs give, as its JSON. */
function messageText(json: JsonText): string {
  const text: string = json.startsWith('"') ? JSON.parse(json) : json
  return storable(text.slice(0, maxMessageLength))
}

/** PostgreSQL keeps no U+0000 in a text. */
export const storable = (text: string) => text.replaceAll('\0', '\ufffd').toWellFormed()

function isListOfObjects(text: string, span: JsonSpan): boolean {
  if (span.kind !== 'array') return false
  for (const item of itemsOf(text, span)) if (item.kind !== 'object') return false
  return true
}

/**
 * The body that clients read under `report`. `artifacts` come as JSON because those with a file are
 * described by what was stored. The parts are joined as texts: `full` leaves as it came, so
 * 12345678901234567890 stays what it is.
 */
export const reportBody = (
  report: { summary: JsonText; full: JsonText; operations: JsonText },
  artifacts: JsonText,
): JsonText =>
  `{"summary":${report.summary},"full":${report.full},"success":true,` +
  `"artifacts":${artifacts},"operations":${report.operations}}`

const failure = (message: string): Report => ({ status: 'Failure', message })

const shownLines = 20
const shownLength = 4096

/** One text that says what happened, with the exit code and the last lines that were printed. */
export function failureMessage(end: RunEnd, reason?: string): string {
  const lines = end.tail
    .trimEnd()
    .split(/\r\n|\r|\n/)
    .slice(-shownLines)
  const printed = storable(lines.join('\n').slice(-shownLength)).trim()
  return [whatHappened(end, reason), printed && `Output:\n${printed}`].filter(Boolean).join('\n')
}

function whatHappened({ phase, exitCode, limit, timeoutMs }: RunEnd, reason?: string): string {
  if (timeoutMs !== undefined) return `Timed out after ${duration(timeoutMs)}`
  if (limit !== undefined) return `Stopped: ${limit}`
  if (phase === 'start') return reason ?? 'The program could not be started'
  const ended = exitCode === null ? 'terminated by a signal' : `exit code ${exitCode}`
  return `${reason ?? 'The program produced no report'} (${ended})`
}

function duration(ms: number): string {
  if (ms < 60_000) return `${Math.round(ms / 100) / 10} seconds`
  const minutes = Math.round(ms / 6000) / 10
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
