import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { generate } from 'openapi-typescript-codegen'
import { rolldown } from 'rolldown'
import { expect, it, onTestFinished, vi } from 'vitest'
import { root } from '../../../scripts/runtime-packages.ts'
import { sharedByTests } from '../lifetime.ts'
import { dataFolder, type Server, start } from '../program.ts'
import { skipTest } from '../skip.ts'
import { adaKey, makePeople } from './world.ts'

const page = readFileSync(join(root, 'docs', 'openapi.md'), 'utf8')
const block = (language: string, at = 1) =>
  page.split(`\`\`\`${language}\n`)[at]?.split('\n```')[0] ?? ''

const withPeople = sharedByTests(async () => {
  const server = await start({ ASSAY_DATA_DIR: await dataFolder() })
  await makePeople(server)
  return server
})

it('a TypeScript client that a generator makes of /api/openapi.json compiles and runs a journey', async () => {
  const server = await withPeople()
  const folder = await mkdtemp(join(tmpdir(), 'assay-generated-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  await generate({
    input: await documentIn(folder, server),
    output: join(folder, 'assay-api'),
    httpClient: 'fetch',
    useOptions: true,
    clientName: 'AssayApi',
  })
  writeFileSync(join(folder, 'journey.ts'), block('ts'))
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: 'preserve',
    moduleResolution: 'bundler',
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable'],
    types: ['node'],
    typeRoots: [join(root, 'node_modules', '@types')],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }))

  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const args = [compiler, '--checkers', '1', '-p', folder]
  const compiled = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(compiled.stdout).toBe('')

  const bundle = await rolldown({ input: join(folder, 'journey.ts'), platform: 'node' })
  await bundle.write({ file: join(folder, 'journey.mjs'), format: 'esm' })
  vi.stubEnv('ASSAY_URL', server.address)
  vi.stubEnv('ASSAY_KEY', adaKey)
  const { printed } = (await import(pathToFileURL(join(folder, 'journey.mjs')).href)) as {
    printed: string[]
  }

  expect(printed).toEqual(['Success', 'Phishing email from a look-alike domain'])
})

it('the Python of docs/openapi.md runs with nothing but Python', async () => {
  needPython()
  const server = await withPeople()

  const { stdout, stderr } = await runPython(block('python'), server.address)

  expect(stderr).toBe('')
  expect(stdout).toMatch(/^Success /)
})

it('the document that is prepared for Python generators names nothing twice', async () => {
  needPython()
  const folder = await mkdtemp(join(tmpdir(), 'assay-prepared-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const prepared = join(folder, 'prepared.json')

  const source = await documentIn(folder, await withPeople())
  const { stderr } = spawnSync('python3', ['-c', block('python', 2), source, prepared])

  expect(String(stderr)).toBe('')
  const twice: string[] = []
  JSON.parse(readFileSync(prepared, 'utf8'), (key, value) => {
    if (key === 'properties')
      twice.push(...Object.keys(value).filter((name) => `_${name}` in value))
    return value
  })
  expect(twice).toEqual([])
})

async function documentIn(folder: string, { address }: Server): Promise<string> {
  const path = join(folder, 'openapi.json')
  writeFileSync(path, await (await fetch(`${address}/api/openapi.json`)).text())
  return path
}

function needPython(): void {
  if (spawnSync('python3', ['--version']).status !== 0)
    skipTest('python3 is not installed (Debian: apt-get install python3)')
}

function runPython(script: string, url: string): Promise<{ stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const env = { ASSAY_URL: url, ASSAY_KEY: adaKey, PATH: process.env.PATH ?? '' }
    const child = spawn('python3', ['-c', script], { env })
    const out = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (text: string) => {
        out[name] += text
      })
    child.on('close', () => resolve(out))
  })
}
