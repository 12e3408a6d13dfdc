import { asText, isRecord } from '../../../base/model/levels.ts'
import { labeled } from '../../../base/texts/index.ts'

export interface Operation {
  type: string
  status: string
  message: string
  /** What it was about: `tag: blocked`. */
  details: string
}

export interface ActionReport {
  message: string
  errorMessage: string
  operations: Operation[]
  /** The responder's full output. */
  report: unknown
}

/**
 * Both parts of an action are JSON texts influenced by a third-party program: whatever they hold,
 * something readable comes out.
 */
export function readAction(action: { report: string; operations: string }): ActionReport {
  const report = parsed(action.report)
  const fields = isRecord(report) ? report : {}
  return {
    message: asText(fields.message),
    errorMessage: asText(fields.errorMessage),
    operations: operationsIn(parsed(action.operations)),
    report,
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}

const operationsIn = (found: unknown): Operation[] =>
  Array.isArray(found)
    ? found.filter(isRecord).map(({ type, status, message, ...rest }) => ({
        type: asText(type),
        status: asText(status),
        message: asText(message),
        details: Object.entries(rest)
          .map(([name, value]) => labeled(name, shown(value)))
          .join(', '),
      }))
    : []

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
