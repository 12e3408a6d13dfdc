import { readFat } from '../formats/disk/fat.ts'
import type { FileOnDisk } from '../formats/disk/file-on-disk.ts'
import { readNtfs } from '../formats/disk/ntfs.ts'
import { readUdf } from '../formats/disk/udf.ts'
import { DamagedDisk, openVhd } from '../formats/disk/vhd.ts'
import { openVhdx } from '../formats/disk/vhdx.ts'
import { fileSystemOf, volumesOf } from '../formats/disk/volumes.ts'
import { inMemory, type RandomAccess } from '../formats/random-access.ts'
import type { FileObservable } from '../kit/index.ts'
import { Unreadable } from './libarchive.ts'
import { type Member, NotExamined, TooLarge } from './member.ts'

/** The files on a disk image of Windows: FAT and NTFS volumes, whatever their table of parts. */
export async function* readDisk(
  file: FileObservable,
  form: DiskForm,
  onProblem: (reason: string) => void,
): AsyncGenerator<Member> {
  const volumes = await sound(() => openVolumes(file, form, onProblem))
  const once = onlyOnce(onProblem)
  let isAnyRead = false
  for (const [index, volume] of volumes.entries()) {
    const boot = await volume.bytes(0, 512)
    const system = fileSystemOf(boot)
    if (system === undefined) {
      onProblem(`volume ${index + 1} of the disk is neither FAT nor NTFS`)
      continue
    }
    isAnyRead = true
    const read = system === 'ntfs' ? readNtfs : readFat
    yield* membersOf(read(volume, boot, once))
  }
  if (!isAnyRead) throw new NotExamined(`disk image (${form}) without a readable volume`)
}

/** A thousand folders may be too deep for one reason. */
function onlyOnce(onProblem: (reason: string) => void) {
  const told = new Set<string>()
  return (reason: string) => {
    if (!told.has(reason)) onProblem(reason)
    told.add(reason)
  }
}

async function* membersOf(files: AsyncGenerator<FileOnDisk>): AsyncGenerator<Member> {
  for (;;) {
    const next = await sound(() => files.next())
    if (next.done) return
    yield memberOf(next.value)
  }
}

/** The files of a disc whose only file system is UDF. */
export const readUdfDisc = (file: RandomAccess, onProblem: (reason: string) => void) =>
  membersOf(readUdf(file, onlyOnce(onProblem)))

/**
 * A disc with two file systems: Windows shows UDF, other readers show ISO 9660. Files that both have are
 * one; a file that only one of them shows is still extracted.
 */
export async function* readBridge(
  disc: Buffer,
  iso: AsyncIterable<Member>,
  onProblem: (reason: string) => void,
): AsyncGenerator<Member> {
  const contents = new Map<number, FileOnDisk[]>()
  try {
    for await (const file of readUdf(inMemory(disc), onlyOnce(onProblem))) {
      contents.set(file.size, [...(contents.get(file.size) ?? []), file])
      yield memberOf(file)
    }
  } catch (error) {
    if (!(error instanceof DamagedDisk || error instanceof RangeError)) throw error
    onProblem(`UDF file system of the disc: ${reasonOf(error)}`)
  }
  for await (const member of iso) {
    const twins = contents.get(member.size)
    if (!twins) {
      yield member
      continue
    }
    // The library goes through the disc only once, so the content is kept where it must be compared.
    const own = await member.read(disc.length).catch((error: unknown) => ({ error }))
    if (!('content' in own) || !(await hasTwin(own.content, twins)))
      yield { ...member, read: async (maxBytes) => given(own, maxBytes) }
  }
}

type Read = Awaited<ReturnType<Member['read']>>

function given(own: Read | { readonly error: unknown }, maxBytes: number): Read {
  if ('error' in own) throw own.error
  if (own.content.length > maxBytes) throw new TooLarge(`larger than ${maxBytes} bytes`)
  return own
}

/** Of many with the same size the first are compared: a file that is listed twice does no harm. */
const maxTwins = 20

async function hasTwin(content: Buffer, twins: readonly FileOnDisk[]): Promise<boolean> {
  for (const twin of twins.slice(0, maxTwins))
    if ((await twin.read(content.length)).equals(content)) return true
  return false
}

const reasonOf = (error: DamagedDisk | RangeError) =>
  error instanceof DamagedDisk ? error.message.replace(/^with /, '') : 'corrupt'

const cutOff = 'truncated: parts of the disk are missing from the file'

export type DiskForm = 'vhd' | 'vhdx' | 'img'

async function openVolumes(
  file: FileObservable,
  form: DiskForm,
  onProblem: (reason: string) => void,
): Promise<RandomAccess[]> {
  if (form === 'img') return volumesOf(file)
  if (form === 'vhd') {
    const disk = await openVhd(file)
    if (disk.isCutOff) onProblem(cutOff)
    return volumesOf(disk)
  }
  const disk = await openVhdx(file)
  if (disk.isCutOff) onProblem(cutOff)
  if (disk.hasLog) onProblem('not closed cleanly: changes in its log were not examined')
  return volumesOf(disk, disk.sector)
}

const memberOf = (file: FileOnDisk): Member => ({
  path: file.path,
  size: file.size,
  isEncrypted: false,
  async read(maxBytes) {
    if (file.size > maxBytes) throw new TooLarge(`larger than ${maxBytes} bytes`)
    const content = await sound(() => file.read(maxBytes))
    if (content.length < file.size) throw new Unreadable('truncated')
    return { content }
  },
})

/** An offset beyond the end is the usual damage. */
async function sound<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof DamagedDisk)
      throw new Unreadable(`disk image ${error.message}, which is not supported`)
    if (error instanceof RangeError) throw new Unreadable('corrupt disk image')
    throw error
  }
}
