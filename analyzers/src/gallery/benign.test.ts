import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { expect, it } from 'vitest'
import { builtins } from '../index.ts'
import { reportOf } from '../kit/try.ts'

const kinds =
  '.js .mjs .cjs .html .svg .css .json .md .txt .sh .cmd .ps1 .py .png .wasm .node .woff2 .gz .map .ts .yml .xml'.split(
    ' ',
  )
const maxOfKind = 10
const maxBytes = 300_000

/** Of every kind some, spread over the packages that are installed here. */
function files(): string[] {
  const byKind = new Map<string, string[]>(kinds.map((kind) => [kind, []]))
  const walk = (folder: string, depth: number) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      // Caches of other tests come and go.
      if (entry.name.startsWith('.')) continue
      const path = join(folder, entry.name)
      if (entry.isDirectory() && depth < 5) walk(path, depth + 1)
      else if (entry.isFile()) byKind.get(extname(entry.name))?.push(path)
    }
  }
  walk(join(import.meta.dirname, '../../../node_modules'), 0)
  return [...byKind.values()].flatMap((paths) => {
    const small = paths.sort().filter((path) => statSync(path).size <= maxBytes)
    const step = Math.max(1, Math.floor(small.length / maxOfKind))
    return small.filter((_, at) => at % step === 0).slice(0, maxOfKind)
  })
}

it('flags at most one of a hundred ordinary files', async () => {
  const looking = builtins.filter(
    ({ type, description }) =>
      type === 'analyzer' &&
      description.dataTypes.includes('file') &&
      // Its rules are held against more files, and more strictly, by their own test.
      description.name !== 'Assay_Yara',
  )
  const analyzers = await Promise.all(looking.map((builtin) => builtin.load()))
  const all = files()
  const flagged: string[] = []
  for (const path of all) {
    const trial = { dataType: 'file', file: readFileSync(path), filename: basename(path) }
    for (const analyzer of analyzers) {
      const { full } = await reportOf(analyzer, trial)
      if (full.verdict === 'suspicious' || full.verdict === 'malicious')
        flagged.push(`${path} ${JSON.stringify(full.findings)}`)
    }
  }
  expect(all.length).toBeGreaterThan(100)
  expect(flagged.length, flagged.join('\n')).toBeLessThanOrEqual(all.length / 100)
})
