import { setImmediate } from 'node:timers/promises'
import { contract } from '@assay/contract'
import { type Static, type TSchema, Type } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { badRequest } from '../../domain/errors.ts'
import { countJson } from '../../http/body-limits.ts'

// An archive holds `case.jsonl`, a line per entity, and the files, named by their SHA-256. A line is
// the input of the call that creates such an entity, and is validated as that.

export const documentName = 'case.jsonl'
export const format = 'assay-case'
export const formatVersion = 1

export const limits = {
  lines: 20_000,
  documentBytes: 64 * 1024 ** 2,
  files: 2_000,
} as const

/** One file of a line; its bytes are next to the document. */
export const FileOfLine = Type.Object(
  {
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    name: Type.String({ maxLength: 1_024 }),
    contentType: Type.String({ maxLength: 255 }),
  },
  { additionalProperties: false },
)
export type FileOfLine = Static<typeof FileOfLine>

const Line = Type.Object(
  {
    kind: Type.String({ maxLength: 32 }),
    input: Type.Object({}, { additionalProperties: true }),
    /** Of a task, and of the logs that belong to it. */
    task: Type.Optional(Type.Integer({ minimum: 0, maximum: limits.lines })),
    files: Type.Optional(Type.Array(FileOfLine, { maxItems: 1_000 })),
    /** Who wrote it, and when; shown with the words, and never an author here. */
    by: Type.Optional(Type.String({ maxLength: 256 })),
    at: Type.Optional(Type.Integer({ minimum: 0, maximum: 8.64e15 })),
  },
  { additionalProperties: false },
)
export type Line = Static<typeof Line>

const Closing = Type.Pick(contract.updateCase.input, ['resolutionStatus', 'impactStatus'])
const inputs = {
  case: contract.createCase.input,
  closing: Type.Object({
    status: Type.String({ minLength: 1, maxLength: 128 }),
    plainStatus: Type.Enum(['Resolved', 'Duplicated']),
    endDate: Type.Optional(Type.Integer({ minimum: 0, maximum: 8.64e15 })),
    ...Closing.properties,
  }),
  task: contract.createCaseTask.input,
  log: Type.Object({ message: contract.createTaskLog.input.properties.message }),
  observable: contract.createCaseObservable.input,
  comment: contract.createCaseComment.input,
  attachment: Type.Object({}),
  procedure: contract.createCaseProcedure.input,
  customEvent: contract.createCustomEvent.input,
  page: contract.createCasePage.input,
  link: contract.linkAddress.input,
} as const satisfies Record<string, TSchema>

export type Kind = keyof typeof inputs
export type InputOf<K extends Kind> = Static<(typeof inputs)[K]>
export type Known = {
  [K in Kind]: Omit<Line, 'kind' | 'input'> & { kind: K; input: InputOf<K> }
}[Kind]

const head = Compile(
  Type.Object({ format: Type.Literal(format), version: Type.Literal(formatVersion) }),
)
const checkLine = Compile(Line)
const validators = new Map<string, Validator>()

function validatorOf(kind: string): Validator | undefined {
  if (!Object.hasOwn(inputs, kind)) return undefined
  const known = validators.get(kind) ?? (Compile(inputs[kind as Kind]) as unknown as Validator)
  validators.set(kind, known)
  return known
}

/**
 * Every line as the call that it stands for takes it, or a refusal that says which one is wrong. A line is
 * bounded as the body of a call is, and others have their turn after each mebibyte.
 */
export async function readDocument(text: string, bodyBytes: number): Promise<Known[]> {
  const lines: Known[] = []
  let number = 0
  for await (const line of linesIn(text)) {
    number += 1
    if (number > limits.lines + 1)
      throw badRequest(`The archive exceeds the limit of ${limits.lines} entries`)
    const what = `line ${number} of ${documentName}`
    countJson(what, bodyBytes).add(Buffer.from(line))
    const value = parsed(line)
    if (number > 1) lines.push(known(value, number))
    else if (!head.Check(value)) throw notOfThisKind()
  }
  if (number === 0) throw notOfThisKind()
  if (lines.filter(({ kind }) => kind === 'case').length !== 1 || lines[0]?.kind !== 'case')
    throw badRequest(`${documentName} must start with the case and contain only one`)
  return lines
}

const notOfThisKind = () =>
  badRequest(`Not a case archive: ${documentName} does not start with a version 1 header`)

function known(value: unknown, number: number): Known {
  const isRight = checkLine.Check(value) && validatorOf(value.kind)?.Check(value.input) === true
  if (!isRight) throw badRequest(`Line ${number} of ${documentName} is not a valid case entry`)
  return value as Known
}

const turnBytes = 1024 ** 2

/** One at a time: a document of nothing but line breaks would be millions of lines. */
async function* linesIn(text: string): AsyncGenerator<string> {
  let turn = turnBytes
  for (let from = 0; from < text.length; ) {
    const next = text.indexOf('\n', from)
    const end = next < 0 ? text.length : next
    if (end > from) yield text.slice(from, end)
    from = end + 1
    if (from < turn) continue
    turn = from + turnBytes
    await setImmediate()
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
