import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { root } from '../../scripts/runtime-packages.ts'
import { builtFile } from './built.ts'
import { skipTest } from './skip.ts'

interface Chunk {
  /** Of the checkout, as the map of the built file names them. */
  readonly sources: readonly string[]
  /** Files that are read with it, at once. */
  readonly imports: readonly string[]
}

function builtChunks(): Map<string, Chunk> {
  const main = builtFile('main.js')
  if (!main) skipTest('The program is not built, or older than its sources: run npm test')
  const folder = dirname(fileURLToPath(main))
  return new Map(
    globSync('*.js', { cwd: folder }).map((name) => {
      const text = readFileSync(join(folder, name), 'utf8')
      const imports = [...text.matchAll(/(?:from|import)"\.\/([\w.-]+\.js)"/g)]
      return [
        name,
        { sources: sourcesOf(join(folder, name)), imports: imports.map(([, path = '']) => path) },
      ]
    }),
  )
}

function sourcesOf(file: string): string[] {
  const map = globSync(`${file}.map`)[0]
  const { sources = [] } = map === undefined ? {} : JSON.parse(readFileSync(map, 'utf8'))
  return (sources as string[]).map((path) =>
    relative(root, resolve(dirname(file), path)).replaceAll('\\', '/'),
  )
}

/** Everything that is read before the first line of these runs. */
function readWith(wanted: readonly string[]): string[] {
  const chunks = builtChunks()
  const holding = (path: string) => {
    const found = [...chunks].filter(([, { sources }]) => sources.includes(path))
    expect(found.length, `${path} is built`).toBeGreaterThan(0)
    return found.map(([name]) => name)
  }
  const names = new Set(wanted.flatMap(holding))
  for (const name of names) for (const next of chunks.get(name)?.imports ?? []) names.add(next)
  return [...names].flatMap((name) => chunks.get(name)?.sources ?? [])
}

const packagesIn = (paths: readonly string[]) =>
  [
    ...new Set(
      paths.flatMap((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []),
    ),
  ].toSorted()

const ofAnalyzers = (...names: string[]) => [
  'server/src/engine/runners/builtin/builtin-thread.ts',
  'server/src/engine/runners/builtin/builtin-module.ts',
  ...names.map((name) => `analyzers/src/${name}/analyzer.ts`),
]

describe('a scan reads', () => {
  const program = ['main.ts', 'cli.ts', 'commands/scan/scan.ts'].map((name) => `server/src/${name}`)

  it('neither server nor samples nor analyzers in the main thread', () => {
    const paths = readWith(program)
    expect(packagesIn(paths)).toEqual(['commander', 'yaml'])
    const others =
      /^(?:contract\/src\/(?:index|platform)|server\/src\/(?:storage|http|identity|platform|serve|commands\/scan\/samples)|analyzers\/src\/(?:gallery|.*\/analyzer\.ts))/
    expect(paths.filter((path) => others.test(path))).toEqual([])
  })

  it('for a name only what splits it, in the thread', () => {
    const paths = readWith(ofAnalyzers('domain', 'lists', 'threat-feeds'))
    expect(packagesIn(paths)).toEqual(['tldts'])
    expect(paths.filter((path) => /^(?:server|contract\/src\/index)/.test(path))).toEqual(
      ofAnalyzers(),
    )
  })

  it('for a file only what identifies it, in the thread', () => {
    const paths = readWith(
      ofAnalyzers(
        ...['archive', 'certificate', 'document', 'executable', 'file', 'hash', 'lists', 'mail'],
        ...['onenote', 'page', 'qr', 'script', 'shortcut', 'text', 'threat-feeds', 'yara'],
      ),
    )
    // All of them for `file-type`.
    expect(packagesIn(paths)).toEqual([
      ...['@borewit/text-codec', '@tokenizer/inflate', 'debug', 'file-type', 'ms', 'strtok3'],
      ...['token-types', 'uint8array-extras'],
    ])
    const readers =
      /^analyzers\/src\/(?:gallery|mail\/read-|page\/read|domain\/brands|archive\/read-)/
    expect(paths.filter((path) => readers.test(path))).toEqual([])
  })
})
