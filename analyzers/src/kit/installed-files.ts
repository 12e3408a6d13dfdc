import { readdirSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'

const maxDepth = 5
const maxOfKind = 10

/** Ordinary files for tests: some of every extension, spread over the packages that are installed here. */
export function installedFiles(maxBytes: number): string[] {
  const byKind = new Map<string, string[]>()
  const walk = (folder: string, depth: number) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      // Caches of other tests come and go.
      if (entry.name.startsWith('.')) continue
      const path = join(folder, entry.name)
      if (entry.isDirectory() && depth < maxDepth) walk(path, depth + 1)
      else if (entry.isFile()) {
        const kind = extname(entry.name)
        const others = byKind.get(kind)
        if (others) others.push(path)
        else byKind.set(kind, [path])
      }
    }
  }
  walk(join(import.meta.dirname, '../../../node_modules'), 0)
  return [...byKind.values()].flatMap((paths) => {
    const small = paths.toSorted().filter((path) => statSync(path).size <= maxBytes)
    const step = Math.max(1, Math.floor(small.length / maxOfKind))
    return small.filter((_, at) => at % step === 0).slice(0, maxOfKind)
  })
}
