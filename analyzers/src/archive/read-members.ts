import { constants, gunzipSync } from 'node:zlib'
import type { ArchiveForm } from '../formats/archive-forms.ts'
import type { FileObservable } from '../kit/index.ts'
import { Unreadable, unpack } from './libarchive.ts'
import { gather, gatherAsync, Locked, type Member, TooLarge } from './member.ts'
import { unpackAlone } from './packed-alone.ts'
import { readZip, type ZipContext } from './read-zip.ts'

/** What can be a file that is packed alone, or a tar. */
type StreamForm = 'gzip' | 'bzip2' | 'xz'

export async function* readMembers(
  file: FileObservable,
  form: ArchiveForm,
  context: ZipContext,
): AsyncGenerator<Member> {
  if (form === 'zip') return yield* readZip(file, context)
  if (form === 'vhd' || form === 'vhdx')
    throw new Unreadable(`it is a disk image (${form}), which is not opened`)
  if (file.size > context.maxInput)
    throw new TooLarge(`it has ${file.size} bytes; at most ${context.maxInput} are unpacked`)
  const bytes = await file.bytes(0, file.size)
  const isStream = form === 'gzip' || form === 'bzip2' || form === 'xz'
  let count = 0
  try {
    for await (const { path, size, isEncrypted, isRegular, pieces } of unpack(bytes)) {
      count += 1
      // What the library reads of an encrypted member is its ciphertext, or an error.
      const read = isEncrypted ? locked : (maxBytes: number) => readPieces(pieces, maxBytes)
      if (isRegular) yield { path, size, isEncrypted, read }
    }
  } catch (error) {
    if (!isStream || count > 0 || !(error instanceof Unreadable)) throw lockedOr(error)
    yield single(file, form, bytes)
  }
}

async function readPieces(pieces: () => Generator<Buffer>, maxBytes: number) {
  try {
    return { content: gather(pieces(), maxBytes) }
  } catch (error) {
    throw lockedOr(error)
  }
}

const locked = async () => {
  throw new Locked('it is encrypted, and this kind of encryption is not opened')
}

/** Of archives whose list is encrypted, too, the library says so in words only. */
const lockedOr = (error: unknown): unknown =>
  error instanceof Unreadable && /encrypt|passphrase|password/i.test(error.message)
    ? new Locked('it is encrypted, and this kind of encryption is not opened')
    : error

const single = (file: FileObservable, form: StreamForm, bytes: Buffer): Member => ({
  path: file.filename.replace(/\.(?:gz|bz2?|xz|z)$/i, '') || 'file',
  size: 0,
  isEncrypted: false,
  async read(maxBytes) {
    if (form !== 'gzip') return { content: await gatherAsync(unpackAlone(bytes, form), maxBytes) }
    try {
      // What is cut off is unpacked as far as it goes.
      const finishFlush = constants.Z_SYNC_FLUSH
      return { content: gunzipSync(bytes, { maxOutputLength: maxBytes, finishFlush }) }
    } catch (error) {
      const isTooLarge = (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE'
      throw isTooLarge
        ? new TooLarge(`it has more than ${maxBytes} bytes`)
        : new Unreadable('it is damaged')
    }
  },
})
