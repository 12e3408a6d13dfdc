import { readFileSync } from 'node:fs'
import { basename, extname } from 'node:path'
import { expect, it } from 'vitest'
import { builtins } from '../index.ts'
import { installedFiles } from '../kit/installed-files.ts'
import { reportOf } from '../kit/try.ts'

const kinds =
  '.js .mjs .cjs .html .svg .css .json .md .txt .sh .cmd .ps1 .py .png .wasm .node .woff2 .gz .map .ts .yml .xml'.split(
    ' ',
  )
const maxBytes = 300_000

it('flags at most one of a hundred ordinary files', async () => {
  const looking = builtins.filter(
    ({ type, description }) =>
      type === 'analyzer' &&
      description.dataTypes.includes('file') &&
      // Its rules are held against more files, and more strictly, by their own test.
      description.name !== 'Assay_Yara',
  )
  const analyzers = await Promise.all(looking.map((builtin) => builtin.load()))
  const all = installedFiles(maxBytes).filter((path) => kinds.includes(extname(path)))
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
