import { createGunzip, type Gunzip, gunzipSync } from 'node:zlib'
import { inMemory, type RandomAccess } from '../formats/random-access.ts'
import { extensionOf } from '../formats/risky-names.ts'
import { DamagedZip, isZip, listZip, readZipEntry, type ZipEntry } from '../formats/zip.ts'
import type { FileObservable } from '../kit/index.ts'
import { createTarReader, isTar } from './tar.ts'

export interface Member {
  /** With the archives around it: `inner.zip/run.exe`. */
  readonly path: string
  readonly size: number
  readonly isEncrypted: boolean
}

export interface Archive {
  readonly form: 'zip' | 'tar' | 'gzip' | 'tar.gz'
  readonly members: Member[]
  readonly unpackedSize: number
  /** Why it was not examined, with the numbers. */
  readonly bomb: string | undefined
  /** What could not be read. */
  readonly problems: string[]
}

const maxDepth = 3
const maxNested = 10 * 1024 * 1024
const maxNestedTotal = 50 * 1024 * 1024
/** A gigabyte from less than ten megabytes: never sent in good faith. */
const bombSize = 1024 * 1024 * 1024
const bombRatio = 100
/** Gzip does not say how large its content is, so it is unpacked and counted: 256 MB take a second. */
const maxGunzip = 256 * 1024 * 1024
const nestedForms = new Set('zip jar apk tar tgz gz'.split(' '))

export async function readArchive(
  file: FileObservable,
  head: Buffer,
): Promise<Archive | undefined> {
  if (isZip(head)) return readZip(file)
  if (isTar(head)) return readTar(file)
  if (head[0] === 0x1f && head[1] === 0x8b && head[2] === 8) return readGzip(file, head)
  return undefined
}

async function readZip(source: RandomAccess): Promise<Archive> {
  const archive: Archive = { ...empty, form: 'zip', members: [], problems: [] }
  const budget = { left: maxNestedTotal }
  try {
    const { entries, declared, isComplete } = await listZip(source)
    if (!isComplete)
      archive.problems.push(`directory declares ${declared} files but lists ${entries.length}`)
    const unpackedSize = entries.reduce((sum, { size }) => sum + size, 0)
    const bomb = bombIn(entries, unpackedSize, source.size)
    await addEntries(archive, source, entries, { above: '', depth: 1, budget, isBomb: !!bomb })
    return { ...archive, unpackedSize, bomb }
  } catch (error) {
    return { ...archive, problems: [...archive.problems, reasonOf(error)] }
  }
}

const empty = { unpackedSize: 0, bomb: undefined } as const

function bombIn(entries: readonly ZipEntry[], unpacked: number, size: number): string | undefined {
  const packed = entries.reduce((sum, entry) => sum + entry.packedSize, 0)
  if (packed > size)
    return `files overlap: ${packed} packed bytes in a file of ${size} would become ${unpacked}`
  if (unpacked > bombSize && unpacked > bombRatio * size)
    return `${size} bytes would become ${unpacked}, ${Math.round(unpacked / size)} times as many`
  return undefined
}

interface Place {
  readonly above: string
  readonly depth: number
  readonly budget: { left: number }
  readonly isBomb: boolean
}

async function addEntries(
  archive: Archive,
  source: RandomAccess,
  entries: readonly ZipEntry[],
  place: Place,
): Promise<void> {
  for (const entry of entries) {
    if (entry.isFolder) continue
    const path = place.above + entry.name
    archive.members.push({ path, size: entry.size, isEncrypted: entry.isEncrypted })
    const isNested = nestedForms.has(extensionOf(entry.name)) && !entry.isEncrypted
    if (!isNested || place.isBomb) continue
    if (place.depth >= maxDepth) {
      archive.problems.push(`${path} is nested deeper than ${maxDepth} archives and was not opened`)
      continue
    }
    const limit = Math.min(maxNested, place.budget.left)
    if (limit <= 0) {
      archive.problems.push(`${path} was not opened: unpacking limit of ${maxNestedTotal} bytes`)
      continue
    }
    try {
      const content = await readZipEntry(source, entry, limit)
      place.budget.left -= content.length
      await addNested(archive, content, { ...place, above: `${path}/`, depth: place.depth + 1 })
    } catch (error) {
      // It may have been unpacked up to the limit before it was refused: that work counts too.
      place.budget.left -= limit
      archive.problems.push(place.above + reasonOf(error))
    }
  }
}

async function addNested(archive: Archive, content: Buffer, place: Place): Promise<void> {
  if (isZip(content)) {
    const source = inMemory(content)
    const { entries } = await listZip(source)
    const unpacked = entries.reduce((sum, { size }) => sum + size, 0)
    const bomb = bombIn(entries, unpacked, content.length)
    if (bomb) archive.problems.push(`${place.above}: ${bomb}`)
    await addEntries(archive, source, entries, { ...place, isBomb: bomb !== undefined })
    return
  }
  const unpacked = content[0] === 0x1f && content[1] === 0x8b ? gunzipped(content, place) : content
  if (!isTar(unpacked)) return
  const reader = createTarReader()
  reader.add(unpacked)
  for (const { name, size } of reader.result().members)
    archive.members.push({ path: place.above + name, size, isEncrypted: false })
}

function gunzipped(content: Buffer, { budget, above }: Place): Buffer {
  const maxOutputLength = Math.max(1, Math.min(maxNested, budget.left))
  try {
    const unpacked = gunzipSync(content, { maxOutputLength })
    budget.left -= unpacked.length
    return unpacked
  } catch {
    throw new DamagedZip(`${above} is corrupt or larger than ${maxOutputLength} bytes`)
  }
}

async function readTar(file: FileObservable): Promise<Archive> {
  const reader = createTarReader()
  for await (const chunk of file.stream()) reader.add(chunk as Buffer)
  return tarArchive('tar', reader.result())
}

function tarArchive(
  form: 'tar' | 'tar.gz',
  { members, problem }: ReturnType<ReturnType<typeof createTarReader>['result']>,
): Archive {
  return {
    form,
    members: members
      .filter(({ name }) => !name.endsWith('/'))
      .map(({ name, size }) => ({ path: name, size, isEncrypted: false })),
    unpackedSize: members.reduce((sum, { size }) => sum + size, 0),
    bomb: undefined,
    problems: problem === undefined ? [] : [problem],
  }
}

async function readGzip(file: FileObservable, head: Buffer): Promise<Archive> {
  const reader = createTarReader()
  const problems: string[] = []
  let first: Buffer | undefined
  let counted = 0
  let bomb: string | undefined
  const input = file.stream()
  const unpacking: Gunzip = createGunzip({ chunkSize: 65_536 })
  input.once('error', (error) => unpacking.destroy(error))
  try {
    for await (const piece of input.pipe(unpacking)) {
      const chunk = piece as Buffer
      first ??= chunk
      counted += chunk.length
      if (isTar(first)) reader.add(chunk)
      if (counted <= maxGunzip) continue
      const found = `more than ${maxGunzip} bytes unpack from its ${file.size}`
      // Against what has been read so far: the file itself may be long.
      if (counted > bombRatio * unpacking.bytesWritten) bomb = found
      else problems.push(`${found}; the rest was not examined`)
      break
    }
  } catch (error) {
    problems.push(`could not be unpacked completely: ${(error as Error).message}`)
  } finally {
    input.destroy()
    unpacking.destroy()
  }
  if (first && isTar(first)) {
    const archive = tarArchive('tar.gz', reader.result())
    return { ...archive, bomb, problems: [...archive.problems, ...problems] }
  }
  const path = gzipName(head) ?? file.filename.replace(/\.gz$/i, '')
  return {
    form: 'gzip',
    members: [{ path, size: counted, isEncrypted: false }],
    unpackedSize: counted,
    bomb,
    problems,
  }
}

/** The name that the packed file had, where it was kept. */
function gzipName(head: Buffer): string | undefined {
  const flags = head[3] ?? 0
  if (!(flags & 8)) return undefined
  const start = 10 + (flags & 4 && head.length >= 12 ? 2 + head.readUInt16LE(10) : 0)
  const end = head.indexOf(0, start)
  return end > start && end - start < 1024 ? head.toString('latin1', start, end) : undefined
}

/** Anything but a damaged archive is a bug here and stays one. */
function reasonOf(error: unknown): string {
  if (error instanceof DamagedZip) return error.message
  throw error
}
