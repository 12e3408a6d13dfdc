import { createReadStream, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fail } from '../kit/index.ts'
import { type Entry, type Matcher, makeMatcher } from './matcher.ts'

/** About 200 MB in memory; larger lists belong in a database. */
const maxEntries = 1_000_000
const maxFiles = 5_000
const longestLine = 4_096

export interface ListFile {
  readonly path: string
  readonly name: string
  readonly stamp: string
}

/** The files of a setting: a file is itself, a folder its files and those of its folders. */
export function listFiles(path: string, accepts: (name: string) => boolean): ListFile[] {
  const info = statSync(path, { throwIfNoEntry: false })
  if (!info) fail(`The list ${path} does not exist`)
  if (info.isFile()) return [{ path, name: nameOf(path), stamp: `${info.mtimeMs} ${info.size}` }]
  if (!info.isDirectory()) fail(`The list ${path} is neither a file nor a folder`)
  const found = readdirSync(path, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && accepts(entry.name) && !entry.name.startsWith('.'),
  )
  if (found.length > maxFiles) fail(`The folder ${path} has more than ${maxFiles} lists`)
  return found
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted()
    .flatMap((file) => listFiles(file, accepts))
}

/** Kept until the file changes: the next job after a change sees it. */
export function keptUntilChanged<T>(read: (path: string) => Promise<T>) {
  const loaded = new Map<string, { readonly stamp: string; readonly list: T }>()
  return async ({ path, stamp }: ListFile): Promise<T> => {
    const known = loaded.get(path)
    if (known?.stamp === stamp) return known.list
    const list = await read(path)
    loaded.set(path, { stamp, list })
    return list
  }
}

/** One value per line; a comma, semicolon, tab or ` #` begins its note. */
async function readPlainList(path: string): Promise<Matcher> {
  const entries: Entry[] = []
  const lines = createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Infinity })
  for await (const line of lines) {
    const entry = line.length > longestLine ? undefined : entryOf(line)
    if (!entry) continue
    if (entries.length >= maxEntries) fail(`The list ${path} has more than ${maxEntries} entries`)
    entries.push(entry)
  }
  return makeMatcher(entries)
}

export const loadPlainList = keptUntilChanged(readPlainList)

function entryOf(line: string): Entry | undefined {
  const text = line.trim()
  if (text === '' || text.startsWith('#') || text.startsWith('//')) return undefined
  const at = text.search(/[,;\t]| #/)
  const value = (at < 0 ? text : text.slice(0, at)).trim().replace(/^"|"$/g, '')
  const note =
    at < 0
      ? ''
      : text
          .slice(at + 1)
          .replace(/^[\s#]+/, '')
          .trim()
  return value === '' ? undefined : { value, note }
}

export const nameOf = (path: string) =>
  path.slice(path.lastIndexOf('/') + 1).replace(/\.[a-z]+$/i, '')
