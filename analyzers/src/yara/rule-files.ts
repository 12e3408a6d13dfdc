import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fail } from '../kit/index.ts'

const maxFiles = 5_000
/** The large public collections have 10 MB. */
const maxBytes = 32 * 1024 * 1024

export interface RuleFile {
  readonly path: string
  readonly size: number
  readonly changed: number
}

/** A file is itself, a folder its `.yar` and `.yara` files and those of its folders. */
export function ruleFiles(paths: readonly string[]): RuleFile[] {
  const files = paths.flatMap((path) => filesAt(path))
  if (files.length > maxFiles) fail(`There are more than ${maxFiles} files with rules`)
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  if (bytes > maxBytes) fail(`The rules have ${bytes} bytes; at most ${maxBytes} are read`)
  return files
}

function filesAt(path: string): RuleFile[] {
  const info = statSync(path, { throwIfNoEntry: false })
  if (!info) fail(`The rules ${path} do not exist`)
  if (info.isFile()) return [{ path, size: info.size, changed: info.mtimeMs }]
  if (!info.isDirectory()) fail(`The rules ${path} are neither a file nor a folder`)
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter(({ name }) => /\.yara?$/i.test(name) && !name.startsWith('.'))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted()
    .flatMap((file) => filesAt(file))
}

export const sourceOf = ({ path }: RuleFile) => ({
  name: basename(path),
  text: readFileSync(path, 'utf8'),
})
