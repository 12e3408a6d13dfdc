import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isInside } from '../../domain/definition-reading.ts'

export type Source = { kind: 'address'; address: string } | { kind: 'path'; path: string }

/** What an entry of `analyzer.urls` or `responder.urls` means. */
export function sourceOf(url: string): Source {
  if (/^https?:\/\//i.test(url)) return { kind: 'address', address: url }
  if (/^file:/i.test(url)) return { kind: 'path', path: fileURLToPath(url) }
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(url))
    throw new Error('unsupported scheme; use http, https or file')
  return { kind: 'path', path: resolve(url) }
}

/** Names that begin with a dot belong to tools: `.git`, the `..data` of a mounted volume. */
const isVisible = (name: string) => !name.startsWith('.')

/** The direct subfolders of a catalog folder, including links, in a fixed order. */
export async function definitionFolders(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const found = await Promise.all(
    entries.map(async (entry) => {
      if (!isVisible(entry.name)) return false
      if (!entry.isSymbolicLink()) return entry.isDirectory()
      const target = await stat(join(folder, entry.name)).catch(() => undefined)
      return target?.isDirectory() ?? false
    }),
  )
  return entries.flatMap((entry, index) => (found[index] ? [entry.name] : [])).sort()
}

/** The definitions in one of them. Deeper ones are data of the programs, not definitions. */
export async function definitionFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder)
  return names
    .filter((name) => isVisible(name) && name.endsWith('.json'))
    .sort()
    .map((name) => join(folder, name))
}

/** Asked before it is opened: opening a pipe that is called `x.json` would wait forever. */
export async function readText(path: string, maxBytes: number): Promise<string> {
  const file = await stat(path)
  if (!file.isFile()) throw new Error('not a file')
  if (file.size > maxBytes) throw new Error(`larger than ${maxBytes} bytes`)
  // Drops a byte order mark, which JSON.parse does not take.
  return new TextDecoder().decode(await readFile(path))
}

/** Where a program really lies, all links followed. */
export async function placeOf(root: string, program: string) {
  try {
    const [realRoot, realProgram] = await Promise.all([realpath(root), realpath(program)])
    return isInside(realRoot, realProgram) ? 'inside' : 'outside'
  } catch {
    return 'missing'
  }
}

export const messageOf = (error: unknown) =>
  error instanceof Error ? error.message : String(error)
