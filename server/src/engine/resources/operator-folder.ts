import type { Stats } from 'node:fs'
import { opendir, realpath, stat } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { isInside } from '../../domain/definition-reading.ts'

/** The folder that `analyzer.resources` names: what lies in it may be used by every organization. */
export interface OperatorFolder {
  /** Files and folders by their path below it, in order; at most the first thousand. */
  list(): Promise<Offered[]>
  /** Undefined for what does not exist, is hidden, no plain file or folder, or lies elsewhere. */
  find(path: string): Promise<{ readonly path: string; readonly root: string } | undefined>
}

export interface Offered {
  readonly path: string
  readonly size: number
  readonly isFolder: boolean
}

const maxListed = 1_000
const maxLooked = 10_000
const maxDepth = 8

/** Throws at start with a sentence for the operator when the folder cannot be what it says. */
export async function openOperatorFolder(
  setting: string | undefined,
  dataFolder: string,
): Promise<OperatorFolder | undefined> {
  if (setting === undefined) return undefined
  const refuse = (why: string): never => {
    throw new Error(`analyzer.resources: the folder ${resolve(setting)} ${why}`)
  }
  const root = (await realPath(setting)) ?? refuse('does not exist')
  if (!(await infoOf(root))?.isDirectory()) refuse('is not a folder')
  const data = (await realPath(dataFolder)) ?? resolve(dataFolder)
  // The data folder holds the master key, the database and the files of all organizations.
  if (root === data || isInside(data, root)) refuse('is inside the data folder; choose another one')
  if (isInside(root, data)) refuse('contains the data folder; choose another one')
  // Their files are plain ones, and hold the secrets of running programs.
  if (['/proc', '/sys', '/dev'].some((system) => root === system || isInside(system, root)))
    refuse('belongs to the operating system; choose another one')
  return { list: () => listBelow(root), find: (path) => findBelow(root, path) }
}

async function findBelow(root: string, path: string) {
  const found = await realPath(join(root, ...path.split('/')))
  // By the real path: a link may lead anywhere.
  if (found === undefined || !isInside(root, found)) return undefined
  const info = await infoOf(found)
  return info?.isFile() || info?.isDirectory() ? { path: found, root } : undefined
}

async function listBelow(root: string): Promise<Offered[]> {
  const offered: Offered[] = []
  const open: (readonly [path: string, depth: number])[] = [['', 0]]
  let looked = 0
  // Level by level, so the top is listed when there is too much.
  for (const [folder, depth] of open) {
    const inner = depth < maxDepth ? await entriesOf(join(root, folder), maxLooked - looked) : []
    looked += inner.length
    for (const name of inner) {
      if (offered.length >= maxListed) break
      const path = folder === '' ? name : `${folder}/${name}`
      const found = await findBelow(root, path)
      const info = found && (await infoOf(found.path))
      if (!found || !info) continue
      const isFolder = info.isDirectory()
      offered.push({ path, size: isFolder ? 0 : info.size, isFolder })
      // A link to a folder above would loop forever.
      if (isFolder && found.path === join(root, path)) open.push([path, depth + 1])
    }
  }
  return offered.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

async function entriesOf(folder: string, max: number): Promise<string[]> {
  const names: string[] = []
  try {
    for await (const { name } of await opendir(folder)) {
      if (names.length >= max) break
      if (!name.startsWith('.') && !name.includes('\\') && !name.includes(sep)) names.push(name)
    }
  } catch {
    // What cannot be read is not offered.
  }
  return names.toSorted()
}

const realPath = (path: string): Promise<string | undefined> =>
  realpath(path).catch(() => undefined)

const infoOf = (path: string): Promise<Stats | undefined> => stat(path).catch(() => undefined)
