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
import { isBuiltinName, withoutPrefix } from '@assay/contract/builtin-name'
import { expect, it, onTestFinished } from 'vitest'
import { analyzers, type Description, descriptions, responders } from './descriptions.ts'
import { builtins, definitionOf } from './index.ts'
import { reportOf } from './kit/try.ts'

const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !['kit', 'formats', 'gallery'].includes(entry.name))
  .map(({ name }) => name)

const source = (...path: string[]) => readFileSync(join(import.meta.dirname, ...path), 'utf8')

const named = new Map(
  folders.map((folder) => [
    folder,
    (analyzers as Folders)[folder] ?? (responders as Folders)[folder],
  ]),
)
type Folders = Readonly<Record<string, Description>>

it.each(folders)('%s is in the list', (folder) => {
  expect(existsSync(join(import.meta.dirname, folder, 'description.ts'))).toBe(true)
  expect(named.get(folder)).toBeDefined()
})

it('the descriptions load no library, no code of an analyzer and nothing of Node', () => {
  const isLight = (path: string) => /\/(?:description|\w+-configuration|describe)\.ts$/.test(path)
  const loaded = [...loadedBy('descriptions.ts')]
  expect(loaded.filter((path) => !isLight(path))).toEqual(['descriptions.ts'])
  expect(loaded.length).toBeGreaterThan(folders.length)
})

/** What makes connections; a library that connects by itself is given a connection of the kit. */
const outgoing = 'kit/outgoing.ts'

it.each(folders)('%s says that it needs the network if it does, and only then', (folder) => {
  const code = ['analyzer.ts', 'responder.ts']
    .map((file) => join(folder, file))
    .filter((path) => existsSync(join(import.meta.dirname, path)))
  expect(code).toHaveLength(1)
  const connects = code.some((path) => loadedBy(path).has(outgoing))
  expect({ connects }).toEqual({ connects: named.get(folder)?.needsNetwork })
})

it.each(folders)('%s speaks for lists of the organization only if it says so', (folder) => {
  const speaks = readdirSync(join(import.meta.dirname, folder))
    .filter((file) => !file.endsWith('.test.ts'))
    .some((file) => /'lists\.(?:blocked|watched|allowed)'/.test(source(folder, file)))
  expect({ speaks }).toEqual({ speaks: named.get(folder)?.isOwnList })
})

/** A file and all that is loaded with it: packages by name, types and `import()` not at all. */
function loadedBy(path: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(path)) return found
  found.add(path)
  if (!path.endsWith('.ts')) return found
  const imports = source(path).matchAll(/^(?:import|export) (?!type )[^;='"]*'([^']+)'/gm)
  for (const [, from = ''] of imports)
    loadedBy(from.startsWith('.') ? join(path, '..', from) : from, found)
  return found
}

const words = [...descriptions].flatMap(({ name, title, question }) =>
  [title, question].flatMap(({ en, fr }) => [
    { name, language: 'en', text: en },
    { name, language: 'fr', text: fr },
  ]),
)

it.each(words)('$name has words in $language: $text', ({ language, text }) => {
  expect(text).toMatch(/^\p{Lu}/u)
  // French keeps its signs on the line of their word.
  if (language === 'fr') expect(text).not.toMatch(/ [:;?!»]|« |'/)
})

it('no two are called the same by people', () => {
  for (const language of ['en', 'fr'] as const) {
    const titles = descriptions.map(({ title }) => title[language])
    expect(new Set(titles).size).toBe(titles.length)
  }
})

// Of feeds the engine asks the database, which is not here.
const withSample = builtins.filter(({ description: { sample, asksFeeds } }) => sample && !asksFeeds)

it.each(withSample.map((builtin) => [builtin.description.name, builtin] as const))(
  '%s has something to say about its sample',
  async (_, { description, load }) => {
    const found = await description.sample?.()
    const { filename = '', content = '' } = found?.sample ?? {}
    const report = await reportOf(await load(), { dataType: 'file', file: content, filename })
    expect(report.taxonomies.length).toBeGreaterThan(0)
  },
)

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
    expect(withoutPrefix(name)).toMatch(/^[A-Za-z0-9]+$/)
    expect(isBuiltinName(name)).toBe(true)
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
it.each(textItems)(
  '$name reveals nothing of a file that $item names',
  async ({ builtin, item }) => {
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
          const other =
            name === 'port' ? 1 : required && type === 'string' ? '127.0.0.1' : undefined
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
            errorMessage: `Setting ${item} must name an uploaded file or one provided by the operator`,
          })
      }
  },
)

const samples: Readonly<Record<string, string>> = {
  hash: 'd41d8cd98f00b204e9800998ecf8427e',
  ip: '203.0.113.5',
  network: '203.0.113.0/24',
}
