import { isRecord } from './engine-answers.ts'

/**
 * What a responder asks the platform to do when it has ended. It comes from a third-party program,
 * so everything about it is checked before anything is done.
 */
export type Operation =
  | { type: 'AddTagToCase'; tag: string }
  | { type: 'AddTagToArtifact'; tag: string }
  | { type: 'AddTagToAlert'; tag: string }
  | { type: 'CreateTask'; title: string; description: string }
  | { type: 'AddCustomFields'; name: string; tpe: string; value: unknown }
  | { type: 'CloseTask' }
  | { type: 'MarkAlertAsRead' }
  | { type: 'AddLogToTask'; content: string; owner?: string }
  | { type: 'AddCommentToCase'; content: string }
  | {
      type: 'AddArtifactToCase'
      data?: string
      /** Name in the output folder of the responder; with it comes `attachment`. */
      file?: string
      /** What the engine stored of that file. */
      attachment?: OperationFile
      dataType: string
      message: string
      tlp?: number
      ioc?: boolean
      sighted?: boolean
      ignoreSimilarity?: boolean
      tags?: string[]
    }
  | { type: 'AssignCase'; owner: string }

export interface OperationFile {
  /** SHA-256. */
  readonly id: string
  readonly name?: string
  readonly contentType?: string
}

/** One of them, or why it is invalid; `shown` is what of it may be repeated in the result. */
export type ReadOperation =
  | { operation: Operation; shown: Record<string, unknown> }
  | { problem: string; shown: Record<string, unknown> }

/** Each runs in the transaction that ends the action, which must not hold the database for long. */
export const maxOperations = 100
const maxCharacters = 64 * 1024

type Kind = 'file' | 'tag' | 'text' | 'long text' | 'number' | 'boolean' | 'texts' | 'any'
interface Parameter {
  kind: Kind
  optional?: true
}

const tag: Parameter = { kind: 'tag' }
const text: Parameter = { kind: 'text' }
const long: Parameter = { kind: 'long text' }
const optional = (kind: Kind): Parameter => ({ kind, optional: true })

const parameters: Record<Operation['type'], Record<string, Parameter>> = {
  AddTagToCase: { tag },
  AddTagToArtifact: { tag },
  AddTagToAlert: { tag },
  CreateTask: { title: text, description: long },
  AddCustomFields: { name: text, tpe: text, value: { kind: 'any' } },
  CloseTask: {},
  MarkAlertAsRead: {},
  AddLogToTask: { content: long, owner: optional('text') },
  AddCommentToCase: { content: long },
  AddArtifactToCase: {
    data: optional('long text'),
    file: optional('text'),
    attachment: optional('file'),
    dataType: text,
    message: long,
    tlp: optional('number'),
    ioc: optional('boolean'),
    sighted: optional('boolean'),
    ignoreSimilarity: optional('boolean'),
    tags: optional('texts'),
  },
  AssignCase: { owner: text },
}

/** At most `maxOperations` of them, and one entry for all the rest. */
export function readOperations(reported: readonly unknown[]): ReadOperation[] {
  // guard (open = reported.map(readOperation)): operations.test.ts
  const read = reported.slice(0, maxOperations).map(readOperation)
  const left = reported.length - read.length
  if (left > 0)
    read.push({
      problem: `${left} more operations were not executed: limit of ${maxOperations} per report`,
      shown: { type: 'Unknown' },
    })
  return read
}

// guards: operations.test.ts
export function readOperation(reported: unknown): ReadOperation {
  if (!isRecord(reported)) return { problem: 'An operation must be an object', shown: unnamed }
  const type = isCleanText(reported.type, 128) ? reported.type : undefined
  const named = { type: type ?? 'Unknown' }
  if (type === undefined || !isKnown(type))
    return { problem: `ActionOperation ${type ?? 'without type'} unknown`, shown: named }
  const known = parameters[type]
  const given = Object.entries(known).filter(([name]) => isGiven(reported, name))
  const size = given.reduce((sum, [name]) => sum + sizeOf(reported[name]), 0)
  if (size > maxCharacters)
    return { problem: `${type} exceeds ${maxCharacters} characters`, shown: named }
  const values = Object.fromEntries(given.map(([name]) => [name, reported[name]]))
  const shown = { ...values, ...named }
  for (const [name, parameter] of Object.entries(known)) {
    const problem = parameterProblem(type, name, parameter, values[name])
    if (problem !== undefined) return { problem, shown }
  }
  if (type === 'AddArtifactToCase') {
    const problem = contentProblem(reported, values)
    if (problem !== undefined) return { problem, shown }
  }
  // Every parameter of the type was held against the table above.
  return { operation: { ...values, type } as Operation, shown }
}

/** Text or a file, and of a file what the engine kept. */
function contentProblem(
  { problem }: Record<string, unknown>,
  { data, file, attachment }: Record<string, unknown>,
): string | undefined {
  const isFile = file !== undefined || attachment !== undefined
  if (data === undefined && !isFile) return 'AddArtifactToCase requires the parameter data or file'
  if (data !== undefined && isFile) return 'AddArtifactToCase can have data or file, not both'
  if (!isFile || attachment !== undefined) return undefined
  // guard (open = true): operations.test.ts
  return isCleanText(problem, 512) ? problem : `The engine did not store the file ${file}`
}

const unnamed = { type: 'Unknown' }

const isKnown = (type: string): type is Operation['type'] => Object.hasOwn(parameters, type)

/** null is how many programs say that they have nothing to say. */
const isGiven = (reported: Record<string, unknown>, name: string) =>
  Object.hasOwn(reported, name) && reported[name] !== undefined && reported[name] !== null

const sizeOf = (value: unknown): number =>
  typeof value === 'string' ? value.length : (JSON.stringify(value)?.length ?? 0)

function parameterProblem(
  type: string,
  name: string,
  { kind, optional: isOptional }: Parameter,
  value: unknown,
): string | undefined {
  if (value === undefined) {
    // A custom field may be emptied: its value is the one parameter that null can be.
    return isOptional || kind === 'any' ? undefined : `${type} requires the parameter ${name}`
  }
  return isOfKind(kind, value) ? undefined : `${type} has an invalid parameter ${name}`
}

function isOfKind(kind: Kind, value: unknown): boolean {
  switch (kind) {
    case 'file': {
      const { id, name, contentType } = isRecord(value) ? value : {}
      // guard: operations.test.ts
      if (typeof id !== 'string' || !/^[0-9a-f]{64}$/.test(id)) return false
      return [name, contentType].every((one) => one === undefined || isCleanText(one, 512))
    }
    case 'tag':
      return isCleanText(value, 256)
    case 'text':
      return isCleanText(value, 512)
    case 'long text':
      return isCleanText(value, maxCharacters)
    case 'number':
      return typeof value === 'number' && value >= 0 && value < 4
    case 'boolean':
      return typeof value === 'boolean'
    case 'texts':
      return Array.isArray(value) && value.every((item) => isCleanText(item, 256))
    case 'any':
      return typeof value !== 'string' || isCleanText(value, maxCharacters) || value === ''
  }
}

/** What a column takes: neither empty nor too long, no NUL, no half surrogate pair. */
const isCleanText = (value: unknown, maxLong: number): value is string =>
  typeof value === 'string' &&
  // guard: operations.test.ts
  value.trim() !== '' &&
  // guard: operations.test.ts
  value.length <= maxLong &&
  // guard: operations.test.ts
  !value.includes('\0') &&
  value.isWellFormed()

export interface OperationResult extends Record<string, unknown> {
  readonly type: unknown
  readonly status: 'Success' | 'Failure'
  readonly message: string
}

export const succeeded = ({ shown }: ReadOperation): OperationResult => ({
  ...shown,
  type: shown.type,
  status: 'Success',
  message: 'Success',
})

export const failed = ({ shown }: ReadOperation, message: string): OperationResult => ({
  ...shown,
  type: shown.type,
  status: 'Failure',
  message,
})
