import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Row, Sum, Value } from '../../storage/rows/table-rows.ts'
import { damaged, format, type Header, type Line, type Manifest, UnusableBackup } from './format.ts'

/** Longer than any of our rows; an arbitrary file must not fill the memory. */
const longestLine = 256 * 1024 * 1024
/** The writer makes pieces of 64 KiB. */
const largestPiece = 16 * 1024 * 1024
const rowsAtOnce = 500
const bytesAtOnce = 4 * 1024 * 1024

export interface Handlers {
  header?(header: Header): Promise<void>
  rows?(table: string, rows: readonly Row[]): Promise<void>
  /** Reads the content to its end. Not asked for files that were damaged already; see `isDamaged`. */
  file?(
    sha256: string,
    content: AsyncIterable<Buffer>,
  ): Promise<{ keep(isDamaged: boolean): Promise<void> }>
}

/** Walks through a backup and checks every sum; rejects with what is wrong with it. */
export async function readBackup(path: string, handlers: Handlers = {}): Promise<Manifest> {
  const source = createReadStream(path)
  const gunzip = createGunzip()
  pipeline(source, gunzip, () => undefined)
  try {
    return await readParts(makeLines(gunzip), handlers)
  } catch (error) {
    throw readable(error, path)
  } finally {
    source.destroy()
    gunzip.destroy()
  }
}

function readable(error: unknown, path: string): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return new Error(`No such file: ${path}`)
  if (code === 'EISDIR') return new Error(`${path} is a folder, not a backup`)
  if (code === 'Z_DATA_ERROR' && (error as Error).message.includes('header'))
    return new UnusableBackup(`${path} is not an Assay backup`)
  if (code === 'Z_BUF_ERROR') return damaged('the end of the file is missing')
  if (code.startsWith('Z_')) return damaged('its content is corrupt')
  return error
}

async function readParts(lines: Lines, handlers: Handlers): Promise<Manifest> {
  const header = await readHeader(lines)
  await handlers.header?.(header)
  const tables: Record<string, Sum> = {}
  const files = { count: 0, bytes: 0 }
  for (;;) {
    const before = lines.sum()
    const line = await lines.next()
    if (line === undefined) throw damaged('the end of the file is missing')
    if ('table' in line) tables[line.table] = await readTable(lines, line, handlers)
    else if ('file' in line) {
      const size = await readFile(lines, line.file, handlers)
      files.count += size === undefined ? 0 : 1
      files.bytes += size ?? 0
    } else if ('manifest' in line) {
      if (line.sha256 !== before) throw damaged('checksum mismatch')
      if ((await lines.next()) !== undefined) throw damaged('data after the end of the backup')
      const found = JSON.stringify({ tables, files })
      const { manifest } = line
      if (JSON.stringify({ tables: manifest.tables, files: manifest.files }) !== found)
        throw damaged('content does not match the manifest')
      return manifest
    } else throw damaged('unexpected line order')
  }
}

async function readHeader(lines: Lines): Promise<Header> {
  const header = await lines.next().catch((error: unknown) => {
    throw error instanceof UnusableBackup ? notOurs() : error
  })
  if (!header || !('assay' in header) || header.assay !== 'backup') throw notOurs()
  if (header.format !== format)
    throw new UnusableBackup(`Unsupported backup format: created by Assay ${header.version}`)
  return header
}

const notOurs = () => new UnusableBackup('Not an Assay backup')

async function readTable(
  lines: Lines,
  { table, columns }: { table: string; columns: readonly string[] },
  handlers: Handlers,
): Promise<Sum> {
  const hash = createHash('sha256')
  let count = 0
  let batch: Row[] = []
  let size = 0
  const pass = async () => {
    if (batch.length > 0) await handlers.rows?.(table, batch)
    batch = []
    size = 0
  }
  for (;;) {
    const text = await lines.text()
    if (text === undefined) throw damaged('the end of the file is missing')
    const line = parsed(text)
    if (Array.isArray(line)) {
      if (line.length !== columns.length) throw damaged(`a row of ${table} has unexpected columns`)
      hash.update(text).update('\n')
      count += 1
      if (!handlers.rows) continue
      batch.push(Object.fromEntries(columns.map((column, at) => [column, line[at] as Value])))
      size += text.length
      if (batch.length >= rowsAtOnce || size >= bytesAtOnce) await pass()
      continue
    }
    await pass()
    const { end, rows, sha256 } = line as Extract<Line, { end: string }>
    const sum = { rows: count, sha256: hash.digest('hex') }
    if (end !== table || rows !== sum.rows || sha256 !== sum.sha256)
      throw damaged(`checksum mismatch in the rows of ${table}`)
    return sum
  }
}

/** The size, unless the file was damaged when the backup was made. */
async function readFile(
  lines: Lines,
  sha256: string,
  { file }: Handlers,
): Promise<number | undefined> {
  const hash = createHash('sha256')
  let size = 0
  let end: Extract<Line, { fileEnd: string }> | undefined
  async function* content(): AsyncGenerator<Buffer> {
    for (;;) {
      const line = await lines.next()
      if (line && 'fileEnd' in line && line.fileEnd === sha256) {
        end = line
        return
      }
      if (!line || !('bytes' in line) || !(line.bytes >= 0 && line.bytes <= largestPiece))
        throw damaged('a stored file is truncated')
      const bytes = await lines.bytes(line.bytes)
      hash.update(bytes)
      size += bytes.length
      yield bytes
    }
  }
  const taken = await file?.(sha256, content())
  if (!taken) for await (const _bytes of content());
  if (!end || end.size !== size) throw damaged('a stored file is truncated')
  const isDamaged = end.isDamaged === true
  if (!isDamaged && hash.digest('hex') !== sha256)
    throw damaged(`checksum mismatch in file ${sha256}`)
  await taken?.keep(isDamaged)
  return isDamaged ? undefined : size
}

interface Lines {
  next(): Promise<Line | undefined>
  text(): Promise<string | undefined>
  bytes(count: number): Promise<Buffer>
  /** Of everything read until here. */
  sum(): string
}

/** Lines and counted bytes of one stream. */
function makeLines(stream: AsyncIterable<Buffer>): Lines {
  const chunks = stream[Symbol.asyncIterator]()
  const hash = createHash('sha256')
  let rest: Buffer = Buffer.alloc(0)
  const more = async (): Promise<Buffer | undefined> => {
    const { value, done } = await chunks.next()
    return done ? undefined : value
  }

  async function text(): Promise<string | undefined> {
    const parts: Buffer[] = []
    let length = 0
    for (;;) {
      const at = rest.indexOf(10)
      const part = at === -1 ? rest : rest.subarray(0, at)
      parts.push(part)
      length += part.length
      if (length > longestLine) throw damaged('a line is too long')
      if (at !== -1) {
        rest = rest.subarray(at + 1)
        const line = Buffer.concat(parts, length)
        hash.update(line).update('\n')
        return line.toString('utf8')
      }
      const chunk = await more()
      rest = chunk ?? Buffer.alloc(0)
      if (chunk) continue
      if (length > 0) throw damaged('the end of the file is missing')
      return undefined
    }
  }

  return {
    text,
    async next() {
      const line = await text()
      return line === undefined ? undefined : (parsed(line) as Line)
    },
    async bytes(count) {
      const parts: Buffer[] = []
      let missing = count
      for (;;) {
        const part = rest.subarray(0, missing)
        parts.push(part)
        missing -= part.length
        rest = rest.subarray(part.length)
        if (missing === 0) break
        const chunk = await more()
        if (!chunk) throw damaged('the end of the file is missing')
        rest = chunk
      }
      const bytes = Buffer.concat(parts, count)
      hash.update(bytes)
      return bytes
    },
    sum: () => hash.copy().digest('hex'),
  }
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // Told below.
  }
  throw damaged('unreadable line')
}
