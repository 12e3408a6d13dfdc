import { Readable } from 'node:stream'
import {
  configure,
  ERR_ENCRYPTED,
  ERR_INVALID_PASSWORD,
  type FileEntry,
  Reader,
  ZipReader,
} from '@zip.js/zip.js'
import { AppError, badRequest } from '../../domain/errors.ts'
import { fileName } from '../../domain/response/observable-values.ts'
import type { ReceivedFile } from '../../http/fields.ts'
import type { Blobs } from '../../storage/blobs/blobs.ts'

// Threads for a job of milliseconds, started from addresses that a bundle does not have.
configure({ useWebWorkers: false })

const fewEntries = 100
/** The list of 100 entries with names and comments of the longest kind is smaller. */
const maxReadBytes = 20 * 1024 ** 2
/** Text packs 20 times, a log 100 times; a thousand times is nothing but a bomb. */
const maxRatio = 200
/** Small files of zeros pack better than that and do no harm. */
const freeBytes = 1024 ** 2

export interface UnpackOptions {
  readonly passwords: readonly string[]
  /** For one file, and for all together. */
  readonly limitBytes: number
  readonly maxEntries?: number
  /** Also refuses files without a password: without knowing it, one cannot be slipped in. */
  readonly onlyEncrypted?: boolean
  /** Where a caller says the password. */
  readonly passwordAttribute?: string
}

/**
 * The files of an archive, staged one by one. The archive may be malware: names, sizes and counts
 * are not trusted, and the unpacked size is counted while it unpacks.
 */
export async function unpack(
  blobs: Blobs,
  archive: ReceivedFile,
  {
    passwords,
    limitBytes,
    maxEntries = fewEntries,
    onlyEncrypted = false,
    passwordAttribute = 'zipPassword',
  }: UnpackOptions,
): Promise<ReceivedFile[]> {
  const zip = new ZipReader(new StagedReader(archive), {
    filenameValidation: 'tolerant',
    checkOverlappingEntry: true,
    checkCrc32: true,
  })
  const files: ReceivedFile[] = []
  let left = limitBytes
  try {
    for (const entry of await fileEntries(zip, maxEntries)) {
      if (onlyEncrypted && !entry.encrypted)
        throw badRequest('A file in the archive is not password-protected')
      const limit = Math.min(left, freeBytes + entry.compressedSize * maxRatio)
      const file = await stageEntry(blobs, entry, passwords, limit)
      files.push(file)
      left -= file.size
    }
    if (files.length === 0) throw badRequest('The archive contains no files')
    return files
  } catch (error) {
    await Promise.all(files.map((file) => file.discard()))
    throw asRefusal(error, passwordAttribute)
  } finally {
    await zip.close()
  }
}

export interface TextOptions {
  readonly maxEntries: number
  readonly maxFileBytes: number
  /** Of all texts together. */
  readonly maxBytes: number
  /** By the path in the archive; other files are not unpacked. */
  wants(path: string): boolean
}

/** Small texts of an archive, in memory. One that is too long, or no text, comes without it. */
export async function unpackTexts(
  archive: ReceivedFile,
  { maxEntries, maxFileBytes, maxBytes, wants }: TextOptions,
): Promise<{ path: string; text: string | undefined }[]> {
  const zip = new ZipReader(new StagedReader(archive), {
    filenameValidation: 'tolerant',
    checkOverlappingEntry: true,
    checkCrc32: true,
  })
  let left = maxBytes
  try {
    const found: { path: string; text: string | undefined }[] = []
    for (const entry of await fileEntries(zip, maxEntries)) {
      const path = entry.filename
      if (!wants(path)) continue
      const bytes = await entryBytes(entry, maxFileBytes)
      left -= bytes?.length ?? maxFileBytes
      if (left < 0)
        throw badRequest(`The archive exceeds the unpacking limit of ${maxBytes} bytes of text`)
      found.push({ path, text: bytes && textOf(bytes) })
    }
    return found
  } catch (error) {
    throw asRefusal(error)
  } finally {
    await zip.close()
  }
}

/** Undefined when there are more than allowed; what the archive says of its sizes is not believed. */
async function entryBytes(entry: FileEntry, maxBytes: number): Promise<Uint8Array | undefined> {
  if (entry.encrypted)
    throw badRequest('The archive is password-protected. Upload it without a password')
  const chunks: Uint8Array[] = []
  let size = 0
  const enough = new Error('the file is too large')
  const sink = new WritableStream<Uint8Array>({
    write(chunk) {
      size += chunk.length
      if (size > maxBytes) throw enough
      chunks.push(chunk)
    },
  })
  try {
    await entry.getData(sink, {})
  } catch (error) {
    if (size > maxBytes) return undefined
    throw error
  }
  return Buffer.concat(chunks)
}

const asText = new TextDecoder('utf-8', { fatal: true })

function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = asText.decode(bytes)
    // PostgreSQL keeps no such text.
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

async function fileEntries(zip: ZipReader<unknown>, maxEntries: number): Promise<FileEntry[]> {
  const found: FileEntry[] = []
  let count = 0
  for await (const entry of zip.getEntriesGenerator()) {
    count += 1
    if (count > maxEntries)
      throw badRequest(`The archive exceeds the limit of ${maxEntries} entries`)
    if (!entry.directory && !entry.symlink) found.push(entry)
  }
  return found
}

async function stageEntry(
  blobs: Blobs,
  entry: FileEntry,
  passwords: readonly string[],
  limitBytes: number,
): Promise<ReceivedFile> {
  const candidates = entry.encrypted ? passwords : ['']
  for (const [index, password] of candidates.entries()) {
    try {
      const staged = await stageWith(blobs, entry, password, limitBytes)
      return {
        ...staged,
        name: fileName(entry.filename),
        contentType: 'application/octet-stream',
      }
    } catch (error) {
      // One wrong password in 256 passes its check, and shows in the content only.
      const isLast = index === candidates.length - 1
      if (isLast || error instanceof AppError) throw error
    }
  }
  throw new Error(ERR_ENCRYPTED)
}

async function stageWith(blobs: Blobs, entry: FileEntry, password: string, limitBytes: number) {
  const pipe = new TransformStream<Uint8Array, Uint8Array>()
  const content = Readable.fromWeb(pipe.readable as Parameters<typeof Readable.fromWeb>[0])
  // A wrong checksum is found when all bytes have been read and no listener is left: without this,
  // the archive of one caller would end the server for all.
  content.on('error', () => undefined)
  const read = entry
    .getData(pipe.writable, entry.encrypted ? { password } : {})
    .catch((error: unknown) => {
      content.destroy(error as Error)
      throw error
    })
  const staged = blobs.stage(content, limitBytes)
  const [reading, staging] = await Promise.allSettled([read, staged])
  // Too many bytes end the reading as well; the first cause is the one to report.
  if (staging.status === 'rejected' && staging.reason instanceof AppError)
    throw badRequest(`Archive exceeds the unpacking limit (possible decompression bomb)`)
  if (reading.status === 'rejected') {
    if (staging.status === 'fulfilled') await staging.value.discard()
    throw reading.reason
  }
  if (staging.status === 'rejected') throw staging.reason
  return staging.value
}

/** What the reader cannot read is the sender's mistake, not ours. */
function asRefusal(error: unknown, attribute = 'zipPassword'): unknown {
  if (!(error instanceof Error) || error instanceof AppError) return error
  if ('syscall' in error) return error
  if ([ERR_ENCRYPTED, ERR_INVALID_PASSWORD].includes(error.message))
    return badRequest(`Unknown archive password. Send it as ${attribute}`)
  return badRequest(`Cannot read the archive: ${error.message}`)
}

/** Random access to a file that is staged and not kept. */
class StagedReader extends Reader<ReceivedFile> {
  readonly #file: ReceivedFile

  constructor(file: ReceivedFile) {
    super(file)
    this.#file = file
    this.size = file.size
  }

  override async readUint8Array(index: number, length: number): Promise<Uint8Array> {
    if (length > maxReadBytes) throw badRequest("The archive's file list is too long")
    return await this.#file.read(index, length)
  }
}
