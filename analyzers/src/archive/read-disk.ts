import { readFat } from '../formats/disk/fat.ts'
import type { FileOnDisk } from '../formats/disk/file-on-disk.ts'
import { readNtfs } from '../formats/disk/ntfs.ts'
import { DamagedDisk, openVhd } from '../formats/disk/vhd.ts'
import { openVhdx } from '../formats/disk/vhdx.ts'
import { fileSystemOf, volumesOf } from '../formats/disk/volumes.ts'
import type { RandomAccess } from '../formats/random-access.ts'
import type { FileObservable } from '../kit/index.ts'
import { Unreadable } from './libarchive.ts'
import { type Member, NotLookedInto, TooLarge } from './member.ts'

/** The files on a disk image of Windows: FAT and NTFS volumes, whatever their table of parts. */
export async function* readDisk(
  file: FileObservable,
  form: DiskForm,
  onProblem: (reason: string) => void,
): AsyncGenerator<Member> {
  const volumes = await sound(() => openVolumes(file, form, onProblem))
  let isAnyRead = false
  for (const [index, volume] of volumes.entries()) {
    const boot = await volume.bytes(0, 512)
    const system = fileSystemOf(boot)
    if (system === undefined) {
      onProblem(`volume ${index + 1} of the disk is neither FAT nor NTFS`)
      continue
    }
    isAnyRead = true
    const files = system === 'ntfs' ? readNtfs(volume, boot) : readFat(volume, boot)
    for (;;) {
      const next = await sound(() => files.next())
      if (next.done) break
      yield memberOf(next.value)
    }
  }
  if (!isAnyRead)
    throw new NotLookedInto(`it is a disk image (${form}) without a volume that could be read`)
}

const cutOff = 'it is cut off: parts of the disk are behind the end of the file'

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
  if (disk.hasLog)
    onProblem('it was not closed well: what its log says is not in its place and was not read')
  return volumesOf(disk, disk.sector)
}

const memberOf = (file: FileOnDisk): Member => ({
  path: file.path,
  size: file.size,
  isEncrypted: false,
  async read(maxBytes) {
    if (file.size > maxBytes) throw new TooLarge(`it has more than ${maxBytes} bytes`)
    const content = await sound(() => file.read(maxBytes))
    if (content.length < file.size) throw new Unreadable('it is cut off')
    return { content }
  },
})

/** A number that leads beyond the end is the usual damage. */
async function sound<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof DamagedDisk)
      throw new Unreadable(`it is a disk image ${error.message}, which is not looked into`)
    if (error instanceof RangeError) throw new Unreadable('the disk image is damaged')
    throw error
  }
}
