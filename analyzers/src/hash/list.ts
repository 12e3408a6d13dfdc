import { createReadStream, statSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fail } from '../kit/index.ts'

export interface HashList {
  readonly path: string
  /** The name behind the hash, or an empty text. */
  find(hash: string): string | undefined
}

/** About 150 MB in memory; larger lists belong in a database. */
const maxEntries = 1_000_000

const loaded = new Map<string, { readonly stamp: string; readonly names: Map<string, string> }>()

/** One hash per line, its name behind it. Kept until the file changes. */
export async function loadHashList(path: string): Promise<HashList> {
  const stamp = stampOf(path)
  let list = loaded.get(path)
  if (list?.stamp !== stamp) {
    list = { stamp, names: await readNames(path) }
    loaded.set(path, list)
  }
  const { names } = list
  return { path, find: (hash) => names.get(hash) }
}

function stampOf(path: string): string {
  const info = statSync(path, { throwIfNoEntry: false })
  if (!info?.isFile()) fail(`The list ${path} is not a file that can be read`)
  return `${info.mtimeMs} ${info.size}`
}

async function readNames(path: string): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  const lines = createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Infinity })
  for await (const line of lines) {
    const [, hash, name = ''] = /^\s*([0-9a-f]{32,128})(?:[\s,;]+(.*))?$/i.exec(line) ?? []
    if (hash === undefined) continue
    if (names.size >= maxEntries) fail(`The list ${path} has more than ${maxEntries} entries`)
    names.set(hash.toLowerCase(), name.trim())
  }
  return names
}
