import { createReadStream, openAsBlob } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { createGunzip } from 'node:zlib'
import type { FileEntry } from '@zip.js/zip.js'
import { AppError } from '../../domain/errors.ts'
import { readMispDocument, readStixObject } from '../../domain/threat-feeds/documents.ts'
import type { Reading } from '../../domain/threat-feeds/entry.ts'
import { makeObjectReader } from '../../domain/threat-feeds/json-objects.ts'
import {
  type LineReader,
  looksLikeCsv,
  makeCsvReader,
  readPlainLine,
} from '../../domain/threat-feeds/text-lists.ts'
import { countJson, maxDepth, maxNames, maxValues } from '../../http/body-limits.ts'

/** For the operator of the feed: shown as its problem. */
export class Unreadable extends Error {}

export const feedFormats = ['auto', 'text', 'csv', 'misp', 'stix'] as const
export type FeedFormat = (typeof feedFormats)[number]

interface Document {
  readonly name: string
  readonly chunks: AsyncIterable<Uint8Array>
}

export interface ReadOptions {
  readonly format: FeedFormat
  readonly now: number
  /** Unpacked, of all files together. */
  readonly maxBytes: number
}

/** An event of MISP is parsed whole. */
const maxEventBytes = 32 * 1024 ** 2
const maxLine = 65_536
const headBytes = 65_536

/** Everything that the files of a feed list, in order. */
export async function* readFiles(
  paths: readonly string[],
  options: ReadOptions,
): AsyncGenerator<Reading> {
  let left = options.maxBytes
  for (const path of paths)
    for await (const { name, chunks } of documentsIn(path)) {
      if (isBeside(name)) continue
      const counted = async function* () {
        for await (const chunk of chunks) {
          left -= chunk.length
          if (left < 0) throw new Unreadable(`more than ${options.maxBytes} bytes when unpacked`)
          yield chunk
        }
      }
      yield* readDocument(counted(), options)
    }
}

/** Of a MISP feed: what is listed is in its events. */
const isBeside = (name: string) => /^(?:manifest\.json|hashes\.csv)$/i.test(basename(name))

/** A file as it is, unpacked, or the files of an archive. */
async function* documentsIn(path: string): AsyncGenerator<Document> {
  const head = await headOf(path)
  const name = basename(path)
  if (head.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))) yield* membersOf(path)
  else if (head[0] === 0x1f && head[1] === 0x8b)
    yield { name, chunks: createReadStream(path).pipe(createGunzip()) }
  else yield { name, chunks: createReadStream(path) }
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

const maxMembers = 20_000

async function* membersOf(path: string): AsyncGenerator<Document> {
  const { BlobReader, configure, ZipReader } = await import('@zip.js/zip.js')
  configure({ useWebWorkers: false })
  const zip = new ZipReader(new BlobReader(await openAsBlob(path)))
  let count = 0
  for await (const entry of zip.getEntriesGenerator()) {
    if (entry.directory) continue
    count += 1
    if (count > maxMembers) throw new Unreadable(`the archive has more than ${maxMembers} files`)
    if (entry.encrypted) throw new Unreadable('the archive is encrypted')
    yield { name: entry.filename, chunks: contentOf(entry) }
  }
  await zip.close()
}

/** Unpacked only when read. */
async function* contentOf(entry: FileEntry): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const written = entry.getData(writable)
  // The reader gets the error, too.
  written.catch(() => undefined)
  yield* readable as unknown as AsyncIterable<Uint8Array>
  await written
}

async function* readDocument(
  chunks: AsyncIterable<Uint8Array>,
  { format, now }: ReadOptions,
): AsyncGenerator<Reading> {
  const texts = decoded(chunks)
  let head = ''
  for (let next = await texts.next(); !next.done; next = await texts.next()) {
    head += next.value
    if (head.length >= headBytes) break
  }
  const all = async function* () {
    yield head
    yield* texts
  }
  const found = format === 'auto' ? formatOf(head) : format
  if (found === 'stix') yield* readStix(all(), now)
  else if (found === 'misp') yield* readMisp(all())
  else yield* readLines(all(), found === 'csv' ? makeCsvReader() : readPlainLine)
}

async function* decoded(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(chunk[0] === 0xff && chunk[1] === 0xfe ? 'utf-16le' : 'utf-8')
    yield decoder.decode(chunk, { stream: true })
  }
  if (decoder) yield decoder.decode()
}

function formatOf(head: string): Exclude<FeedFormat, 'auto'> {
  const text = head.trimStart()
  if (/^<(?:!doctype|html|\?xml|head|body)/i.test(text))
    throw new Unreadable('an HTML or XML document, not a list')
  if (text.startsWith('{') || text.startsWith('['))
    return /"type"\s*:\s*"(?:bundle|indicator)"/.test(text) ? 'stix' : 'misp'
  return looksLikeCsv(text.split('\n').slice(0, 50)) ? 'csv' : 'text'
}

async function* readLines(texts: AsyncIterable<string>, read: LineReader): AsyncGenerator<Reading> {
  let rest = ''
  let isTooLong = false
  for await (const text of texts) {
    const lines = (rest + text).split(/\r?\n|\r(?=[^\n])/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (isTooLong || line.length > maxLine) yield 'bad'
      else yield* read(line)
      isTooLong = false
    }
    if (rest.length > maxLine) {
      rest = ''
      isTooLong = true
    }
  }
  if (isTooLong) yield 'bad'
  else yield* read(rest)
}

async function* readStix(texts: AsyncIterable<string>, now: number): AsyncGenerator<Reading> {
  const reader = makeObjectReader()
  for await (const text of texts)
    for (const object of reader.add(text))
      if (object === undefined) yield 'bad'
      else yield* readStixObject(object, now)
  if (!reader.isComplete()) throw new Unreadable('the STIX bundle is truncated or not valid JSON')
}

/** As many as fit into the memory of the thread: there is no way out of a parser that finds it full. */
const countedBytes = 16 * 1024 ** 2

function checkShape(text: string): void {
  try {
    countJson('event of MISP', countedBytes).add(Buffer.from(text))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new Unreadable(
      `a MISP event has more than ${maxDepth} levels, ${maxNames} different names or ${maxValues(countedBytes)} values`,
    )
  }
}

async function* readMisp(texts: AsyncIterable<string>): AsyncGenerator<Reading> {
  let whole = ''
  for await (const text of texts) {
    whole += text
    if (whole.length > maxEventBytes)
      throw new Unreadable(`a MISP event exceeds ${maxEventBytes} bytes`)
  }
  checkShape(whole)
  let document: unknown
  try {
    document = JSON.parse(whole)
  } catch {
    throw new Unreadable('neither JSON nor a list')
  }
  yield* readMispDocument(document)
}
