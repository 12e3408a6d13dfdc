import {
  closeSync,
  constants,
  createReadStream,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs'
import { basename, isAbsolute, join, relative, sep } from 'node:path'
import { createInterface } from 'node:readline'
import { fail } from './failure.ts'

/**
 * Where the engine has put a resource. Plain data, so it can be sent to a thread. Analyzers never
 * see it: they get a `Resource`.
 */
export interface ResourceLocation {
  /** For people: the name of an upload, or the path below the folder of the operator. */
  readonly name: string
  /** Absolute, without symbolic links. */
  readonly path: string
  /** Of content that never changes under this path. Else size and time say whether it did. */
  readonly stamp?: string
  /**
   * Links in a folder must not point outside this one; without it, not outside the folder itself.
   */
  readonly root?: string
}

/** What an organization has configured: rules, lists, a database. One file, or those of a folder. */
export interface Resource {
  readonly name: string
  readonly files: readonly ResourceFile[]
  readonly isFolder: boolean
}

export interface ResourceFile {
  /** Of the file alone, for reports and failures. */
  readonly name: string
  readonly size: number
  /** Changes when the content does. Only to be compared, never to be shown. */
  readonly stamp: string
  /** The whole file; a larger one ends the job with a readable failure. */
  read(maxBytes: number): Buffer
  lines(): AsyncIterable<string>
}

const maxFiles = 5_000
const maxEntries = 20_000
const maxDepth = 16

/** Opens what the starter of the job has resolved. */
export function openResource({ name, path, stamp, root }: ResourceLocation): Resource {
  const info = statOf(path)
  if (!info) fail(`${name} does not exist`)
  if (info.isFile()) {
    const file = stamp === undefined ? basename(name) : name
    return { name, files: [resourceFile(path, file, info, stamp)], isFolder: false }
  }
  if (!info.isDirectory()) fail(`${name} is neither a file nor a folder`)
  return { name, files: filesBelow(path, root ?? realpathSync(path), name), isFolder: true }
}

/** Plain files without hidden ones, in a fixed order. Folders are walked, links to folders are not. */
function filesBelow(folder: string, root: string, name: string): ResourceFile[] {
  const found: string[] = []
  const open: (readonly [path: string, depth: number])[] = [[folder, 0]]
  let entries = 0
  for (let next = open.pop(); next; next = open.pop()) {
    const [path, depth] = next
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      entries += 1
      if (entries > maxEntries) fail(`The folder ${name} has more than ${maxEntries} entries`)
      if (entry.name.startsWith('.')) continue
      const inner = join(path, entry.name)
      if (entry.isDirectory()) {
        if (depth >= maxDepth) fail(`The folder ${name} is nested deeper than ${maxDepth} levels`)
        open.push([inner, depth + 1])
      } else if (entry.isFile()) found.push(inner)
      // A mounted Kubernetes configuration consists of links to a hidden folder next to them.
      else if (entry.isSymbolicLink() && isPlainBelow(root, inner)) found.push(inner)
      if (found.length > maxFiles) fail(`The folder ${name} has more than ${maxFiles} files`)
    }
  }
  return found.toSorted().flatMap((path) => {
    const real = realPathOf(path)
    const info = real === undefined ? undefined : statOf(real)
    // It may have vanished since the walk.
    return real !== undefined && info?.isFile() ? [resourceFile(real, basename(path), info)] : []
  })
}

function isPlainBelow(root: string, path: string): boolean {
  const real = realPathOf(path)
  return real !== undefined && isBelow(root, real) && statOf(real)?.isFile() === true
}

/** Both absolute and without symbolic links. */
export function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

function resourceFile(path: string, name: string, info: Stats, stamp?: string): ResourceFile {
  return {
    name,
    size: info.size,
    stamp: `${path}\n${stamp ?? `${info.size} ${info.mtimeMs} ${info.ino}`}`,
    read(maxBytes) {
      const fd = openPlain(path, name)
      try {
        const { size } = fstatSync(fd)
        if (size > maxBytes) fail(`The file ${name} has ${size} bytes; the limit is ${maxBytes}`)
        return readFileSync(fd)
      } finally {
        closeSync(fd)
      }
    },
    async *lines() {
      const input = createReadStream('', { fd: openPlain(path, name), encoding: 'utf8' })
      try {
        yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
      } finally {
        input.destroy()
      }
    },
  }
}

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants

/** Looked at once more in the open file: what lies there may have been exchanged since. */
function openPlain(path: string, name: string): number {
  // Without O_NONBLOCK, opening a pipe without a writer waits forever.
  const fd = attempt(() => openSync(path, O_RDONLY | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0)))
  if (fd === undefined) fail(`The file ${name} cannot be read`)
  if (fstatSync(fd).isFile()) return fd
  closeSync(fd)
  return fail(`${name} is not a plain file`)
}

const statOf = (path: string) => attempt(() => statSync(path, { throwIfNoEntry: false }))
const realPathOf = (path: string) => attempt(() => realpathSync(path))

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
