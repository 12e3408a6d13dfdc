import { constants, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { type ArchiveForm, archiveForm, type FoundArchive } from '../formats/archive-forms.ts'
import { endOfCompoundFile } from '../formats/compound-file.ts'
import { endOfCpio } from '../formats/cpio.ts'
import { hasUdf } from '../formats/disk/udf.ts'
import { knownContainer, nameOfUnread } from '../formats/known-containers.ts'
import { inMemory } from '../formats/random-access.ts'
import { endsLikeZip } from '../formats/zip.ts'
import type { FileObservable, Finding } from '../kit/index.ts'
import { Unreadable, unpack } from './libarchive.ts'
import { gather, gatherAsync, Locked, type Member, NotExamined, TooLarge } from './member.ts'
import { unpackAlone } from './packed-alone.ts'
import { readBridge, readDisk, readUdfDisc } from './read-disk.ts'
import { pagesOf } from './read-help.ts'
import { streamsOf } from './read-installer.ts'
import { mailsOf } from './read-mbox.ts'
import { installedFiles } from './read-nsis.ts'
import { attachmentsOf } from './read-tnef.ts'
import { readZip, type ZipContext } from './read-zip.ts'
import { isSmallForm, smallMember } from './small-forms.ts'

/** What can be a file that is packed alone, or a tar. */
type StreamForm = 'gzip' | 'bzip2' | 'xz' | 'zstd'

export interface ReadContext extends ZipContext {
  onFinding(finding: Finding): void
  /** A link in it, and its target. */
  onLink(path: string, target: string): void
}

export async function* readMembers(
  file: FileObservable,
  { form, start }: FoundArchive,
  context: ReadContext,
): AsyncGenerator<Member> {
  if (form === 'zip') return yield* readZip(file, context)
  if (form === 'vhd' || form === 'vhdx' || form === 'img')
    return yield* readDisk(file, form, context.onProblem)
  if (form === 'udf') return yield* readUdfDisc(file, context.onProblem)
  const unread = nameOfUnread(form)
  if (unread !== undefined) throw new NotExamined(`${unread}, a format that is not supported`)
  // guard: limits.test.ts
  if (file.size > context.maxInput)
    throw new TooLarge(`file has ${file.size} bytes; at most ${context.maxInput} are unpacked`)
  const bytes = await file.bytes(start, file.size - start)
  if (form === 'mbox') return yield* mailsOf(bytes)
  if (form === 'tnef') return yield* attachmentsOf(bytes)
  if (form === 'chm') return yield* pagesOf(bytes, context)
  if (form === 'nsis') return yield* installedFiles(bytes, context.onFinding)
  if (form === 'msi') return yield* ofInstaller(file, bytes, context)
  if (isSmallForm(form)) return yield smallMember(form, bytes, file.filename)
  if (isStream(form) && archiveForm(await firstBytes(form, bytes)) !== 'tar')
    return yield single(file, form, bytes)
  if (form === 'iso') return yield* ofDisc(bytes, context)
  yield* ofLibrary(bytes, context)
  // Cut off between two files, nothing else shows that there were more.
  if (form === 'tar' && bytes.subarray(-512).some((byte) => byte !== 0))
    context.onProblem('truncated: end of file missing')
  if (form === 'cpio') for (const problem of cpioProblems(bytes)) context.onProblem(problem)
}

/** The library reads ISO 9660; what a disc has besides is read here, or named. */
async function* ofDisc(bytes: Buffer, context: ReadContext): AsyncGenerator<Member> {
  const disc = inMemory(bytes)
  const other = knownContainer(bytes.subarray(0, 2048))
  if (other === 'hfs') context.onProblem('second file system of the disc: macOS disk (HFS+)')
  const iso = ofLibrary(bytes, context)
  yield* (await hasUdf(disc)) ? readBridge(bytes, iso, context.onProblem) : iso
}

/** The library takes a missing end for the end, and stops at the first one in concatenated archives. */
function cpioProblems(bytes: Buffer): string[] {
  const end = endOfCpio(bytes)
  if (end === undefined) return ['truncated or corrupt: end of file missing']
  const behind = bytes.subarray(end)
  return behind.some((byte) => byte !== 0) ? [`${behind.length} bytes after its end`] : []
}

/** Windows checks a package signature without the appended data; Java opens only that data. */
async function* ofInstaller(file: FileObservable, bytes: Buffer, context: ReadContext) {
  yield* streamsOf(bytes, context)
  const isBehind = bytes.indexOf('PK\x03\x04', endOfCompoundFile(bytes), 'latin1') >= 0
  if (!(await endsLikeZip(file, { mayGoOn: isBehind }))) return
  context.onSecond?.()
  yield* readZip(file, context)
}

async function* ofLibrary(bytes: Buffer, context: ReadContext): AsyncGenerator<Member> {
  try {
    for await (const { path, size, isEncrypted, isRegular, link, pieces } of unpack(bytes)) {
      // The library reads an encrypted file as ciphertext, or fails.
      const read = isEncrypted ? locked : (maxBytes: number) => readPieces(pieces, maxBytes)
      if (isRegular) yield { path, size, isEncrypted, read }
      else if (link !== '') context.onLink(path, link)
    }
  } catch (error) {
    throw lockedOr(error)
  }
}

const isStream = (form: ArchiveForm): form is StreamForm =>
  form === 'gzip' || form === 'bzip2' || form === 'xz' || form === 'zstd'

/** Enough to tell a tar from everything else, which is a single file and examined by itself. */
async function firstBytes(form: StreamForm, bytes: Buffer): Promise<Buffer> {
  try {
    // 4 KB become 4 MB at most.
    if (form === 'gzip')
      return gunzipSync(bytes.subarray(0, 4096), { finishFlush: constants.Z_SYNC_FLUSH })
    // A tar in it is opened as a single file.
    if (form !== 'zstd') for await (const piece of unpackAlone(bytes, form)) return piece
  } catch (error) {
    if (form !== 'gzip' && !(error instanceof Unreadable)) throw error
  }
  return Buffer.alloc(0)
}

async function readPieces(pieces: () => Generator<Buffer>, maxBytes: number) {
  try {
    return { content: gather(pieces(), maxBytes) }
  } catch (error) {
    throw lockedOr(error)
  }
}

const locked = async () => {
  throw new Locked('encrypted with an unsupported method')
}

/** Of archives whose list is encrypted, too, the library says so in words only. */
const lockedOr = (error: unknown): unknown =>
  error instanceof Unreadable && /encrypt|passphrase|password/i.test(error.message)
    ? new Locked('encrypted with an unsupported method')
    : error

function unzipped(form: 'gzip' | 'zstd', bytes: Buffer, maxOutputLength: number): Buffer {
  try {
    return form === 'gzip'
      ? gunzipSync(bytes, { maxOutputLength })
      : zstdDecompressSync(bytes, { maxOutputLength })
  } catch (error) {
    const isTooLarge = (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE'
    throw isTooLarge
      ? new TooLarge(`larger than ${maxOutputLength} bytes`)
      : new Unreadable('corrupt')
  }
}

const single = (file: FileObservable, form: StreamForm, bytes: Buffer): Member => ({
  path: file.filename.replace(/\.(?:gz|bz2?|xz|zst|z)$/i, '') || 'file',
  size: 0,
  isEncrypted: false,
  isPackedAlone: true,
  async read(maxBytes) {
    if (form === 'gzip' || form === 'zstd') return { content: unzipped(form, bytes, maxBytes) }
    return { content: await gatherAsync(unpackAlone(bytes, form), maxBytes) }
  },
})
