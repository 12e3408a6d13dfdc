import { type Readable, Transform } from 'node:stream'
import {
  acceptsFile,
  acceptsFiles,
  acceptsPlainPart,
  namedFilesOf,
  rawBodyOf,
} from '@assay/contract'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { AppError, badRequest } from '../domain/errors.ts'
import { ownTurn } from '../domain/own-turn.ts'
import type { StagedFile } from '../domain/staged-file.ts'
import {
  type Count,
  checkAttributes,
  checkFields,
  countJson,
  maxFiles,
  maxNamedFiles,
  maxParts,
  tooLarge,
  tooManyBytes,
} from './body-limits.ts'
import { checkText, parseJson } from './json.ts'

/** An uploaded file, hashed and on disk, kept only if `keep` is called. */
export interface ReceivedFile extends StagedFile {
  readonly name: string
  readonly contentType: string
  /** Name of the part. */
  readonly part?: string
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
export type ParsedBody =
  | { form: 'json'; value: unknown }
  | { form: 'text'; fields: Fields }
  | { form: 'raw'; stream: Readable }

export type StageFile = (stream: Readable) => Promise<StagedFile>

export interface UploadLimits {
  /** Of everything that is not a file. */
  bodyBytes: number
  fileBytes: number
}

/** `a=1&a=2&b=` → lists by name; `+` is a space, broken escapes stay as they are. */
export function textFields(encoded: string, what: string): Fields {
  const fields: Fields = new Map()
  let count = 0
  for (const [name, value] of new URLSearchParams(encoded)) {
    count += 1
    checkFields(count, what)
    checkAttributes(fields.size, what)
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
  } else if (body?.form === 'raw') {
    await collectRaw(body.stream, fields, properties, stageFile, staged)
  }
  for (const [name, field] of queryFields(request)) fields.set(name, field)
  return fields
}

export const rawType = 'message/rfc822'

/** The body is the file. */
async function collectRaw(
  stream: Readable,
  fields: Fields,
  properties: Record<string, unknown>,
  stageFile: StageFile,
  staged: ReceivedFile[],
): Promise<void> {
  const found = rawBodyOf(properties, rawType)
  if (!found) return
  let broken: unknown
  stream.once('error', (error) => {
    broken = error
  })
  const content = await stageFile(stream).catch((error: unknown) => {
    throw error === broken ? badRequest('Cannot read the request body') : error
  })
  const file = { ...content, name: found.name, contentType: rawType, part: found.attribute }
  staged.push(file)
  fields.set(found.attribute, { from: 'file', file })
}

const queryFields = (request: FastifyRequest): Fields => {
  const mark = request.raw.url?.indexOf('?') ?? -1
  return mark < 0 ? new Map() : textFields(request.raw.url?.slice(mark + 1) ?? '', 'query string')
}

function addJson(fields: Fields, value: unknown): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badRequest('Json validation error: Expecting JSON object body')
  const names = Object.keys(value)
  checkAttributes(names.length, 'JSON body')
  for (const name of names)
    fields.set(name, { from: 'json', value: (value as Record<string, unknown>)[name] })
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
  const named = namedFilesOf(properties)
  const allowed = named === undefined ? maxFiles : maxNamedFiles
  let fileCount = 0
  const read = textReader(limits.bodyBytes)
  for await (const part of openParts(request, properties, limits)) {
    const isFile = part.filename !== undefined
    const name = part.fieldname ?? ''
    if (name !== '_json') checkName(name)
    if (name === '_json') {
      // Some libraries give every part a file name; the name of the part says what it is.
      const text = await read(part, '_json part', countJson('_json part', limits.bodyBytes).add)
      if (json === undefined) json = parseJson(text, '_json part')
    } else if (isFile) {
      fileCount += 1
      // guard: server/test/api/uploads.test.ts
      if (fileCount > allowed) throw tooManyParts(allowed)
      const attribute = Object.hasOwn(properties, name) ? name : (named ?? name)
      const schema = Object.hasOwn(properties, attribute) ? properties[attribute] : undefined
      if (schema === undefined || !acceptsFile(schema)) {
        part.file.resume()
        files.set(name, { from: 'refused-file' })
        continue
      }
      const file = await receiveFile(part, name, stageFile)
      staged.push(file)
      const known = files.get(attribute)
      if (!acceptsFiles(schema)) files.set(attribute, { from: 'file', file })
      else if (known?.from === 'files') known.files.push(file)
      else files.set(attribute, { from: 'files', files: [file] })
    } else if (Object.hasOwn(properties, name) && acceptsPlainPart(properties[name])) {
      const text = await read(part, `part ${name}`)
      checkText(text, `part ${name}`)
      files.set(name, { from: 'text', values: [text] })
    } else part.file.resume()
  }
  if (json !== undefined) addJson(fields, json)
  for (const [name, file] of files) fields.set(name, file)
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Reads one text after the other; together they are at most so long. */
function textReader(maxBytes: number) {
  let size = 0
  return async ({ file }: MultipartFile, what: string, count?: Count): Promise<string> => {
    const chunks: Uint8Array[] = []
    try {
      for await (const chunk of file as AsyncIterable<Uint8Array>) {
        size += chunk.length
        // guard: server/test/api/uploads.test.ts
        if (size > maxBytes) throw tooManyBytes(`the ${what}`, maxBytes)
        count?.(chunk)
        chunks.push(chunk)
      }
    } catch (error) {
      throw asBrokenParts(error)
    }
    try {
      return utf8.decode(Buffer.concat(chunks))
    } catch {
      throw badRequest(`The ${what} is not valid UTF-8`)
    }
  }
}

const tooManyParts = (files = maxFiles) =>
  tooLarge(`the multipart body has more than ${maxParts} parts or ${files} files`)

/** Boundaries and headers of parts. */
const overheadBytes = 64 * 1024

/**
 * The parts one by one, each as a stream: the parser would keep plain ones in memory and take JSON apart,
 * as many and as large as they come. What it cannot read is the sender's mistake, not ours.
 */
async function* openParts(
  request: FastifyRequest,
  properties: Record<string, unknown>,
  limits: UploadLimits,
): AsyncGenerator<MultipartFile> {
  const takesFiles = Object.values(properties).some(acceptsFile)
  const maxBytes = limits.bodyBytes + (takesFiles ? overheadBytes + maxFiles * limits.fileBytes : 0)
  const announced = Number(request.headers['content-length'])
  // Of files the store says what is too much, by the limit of one file.
  if (!takesFiles && announced > maxBytes) throw tooManyBytes('the multipart body', maxBytes)
  const options = {
    isPartAFile: () => true,
    limits: {
      // One byte more, so the store sees the excess and refuses it by its own limit.
      fileSize: limits.fileBytes + 1,
      files: maxParts + maxFiles,
      parts: maxParts + maxFiles,
      headerPairs: 20,
      headerSize: 16 * 1024,
    },
    headers: harmlessHeaders(request),
  }
  let current: MultipartFile | undefined
  const excess = Promise.withResolvers<never>()
  excess.promise.catch(() => {})
  let size = 0
  const count = (chunk: Uint8Array) => {
    size += chunk.length
    if (size <= maxBytes) return
    const error = tooManyBytes('the multipart body', maxBytes)
    request.raw.off('data', count)
    request.raw.unpipe()
    excess.reject(error)
    current?.file.destroy(error)
  }
  const parts = inPieces(request).parts(options)
  try {
    request.raw.on('data', count)
    for (;;) {
      const { done, value } = await Promise.race([parts.next(), excess.promise])
      if (done) return
      current = value as MultipartFile
      yield current
    }
  } catch (error) {
    throw isPartsLimit(error) ? tooManyParts() : asBrokenParts(error)
  } finally {
    request.raw.off('data', count)
  }
}

/** The parser reads a piece to its end, so a large one would block everything else. */
const pieceBytes = 64 * 1024

/** The same request, whose body comes in small pieces with a turn of the event loop after each. */
function inPieces(request: FastifyRequest): FastifyRequest {
  const { raw } = request
  const pieces = new Transform({
    async transform(chunk: Buffer, _encoding, done) {
      for (let at = 0; at < chunk.length && !this.destroyed; at += pieceBytes) {
        this.push(chunk.subarray(at, at + pieceBytes))
        await ownTurn()
      }
      done()
    },
  })
  // The parser listens only once the first part is requested.
  pieces.on('error', () => {})
  raw.once('error', (error) => pieces.destroy(error))
  // Of a caller who hangs up.
  raw.once('close', () => {
    if (!raw.readableEnded) pieces.destroy()
  })
  raw.pipe(pieces)
  return Object.create(request, {
    raw: { value: Object.assign(pieces, { headers: raw.headers }) },
  })
}

const isPartsLimit = (error: unknown) =>
  ['FST_PARTS_LIMIT', 'FST_FILES_LIMIT'].includes((error as { code?: string }).code ?? '')

/** The parser writes its options to the log at level `trace`, and headers hold credentials. */
const harmlessHeaders = ({ headers }: FastifyRequest) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, name === 'content-type' ? value : '']),
  )

async function receiveFile(
  part: MultipartFile,
  named: string,
  stageFile: StageFile,
): Promise<ReceivedFile> {
  const name = lastSegment(part.filename)
  const contentType = part.mimetype || 'application/octet-stream'
  checkText(name, 'file name')
  checkText(contentType, 'content type of the file')
  let broken: unknown
  part.file.once('error', (error) => {
    broken = error
  })
  try {
    return { ...(await stageFile(part.file)), name, contentType, part: named }
  } catch (error) {
    throw error === broken ? asBrokenParts(error) : error
  }
}

/** Refusals of the parser with a status are answered as they are. */
const asBrokenParts = (error: unknown): unknown =>
  error instanceof Error && !(error instanceof AppError) && !('statusCode' in error)
    ? badRequest(`Malformed multipart body:  ${error.message}`)
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
