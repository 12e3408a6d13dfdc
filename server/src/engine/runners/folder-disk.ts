import {
  chmodSync,
  closeSync,
  constants,
  mkdirSync,
  openSync,
  rmdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { chmod, mkdir, readdir, rm, rmdir, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

type Done = Promise<unknown> | undefined

/** How the small files of a job folder are made. */
export interface Disk {
  makeDirectory(path: string): Done
  write(path: string, text: string): Done
  /** Also when the program has removed its own permission to enter a directory. Repeatable. */
  remove(path: string): Promise<void>
}

const forOwner = { mode: 0o700 }
const newFile = { mode: 0o600, flag: 'wx' }

const onDisk: Disk = {
  makeDirectory: (path) => mkdir(path, forOwner),
  write: (path, text) => writeFile(path, text, newFile),
  remove: removeTree,
}

const inMemory: Disk = {
  makeDirectory(path) {
    mkdirSync(path, forOwner)
    return undefined
  },
  write(path, text) {
    writeFileSync(path, text, newFile)
    return undefined
  },
  remove: removeAtOnce,
}

/** As `statfs` names the file system of Linux that lives in memory. */
const tmpfs = 0x01021994
const known = new Map<string, Disk>()

/**
 * In memory a folder takes 0.05 ms when made at once and 0.5 ms by way of the thread pool. On a disk
 * each step may take 0.15 ms or, when the disk is busy, much longer: there the pool waits, not we.
 */
export function diskOf(root: string): Disk {
  const found = known.get(root)
  if (found) return found
  const disk = isInMemory(root) ? inMemory : onDisk
  known.set(root, disk)
  return disk
}

function isInMemory(path: string): boolean {
  try {
    return process.platform === 'linux' && statfsSync(path).type === tmpfs
  } catch {
    return false
  }
}

/** Most folders hold two files; whatever else is found there is left to the thread pool. */
async function removeAtOnce(path: string): Promise<void> {
  try {
    removeKnownFiles(path)
    for (const directory of ['input', 'output', '']) rmdirSync(join(path, directory))
  } catch {
    await removeTree(path)
  }
}

/** Of plain directories: the program may have replaced one with a link to another place. */
export function removeKnownFiles(path: string): void {
  for (const [directory, file] of knownFiles) {
    const found = tryOpen(join(path, directory))
    if (found === undefined) continue
    const inside = process.platform === 'linux' ? `/proc/self/fd/${found}` : join(path, directory)
    rmSync(join(inside, file), { force: true })
    closeSync(found)
  }
}

const knownFiles = [
  ['input', 'input.json'],
  ['output', 'output.json'],
] as const

function tryOpen(directory: string): number | undefined {
  try {
    return openSync(directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
  } catch {
    return undefined
  }
}

export async function removeTree(path: string): Promise<void> {
  if (process.platform === 'linux') return removeEntry(Buffer.from(path))
  try {
    await rm(path, { recursive: true, force: true })
  } catch {
    await openRights(path)
    await rm(path, { recursive: true, force: true, maxRetries: 3 })
  }
}

/**
 * A process that forks Python programs may still write there, and replace a directory with a link
 * between two steps. So each directory is reached through the open one above it, and no link is
 * followed. By bytes: a program may give its files names that are not text.
 */
async function removeEntry(path: Buffer): Promise<void> {
  const problem = await unlink(path).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error.code,
  )
  if (problem === undefined || problem === 'ENOENT') return
  const directory = openDirectory(path)
  try {
    const inside = `/proc/self/fd/${directory}/`
    for (const name of await readdir(inside, { encoding: 'buffer' }))
      await removeEntry(Buffer.concat([Buffer.from(inside), name]))
  } finally {
    closeSync(directory)
  }
  await rmdir(path)
}

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants
/** Node has no name for it. It opens a directory that may not be entered, to change its rights. */
const O_PATH = 0o10000000

function openDirectory(path: Buffer): number {
  const found = openSync(path, O_PATH | O_DIRECTORY | O_NOFOLLOW)
  try {
    chmodSync(`/proc/self/fd/${found}`, 0o700)
    return openSync(`/proc/self/fd/${found}`, O_RDONLY | O_DIRECTORY)
  } finally {
    closeSync(found)
  }
}

/** Elsewhere than on Linux, where nothing is forked. */
async function openRights(path: string): Promise<void> {
  await chmod(path, 0o700).catch(() => {})
  for (const entry of await readdir(path, { withFileTypes: true }).catch(() => [])) {
    if (entry.isDirectory()) await openRights(join(path, entry.name))
  }
}
