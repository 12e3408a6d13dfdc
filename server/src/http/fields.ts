import type { Readable } from 'node:stream'
import { acceptsFile, acceptsFiles, acceptsPlainPart } from '@assay/contract'
import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { AppError, badRequest } from '../domain/errors.ts'
import type { StagedFile } from '../domain/staged-file.ts'
import { checkJson, checkText, parseJson } from './json.ts'

/** An uploaded file, hashed and on disk, kept only if somebody calls `keep`. */
export interface ReceivedFile extends StagedFile {
  readonly name: string
  readonly contentType: string
}

/** No JSON has a function in it, whatever keys it imitates. */
export const isReceivedFile = (value: unknown): value is ReceivedFile =>
  typeof (value as Partial<ReceivedFile> | null | undefined)?.keep === 'function'

/** Where a value came from decides how it is read: text is converted, JSON is left alone. */
export type Field =
  | { from: 'json'; value: unknown }
  | { from: 'text'; values: string[] }
  | { from: 'file'; file: ReceivedFile }
  | { from: 'files'; files: ReceivedFile[] }
  | { from: 'refused-file' }

export type Fields = Map<string, Field>

/** What the content type parsers leave in `request.body`. */
export type ParsedBody = { form: 'json'; value: unknown } | { form: 'text'; fields: Fields }

export type StageFile = (stream: Readable) => Promise<StagedFile>

export interface UploadLimits {
  bodyBytes: number
  fileBytes: number
}

/** `a=1&a=2&b=` → lists by name; `+` is a space, broken escapes stay as they are. */
export function textFields(encoded: string, what: string): Fields {
  const fields: Fields = new Map()
  for (const [name, value] of new URLSearchParams(encoded)) {
    checkName(name)
    checkText(name, what)
    checkText(value, what)
    const known = fields.get(name)
    if (known?.from === 'text') known.values.push(value)
    else fields.set(name, { from: 'text', values: [value] })
  }
  return fields
}

/**
 * All inputs of one request as one set: body first, then files, then the query string; the later
 * one wins. Files are staged while they stream in; the caller must discard them on any error.
 */
export async function collectFields(
  request: FastifyRequest,
  properties: Record<string, unknown>,
  stageFile: StageFile,
  limits: UploadLimits,
  staged: ReceivedFile[],
): Promise<Fields> {
  const fields: Fields = new Map()
  const body = request.body as ParsedBody | undefined
  if (request.isMultipart?.()) {
    await collectParts(request, fields, properties, stageFile, limits, staged)
  } else if (body?.form === 'json') {
    addJson(fields, body.value)
  } else if (body?.form === 'text') {
    for (const [name, field] of body.fields) fields.set(name, field)
  }
  for (const [name, field] of queryFields(request)) fields.set(name, field)
  return fields
}

const queryFields = (request: FastifyRequest): Fields => {
  const mark = request.raw.url?.indexOf('?') ?? -1
  return mark < 0 ? new Map() : textFields(request.raw.url?.slice(mark + 1) ?? '', 'query string')
}

function addJson(fields: Fields, value: unknown): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badRequest('Json validation error: Expecting JSON object body')
  for (const [name, item] of Object.entries(value)) fields.set(name, { from: 'json', value: item })
}

/** Only `_json`, files and marked texts count; other plain parts are ignored, as clients expect. */
async function collectParts(
  request: FastifyRequest,
  fields: Fields,
  properties: Record<string, unknown>,
  stageFile: StageFile,
  limits: UploadLimits,
  staged: ReceivedFile[],
): Promise<void> {
  const files: Fields = new Map()
  let json: unknown
  for await (const part of openParts(request, limits)) {
    const isFile = part.type === 'file'
    const name = part.fieldname ?? ''
    if (name !== '_json') checkName(name)
    if (isFile && name === '_json') {
      // Some libraries give every part a file name; the name of the part says what it is.
      const text = await readText(part, limits.bodyBytes)
      if (json === undefined) json = parseJson(text, '_json part')
      checkJson(json, '_json part')
    } else if (isFile) {
      const schema = Object.hasOwn(properties, name) ? properties[name] : undefined
      if (schema === undefined || !acceptsFile(schema)) {
        part.file.resume()
        files.set(name, { from: 'refused-file' })
        continue
      }
      const file = await receiveFile(part, stageFile)
      staged.push(file)
      const known = files.get(name)
      if (!acceptsFiles(schema)) files.set(name, { from: 'file', file })
      else if (known?.from === 'files') known.files.push(file)
      else files.set(name, { from: 'files', files: [file] })
    } else if (name === '_json' && json === undefined) {
      if (part.valueTruncated) throw tooLargeJson(limits.bodyBytes)
      json = typeof part.value === 'string' ? parseJson(part.value, '_json part') : part.value
      checkJson(json, '_json part')
    } else if (Object.hasOwn(properties, name) && acceptsPlainPart(properties[name])) {
      if (part.valueTruncated || typeof part.value !== 'string')
        throw badRequest(`The part ${name} is no text, or too long`)
      checkText(part.value, `part ${name}`)
      files.set(name, { from: 'text', values: [part.value] })
    }
  }
  if (json !== undefined) addJson(fields, json)
  for (const [name, file] of files) fields.set(name, file)
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

async function readText({ file }: MultipartFile, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of file as AsyncIterable<Uint8Array>) {
      size += chunk.length
      if (size > maxBytes) break
      chunks.push(chunk)
    }
  } catch (error) {
    throw asBrokenParts(error)
  }
  if (size > maxBytes) {
    file.resume()
    throw tooLargeJson(maxBytes)
  }
  try {
    return utf8.decode(Buffer.concat(chunks))
  } catch {
    throw badRequest('The _json part is not valid UTF-8')
  }
}

const tooLargeJson = (maxBytes: number) =>
  new AppError(
    'Unknown',
    `Request Entity Too Large: the _json part exceeds the limit of ${maxBytes} bytes`,
  )

/** The parts one by one. What the parser cannot read is the sender's mistake, not ours. */
async function* openParts(
  request: FastifyRequest,
  limits: UploadLimits,
): AsyncGenerator<Multipart> {
  const options = {
    // Only a file name makes a part a file; the parser would also take untyped bytes for one.
    isPartAFile: (_name?: string, _type?: string, filename?: string) => filename !== undefined,
    // One byte more, so that the store sees the excess and refuses it at once, by its own limit.
    limits: { fieldSize: limits.bodyBytes, fileSize: limits.fileBytes + 1, fields: 100, files: 10 },
    headers: harmlessHeaders(request),
  }
  try {
    yield* request.parts(options)
  } catch (error) {
    throw asBrokenParts(error)
  }
}

/** The parser writes its options to the log at level `trace`, and headers hold credentials. */
const harmlessHeaders = ({ headers }: FastifyRequest) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, name === 'content-type' ? value : '']),
  )

async function receiveFile(part: MultipartFile, stageFile: StageFile): Promise<ReceivedFile> {
  const name = lastSegment(part.filename)
  const contentType = part.mimetype || 'application/octet-stream'
  checkText(name, 'file name')
  checkText(contentType, 'content type of the file')
  let broken: unknown
  part.file.once('error', (error) => {
    broken = error
  })
  try {
    return { ...(await stageFile(part.file)), name, contentType }
  } catch (error) {
    throw error === broken ? asBrokenParts(error) : error
  }
}

/** Refusals of the parser that carry a status are answered as they are. */
const asBrokenParts = (error: unknown): unknown =>
  error instanceof Error && !(error instanceof AppError) && !('statusCode' in error)
    ? badRequest(`The multi-part body is malformed: ${error.message}`)
    : error

function checkName(name: string): void {
  if (name.startsWith('_')) throw badRequest("Field starting with '_' is forbidden")
}

/** Browsers and mail programs send whole paths in both notations. */
const lastSegment = (filename: string | undefined) =>
  (filename ?? '')
    .split(/[/\\]/)
    .at(-1)
    ?.replace(/^\.{1,2}$/, '') || 'file'
