import { spawn } from 'node:child_process'
import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { checkImports } from '../../../scripts/import-check.ts'
import { importRules } from '../../../scripts/import-rules.ts'
import { readSources } from '../../../scripts/import-sources.ts'
import { patienceMs } from '../patience.ts'
import { commandsOf, exampleIn, root } from './blocks.ts'
import { openShell } from './shell.ts'

const page = 'docs/writing-analyzers.md'
const list = 'analyzers/src/descriptions.ts'
const made = 'analyzers/src/watchwords'

/** What a built-in is checked with: its own kind, the tools, and the rules of lint. */
const needed = ['analyzers', 'biome.json', 'scripts', 'tsconfig.base.json']

async function followGuide(): Promise<string> {
  const shell = await openShell()
  const here = (path: string) => join(shell.folder, path)
  for (const path of needed) await cp(join(root, path), here(path), { recursive: true })
  await symlink(join(root, 'node_modules'), here('node_modules'))
  const [commands = []] = commandsOf(page)
  for (const command of commands) await shell.run(command)
  const [imported = '', entry = ''] = exampleIn(page, 'ts', `'./watchwords/`).split('\n')
  const before = await readFile(here(list), 'utf8')
  const after = before
    .replace(/^(?=import .*'\.\/webhook\/)/m, `${imported}\n`)
    .replace(/(?<=^export const analyzers = \{\n(?:.*\n)*?)(?=\s+yara: )/m, `${entry}\n`)
  await writeFile(here(list), after)
  return shell.folder
}

/** Answers what it prints; fails with that when the tool does. */
async function run(cwd: string, ...args: string[]): Promise<string> {
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  expect(code, `${args.join(' ')}\n${out}${err}`).toBe(0)
  return out
}

it('shows the description and the code of the template as they are', async () => {
  for (const [file, words] of [
    ['description.ts', 'describeWorker'],
    ['analyzer.ts', 'defineAnalyzer'],
  ] as const)
    expect(await readFile(join(root, 'analyzers/template', file), 'utf8')).toContain(
      exampleIn(page, 'ts', words),
    )
})

it('makes a built-in that passes the check, runs and needs no other file', {
  timeout: 10 * patienceMs,
}, async () => {
  const folder = await followGuide()
  const here = (path: string) => join(folder, path)

  // Types and lint of what was written, not of everything that was there before.
  const types = { extends: './tsconfig.json', include: ['src/watchwords', 'src/descriptions.ts'] }
  await writeFile(here('analyzers/guide.json'), JSON.stringify(types))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  await run(folder, tsc, '--noEmit', '--checkers', '1', '-p', 'analyzers/guide.json')
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
  await run(folder, biome, 'ci', '--vcs-enabled=false', made, list)
  const files = [list, ...['description.ts', 'analyzer.ts'].map((file) => `${made}/${file}`)]
  const written = await Promise.all(
    files.map(async (file) => [file, await readFile(here(file), 'utf8')] as const),
  )
  const sources = readSources(Object.keys(importRules.packages))
  expect(checkImports(new Map([...sources, ...written]), importRules)).toEqual([])

  const tried = ['watchwords', 'your invoice', '-t', 'other', '-c', 'words=invoice']
  const report = await run(folder, 'scripts/try.ts', ...tried)
  expect(JSON.parse(report)).toMatchObject({ success: true, full: { found: ['invoice'] } })
  const loaded = await run(
    folder,
    '--input-type=module',
    '--eval',
    `const { findBuiltin } = await import('./analyzers/src/index.ts')
     const { load, description } = findBuiltin('Assay_Watchwords')
     console.log((await load()).type, description.title.en)`,
  )
  expect(loaded.trim()).toBe('analyzer Watchwords')
})
