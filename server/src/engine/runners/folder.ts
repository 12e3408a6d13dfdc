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
import { link } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { type Disk, diskOf } from './folder-disk.ts'

export interface FolderContent {
  readonly jobId: string
  /** Written as `input.json`; `file` and `filename` are added when there is an attachment. */
  readonly input: Readonly<Record<string, unknown>>
  readonly attachment?: {
    open(): Promise<Readable>
    readonly name: string
    /** An immutable copy of ours on the same disk: linked instead of copied. */
    readonly linked?: string
  }
  /** PEM text, trusted in addition to the system's certificates. */
  readonly certificates?: string
}

/** The initial files of a folder without an attachment: few enough to be handed over. */
export interface FolderTexts {
  /** The text of `input.json`. */
  readonly input: string
  readonly certificates?: string
}

/** The folder of one run. It is made as late as possible, and only if needed. */
export interface JobFolder {
  readonly path: string
  readonly hasCertificates: boolean
  /** `input/` is filled, `output/` is empty. Repeatable. */
  make(): Promise<void>
  /**
   * Leaves the making to a launcher or a thread, which is faster there. Undefined when it must be made
   * here: it has an attachment, is kept, or exists already.
   */
  handOver(): FolderTexts | undefined
  /** The receiver of the folder has removed it, or never made it. */
  setGone(): void
  /** The text of `output.json`; undefined when it is missing, or not a file. */
  readReport(maxBytes: number): Promise<string | 'too big' | undefined>
  /** Also when the program has removed its own permission to enter a directory. Repeatable. */
  remove(): Promise<void>
}

const prefix = 'cortex-job-'

/** Nothing is on disk yet. The name is new each time, because a job may be run twice. */
export function planFolder(root: string, content: FolderContent, isKept = false): JobFolder {
  const path = join(root, `${prefix}${safeName(content.jobId)}-${randomName()}`)
  const { input, attachment, certificates } = content
  const disk = diskOf(root)
  let mayExist = false
  return {
    path,
    hasCertificates: certificates !== undefined,
    async make() {
      if (mayExist) return
      mayExist = true
      await makeFolder(disk, path, content)
    },
    handOver() {
      if (isKept || mayExist || attachment !== undefined) return undefined
      mayExist = true
      return {
        input: JSON.stringify(input),
        ...(certificates === undefined ? {} : { certificates }),
      }
    },
    setGone() {
      mayExist = false
    },
    readReport: (maxBytes) => readReport(path, maxBytes),
    async remove() {
      if (mayExist && !isKept) await disk.remove(path)
    },
  }
}

/** The protocol of all public analyzers. */
async function makeFolder(disk: Disk, path: string, content: FolderContent): Promise<void> {
  await disk.makeDirectory(path)
  const output = disk.makeDirectory(join(path, 'output'))
  // Both are awaited: nothing may still be written when a failure removes the folder.
  for (const part of await Promise.allSettled([output, fillInput(disk, path, content)])) {
    if (part.status === 'rejected') throw part.reason
  }
}

async function fillInput(disk: Disk, path: string, content: FolderContent): Promise<void> {
  const { input, attachment, certificates } = content
  const folder = join(path, 'input')
  await disk.makeDirectory(folder)
  if (certificates !== undefined) await disk.write(join(folder, 'cacerts'), certificates)
  // The name in the folder is ours: that of the upload may be `../x` or 300 bytes long.
  const file = attachment && `attachment${randomName()}`
  const document = attachment ? { filename: attachment.name, ...input, file } : input
  await disk.write(join(folder, 'input.json'), JSON.stringify(document))
  if (attachment && file) await copyAttachment(attachment, join(folder, file))
}

async function copyAttachment(
  attachment: { open(): Promise<Readable>; readonly linked?: string },
  path: string,
) {
  const { linked } = attachment
  const isLinked =
    linked !== undefined &&
    (await link(linked, path).then(
      () => true,
      () => false,
    ))
  if (isLinked) return
  await pipeline(await attachment.open(), createWriteStream(path, { mode: 0o600, flags: 'wx' }))
}

async function readReport(path: string, maxBytes: number): Promise<string | 'too big' | undefined> {
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

export const smallBytes = 262_144
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
 * The directory is opened first and the file looked up through it, so a swap between the two steps
 * changes nothing. Only Linux has such paths; elsewhere the check comes before.
 */
export function openPlainFile(
  path: string,
  name: string,
): { fd: number; size: number } | undefined {
  const output = join(path, 'output')
  const directory = tryOpen(output, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
  if (directory === undefined) return undefined
  const base = process.platform === 'linux' ? `/proc/self/fd/${directory}` : output
  // Without O_NONBLOCK, opening a pipe without a writer waits forever.
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
