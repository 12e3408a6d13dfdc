import { randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  createReadStream,
  createWriteStream,
  fstatSync,
  openSync,
  readFile,
  readFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { type Disk, diskOf } from './folder-disk.ts'

export interface FolderContent {
  readonly jobId: string
  /** Written as `input.json`; `file` and `filename` are added when there is an attachment. */
  readonly input: Readonly<Record<string, unknown>>
  readonly attachment?: { open(): Promise<Readable>; readonly name: string }
  /** PEM text, trusted beside the system's own certificates. */
  readonly certificates?: string
}

export interface JobFolder {
  readonly path: string
  /** Also when the program has taken away its own right to enter a directory. Repeatable. */
  remove(): Promise<void>
}

const prefix = 'cortex-job-'

/** A name that nobody else takes; nothing is made yet. */
export function placeOfFolder(root: string, jobId: string): JobFolder {
  const path = join(root, `${prefix}${safeName(jobId)}-${randomName()}`)
  return { path, remove: () => diskOf(root).remove(path) }
}

/** The protocol of all public analyzers: `input/` is filled, `output/` exists and is empty. */
export async function prepareFolder(root: string, content: FolderContent): Promise<JobFolder> {
  const disk = diskOf(root)
  const folder = placeOfFolder(root, content.jobId)
  const { path } = folder
  await disk.makeDirectory(path)
  try {
    const output = disk.makeDirectory(join(path, 'output'))
    // Both are awaited: nothing may still be written when a failure removes the folder.
    for (const part of await Promise.allSettled([output, fillInput(disk, path, content)])) {
      if (part.status === 'rejected') throw part.reason
    }
    return folder
  } catch (error) {
    await folder.remove()
    throw error
  }
}

async function fillInput(disk: Disk, path: string, content: FolderContent): Promise<void> {
  const { input, attachment, certificates } = content
  const folder = join(path, 'input')
  await disk.makeDirectory(folder)
  if (certificates?.trim()) await disk.write(join(folder, 'cacerts'), certificates)
  // The name in the folder is ours: that of the upload may be `../x` or 300 bytes long.
  const file = attachment && `attachment${randomName()}`
  const document = attachment ? { filename: attachment.name, ...input, file } : input
  await disk.write(join(folder, 'input.json'), JSON.stringify(document))
  if (attachment && file) await copyAttachment(attachment, join(folder, file))
}

async function copyAttachment(attachment: { open(): Promise<Readable> }, path: string) {
  await pipeline(await attachment.open(), createWriteStream(path, { mode: 0o600, flags: 'wx' }))
}

/** The text of `output.json`; undefined when there is none, or something that is not a file. */
export async function readOutput(
  path: string,
  { maxBytes }: { maxBytes: number },
): Promise<string | 'too big' | undefined> {
  const found = openPlainFile(path, 'output.json')
  if (!found) return undefined
  try {
    if (found.size > maxBytes) return 'too big'
    // It was written a moment ago and lies in the cache: 0.02 ms, a turn of the thread pool is 0.1.
    return found.size > smallBytes
      ? await readText(found.fd, 'utf8')
      : readFileSync(found.fd, 'utf8')
  } finally {
    closeSync(found.fd)
  }
}

const smallBytes = 262_144
const readText = promisify(readFile)

export type OutputFile = { readonly stream: Readable; readonly size: number } | 'too big'

/**
 * A file that the report names as an artifact: only a plain one, directly in `output/`. The caller
 * reads the stream to its end or destroys it.
 */
export function openOutputFile(
  path: string,
  name: string,
  { maxBytes }: { maxBytes: number },
): OutputFile | undefined {
  const found = isPlainName(name) ? openPlainFile(path, name) : undefined
  if (!found) return undefined
  const { fd, size } = found
  if (size <= maxBytes) return { stream: createReadStream('', { fd }), size }
  closeSync(fd)
  return 'too big'
}

/** 255 bytes is the longest name that a file system keeps. */
export const isPlainName = (name: string) =>
  !['', '.', '..'].includes(name) && Buffer.byteLength(name) <= 255 && !/[/\\\0]/.test(name)

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } = constants

/**
 * The program may have put a symbolic link or a device in place of the file, or of `output` itself.
 * The directory is opened first and the file looked up through it, so that a swap between the two
 * steps changes nothing. Elsewhere than on Linux there is no such path; the check comes before.
 */
function openPlainFile(path: string, name: string): { fd: number; size: number } | undefined {
  const output = join(path, 'output')
  const directory = tryOpen(output, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
  if (directory === undefined) return undefined
  const base = process.platform === 'linux' ? `/proc/self/fd/${directory}` : output
  // Without O_NONBLOCK, opening a pipe that nobody writes to waits for ever.
  const fd = tryOpen(join(base, name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  closeSync(directory)
  if (fd === undefined) return undefined
  const info = fstatSync(fd)
  if (info.isFile()) return { fd, size: info.size }
  closeSync(fd)
  return undefined
}

function tryOpen(path: string, flags: number): number | undefined {
  try {
    return openSync(path, flags)
  } catch {
    return undefined
  }
}

const randomName = () => randomBytes(8).toString('hex')

const safeName = (id: string) => id.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64)
