import '@fastify/multipart'
import type { Readable } from 'node:stream'
import { acceptsFile } from '@assay/contract'
import type { FastifyRequest } from 'fastify'
import { badRequest } from '../domain/errors.ts'
import { checkJson, checkText, parseJson } from './json.ts'

/** An uploaded file, hashed and on disk, kept only if somebody calls `keep`. */
export interface ReceivedFile {
  readonly name: string
  readonly contentType: string
  readonly size: number
  readonly sha256: string
  readonly sha1: string
  readonly md5: string
  keep(): Promise<void>
  discard(): Promise<void>
}

/** Where a value came from decides how it is read: text is converted, JSON is left alone. */
export type Field =
  | { from: 'json'; value: unknown }
  | { from: 'text'; values: string[] }
  | { from: 'file'; file: ReceivedFile }
  | { from: 'refused-file' }

export type Fields = Map<string, Field>

/** What the content type parsers leave in `request.body`. */
export type ParsedBody = { form: 'json'; value: unknown } | { form: 'text'; fields: Fields }

export type StageFile = (stream: Readable) => Promise<Omit<ReceivedFile, 'name' | 'contentType'>>

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
  if (request.isMultipart()) {
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

/** Only `_json` and files count; other plain parts are ignored, as clients expect. */
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
  const parts = request.parts({
    limits: { fieldSize: limits.bodyBytes, fileSize: limits.fileBytes, fields: 100, files: 10 },
  })
  for await (const part of parts) {
    const isFile = part.type === 'file'
    if (isFile || part.fieldname !== '_json') checkName(part.fieldname)
    if (isFile) {
      const schema = properties[part.fieldname]
      if (schema === undefined || !acceptsFile(schema)) {
        part.file.resume()
        files.set(part.fieldname, { from: 'refused-file' })
        continue
      }
      const file = {
        ...(await stageFile(part.file)),
        name: lastSegment(part.filename),
        contentType: part.mimetype || 'application/octet-stream',
      }
      staged.push(file)
      files.set(part.fieldname, { from: 'file', file })
    } else if (part.fieldname === '_json' && json === undefined) {
      json = typeof part.value === 'string' ? parseJson(part.value, '_json part') : part.value
      checkJson(json, '_json part')
    }
  }
  if (json !== undefined) addJson(fields, json)
  for (const [name, file] of files) fields.set(name, file)
}

function checkName(name: string): void {
  if (name.startsWith('_')) throw badRequest("Field starting with '_' is forbidden")
}

/** Browsers and mail programs send whole paths in both notations. */
const lastSegment = (filename: string | undefined) =>
  (filename ?? '').split(/[/\\]/).at(-1) || 'file'
