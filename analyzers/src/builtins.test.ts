import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { builtins, definitionOf } from './index.ts'

const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !['kit', 'formats', 'gallery'].includes(entry.name))
  .map(({ name }) => name)

const source = (...path: string[]) => readFileSync(join(import.meta.dirname, ...path), 'utf8')

it.each(folders)('%s is in the list', (folder) => {
  expect(existsSync(join(import.meta.dirname, folder, 'description.ts'))).toBe(true)
  expect(source('index.ts')).toContain(`'./${folder}/description.ts'`)
})

it.each(folders)('the description of %s loads no library', (folder) => {
  const loaded = importsOf(join(folder, 'description.ts'))
  expect(loaded.filter((path) => !path.endsWith('.ts'))).toEqual([])
  expect(loaded).toContain('kit/describe.ts')
})

/** Of a file and of those it imports, except for what the kit needs for itself. */
function importsOf(path: string): string[] {
  const named = [...source(path).matchAll(/from '([^']+)'/g)].map(([, from]) => from ?? '')
  return named.flatMap((from) => {
    if (!from.startsWith('.')) return [from]
    const file = join(path, '..', from)
    return file === 'kit/describe.ts' ? [file] : [file, ...importsOf(file)]
  })
}

it('no two have the same name', () => {
  const names = builtins.map(({ description }) => description.name)
  expect(new Set(names).size).toBe(names.length)
})

it.each(builtins.map((builtin) => [builtin.description.name, builtin] as const))(
  '%s has code that belongs to its description',
  async (name, { type, description, load }) => {
    const runnable = await load()

    expect(runnable.type).toBe(type)
    expect(definitionOf(runnable)).toEqual(definitionOf(description))
    expect(name).toMatch(/^Assay_[A-Za-z0-9]+$/)
    expect(description.version).toMatch(/^\d+\.\d+$/)
    expect(description.dataTypes.length).toBeGreaterThan(0)
    expect(description.description.length).toBeLessThan(200)
  },
)

const textItems = builtins.flatMap((builtin) =>
  Object.entries(builtin.description.configuration)
    .filter(([, { type }]) => ['string', 'text', 'resource'].includes(type))
    .map(([item, spec]) => ({ name: builtin.description.name, item, spec, builtin })),
)

/** Of every built-in and every text that can be configured: a path in it opens nothing. */
it.each(textItems)('$name tells nothing of a file that $item names', async ({ builtin, item }) => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-hostile-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const part of ['input', 'output']) mkdirSync(join(folder, part))
  const secret = 'tHeSeCrEtOfThEsErVeR'
  const path = join(folder, 'master.key')
  writeFileSync(path, `${secret}\n203.0.113.5, ${secret}\n`)
  writeFileSync(join(folder, 'input', 'attachment'), `a ${'tHeSe'} file`)
  const { configuration, dataTypes } = builtin.description
  const runnable = await builtin.load()

  for (const value of [path, `file://${path}`, `upload:${path}`, `server:../..${path}`])
    for (const dataType of dataTypes) {
      const given = Object.entries(configuration).map(([name, { type, multi, required }]) => {
        const other = name === 'port' ? 1 : required && type === 'string' ? '127.0.0.1' : undefined
        const wanted = name === item ? value : other
        return [name, wanted === undefined ? undefined : multi ? [wanted] : wanted]
      })
      const input =
        dataType === 'file'
          ? { file: 'attachment', filename: 'a' }
          : { data: samples[dataType] ?? 'example.org' }
      const data = dataType.includes(':') ? { data: { dataType: 'ip', data: '203.0.113.5' } } : {}
      const printed: string[] = []
      const report = await runnable.execute(
        { dataType, ...input, ...data, config: Object.fromEntries(given) },
        {
          folder,
          mayUseNetwork: true,
          privateTargets: [],
          resources: {},
          print: (line) => void printed.push(line),
        },
      )
      expect(JSON.stringify({ report, printed })).not.toContain(secret)
      if (configuration[item]?.type === 'resource')
        expect(report).toMatchObject({
          success: false,
          errorMessage: `The setting ${item} must name an uploaded file or one that the operator offers`,
        })
    }
})

const samples: Readonly<Record<string, string>> = {
  hash: 'd41d8cd98f00b204e9800998ecf8427e',
  ip: '203.0.113.5',
  network: '203.0.113.0/24',
}
