import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { parseAst } from 'rolldown/parseAst'
import { describe, expect, it } from 'vitest'

const pageFolder = join(dirname(import.meta.dirname), 'web', 'dist')
const maxKiB = 180

/** The scripts that the document names, and all that they need before they can run. */
function scriptsOfFirstLoad(): Set<string> {
  const html = readFileSync(join(pageFolder, 'index.html'), 'utf8')
  const tags = html.match(/<(script|link)\b[^>]*>/g) ?? []
  const named = tags
    .filter((tag) => tag.startsWith('<script') || tag.includes('modulepreload'))
    .flatMap((tag) => /\b(?:src|href)="([^"]+)"/.exec(tag)?.[1] ?? [])
  const found = new Set<string>()
  const add = (path: string) => {
    if (found.has(path)) return
    found.add(path)
    for (const source of staticImports(path)) add(join(dirname(path), source))
  }
  for (const path of named) add(join(pageFolder, path))
  return found
}

const staticImports = (path: string) =>
  parseAst(readFileSync(path, 'utf8')).body.flatMap((node) =>
    'source' in node && node.source ? node.source.value : [],
  )

describe('the first load of the page', () => {
  it(`takes at most ${maxKiB} KiB of JavaScript, packed`, () => {
    const paths = [...scriptsOfFirstLoad()]
    const sizes = paths.map((path) => gzipSync(readFileSync(path)).length)
    const sum = sizes.reduce((total, size) => total + size, 0)

    expect(sum).toBeGreaterThan(0)
    expect(Math.ceil(sum / 1024), sizeTable(paths, sizes)).toBeLessThanOrEqual(maxKiB)
  })
})

const sizeTable = (paths: string[], sizes: number[]) =>
  paths
    .map(
      (path, index) =>
        `${Math.ceil((sizes[index] ?? 0) / 1024)} KiB ${path.slice(pageFolder.length)}`,
    )
    .join('\n')
