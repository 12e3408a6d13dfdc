import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { type KeptImage, keep, readKept } from '../kit/kept-images.ts'
import type { Trial } from '../kit/try.ts'
import { starterSamples } from './starter-samples.ts'

/** In a separate thread, as the program does: with an engine in which nothing was compiled. */
async function report(trial: Trial): Promise<Record<string, unknown>> {
  const code = `const { parentPort, workerData: { trial, kit, yara } } = require('node:worker_threads')
    Promise.all([import(kit), import(yara)])
      .then(([{ reportOf }, { analyzer }]) => reportOf(analyzer, trial))
      .then(({ full }) => parentPort.postMessage(full))`
  const at = (path: string) => new URL(path, import.meta.url).href
  const thread = new Worker(code, {
    eval: true,
    execArgv: [],
    workerData: { trial, kit: at('../kit/try.ts'), yara: at('./analyzer.ts') },
  })
  try {
    const [full] = await once(thread, 'message')
    return full
  } finally {
    await thread.terminate()
  }
}

let cacheFolder: string
beforeEach(() => {
  cacheFolder = join(mkdtempSync(join(tmpdir(), 'assay-kept-')), 'cache')
  onTestFinished(() => rmSync(join(cacheFolder, '..'), { recursive: true }))
})

const sample = Object.values(starterSamples)
  .flatMap(([first = '']) => (typeof first === 'string' ? [first] : []))
  .join('\n')

it('reads compiled rules back, and finds the same with them', async () => {
  const trial = { dataType: 'file', file: sample, cacheFolder }
  const first = await report(trial)
  const [name = ''] = readdirSync(cacheFolder)
  const bytes = readFileSync(join(cacheFolder, name))
  const second = await report(trial)
  expect(second).toEqual(first)
  expect((first.matches as unknown[]).length).toBeGreaterThan(10)

  // A byte in the middle: it is compiled as if there were nothing, and kept as before.
  const broken = Buffer.from(bytes)
  broken[bytes.length >> 1] = (broken[bytes.length >> 1] ?? 0) ^ 0xff
  writeFileSync(join(cacheFolder, name), broken)
  expect(await report(trial)).toEqual(first)
  expect(readdirSync(cacheFolder)).toEqual([name])
  expect(readFileSync(join(cacheFolder, name)).equals(broken)).toBe(false)
})

it('keeps what belongs to other rules apart, with the files that cannot be used', async () => {
  const rules = join(cacheFolder, '..', 'rules')
  mkdirSync(rules)
  writeFileSync(join(rules, 'bad.yar'), 'broken')
  writeFileSync(join(rules, 'good.yar'), 'rule One { strings: $a = "one" condition: $a }')
  const config = { rules: [rules], starter_rules: false }
  const run = () => report({ dataType: 'file', file: 'one two', config, cacheFolder })
  const first = await run()
  expect(first).toMatchObject({ matches: [{ rule: 'One' }], unusable: [{ file: 'bad.yar' }] })
  expect(await run()).toEqual(first)
  writeFileSync(join(rules, 'good.yar'), 'rule Two { strings: $a = "two" condition: $a }')
  expect(await run()).toMatchObject({ matches: [{ rule: 'Two' }] })
  expect(readdirSync(cacheFolder)).toHaveLength(2)
})

it('finds the same where nothing can be kept, or what is kept has another form', async () => {
  const rules = join(cacheFolder, '..', 'rules')
  mkdirSync(rules)
  writeFileSync(join(rules, 'good.yar'), 'rule One { strings: $a = "one" condition: $a }')
  writeFileSync(join(cacheFolder, '..', 'file'), '')
  const config = { rules: [rules], starter_rules: false }
  const run = (folder: string) =>
    report({ dataType: 'file', file: 'one two', config, cacheFolder: folder })
  const first = await run(cacheFolder)
  expect(first).toMatchObject({ matches: [{ rule: 'One' }] })
  expect(await run(join(cacheFolder, '..', 'file', 'cache'))).toEqual(first)
  const [name = ''] = readdirSync(cacheFolder)
  const bytes = readFileSync(join(cacheFolder, name))
  bytes.write('ASSAYIM0')
  writeFileSync(join(cacheFolder, name), bytes)
  expect(await run(cacheFolder)).toEqual(first)
})

it('uses what was kept instead of compiling', async () => {
  const trial = { dataType: 'file', file: sample, cacheFolder }
  const first = await report(trial)
  const key = readdirSync(cacheFolder)[0]?.replace('.image', '') ?? ''
  const { image, facts } = readKept(cacheFolder, key) as KeptImage
  const unusable = [{ file: 'mark.yar', reason: 'it comes from the disk' }]
  keep(cacheFolder, key, { image, facts: { ...facts, unusable } })
  const second = await report(trial)
  expect(first.unusable).toEqual([])
  expect(second).toMatchObject({ unusable, matches: first.matches })
})
