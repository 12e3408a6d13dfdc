import { fail, parsedFiles, type ResourceFile } from '../kit/index.ts'

/** The name after each hash, or an empty text. */
export type HashList = ReadonlyMap<string, string>

/** About 150 MB in memory; larger lists belong in a database. */
const maxEntries = 1_000_000
/** A line of 66 bytes takes some 150 in memory. */
const keepBytes = 32 * 1024 ** 2

/** One hash per line, its name behind it. Kept until the file changes. */
export const loadHashList = parsedFiles({ what: 'a hash list', keepBytes }, readNames)

async function readNames(file: ResourceFile): Promise<HashList> {
  const names = new Map<string, string>()
  let others = 0
  for await (const line of file.lines()) {
    const [, hash, name = ''] = /^\s*([0-9a-f]{32,128})(?:[\s,;]+(.*))?$/i.exec(line) ?? []
    if (hash === undefined) {
      if (/^\s*[^\s#;/]/.test(line)) others += 1
      continue
    }
    if (names.size >= maxEntries) fail(`The list ${file.name} has more than ${maxEntries} entries`)
    names.set(hash.toLowerCase(), name.trim())
  }
  // Packed, or of another kind: its silence would be taken for an answer.
  if (names.size === 0 && others > 0) fail(`No hashes in the list ${file.name}`)
  return names
}
