import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../../../scripts/runtime-packages.ts'
import { version } from '../../src/process/version.ts'
import { dataFolder, start } from '../program.ts'
import { runNpm } from './npm.ts'
import { adaKey, makePeople } from './world.ts'

const page = readFileSync(join(root, 'docs', 'client.md'), 'utf8')
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm'))].map(
    ([, text = '']) => text,
  )

/** What a third-party program gets: the tarball in an empty folder, and nothing else. */
describe('the package @assay/client', () => {
  let folder: string
  let place: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-client-'))
    place = join(folder, 'place')
    mkdirSync(place)
    writeFileSync(join(place, 'package.json'), JSON.stringify({ type: 'module', private: true }))
    runNpm(['pack', '-w', 'client', '--pack-destination', folder], root)
    // Offline: it needs no other package.
    runNpm(['install', '--offline', join(folder, `assay-client-${version}.tgz`)], place)
    writeFileSync(join(place, 'sample.txt'), 'http://paypa1.com/login')
    for (const [index, text] of blocks('ts').entries())
      writeFileSync(join(place, `example-${index}.ts`), text)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('has no dependencies, its license, and no source of ours', () => {
    const installed = join(place, 'node_modules', '@assay', 'client')
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))

    expect(manifest.dependencies).toBeUndefined()
    expect(readdirSync(join(place, 'node_modules', '@assay'))).toEqual(['client'])
    expect(readdirSync(installed)).toEqual(
      expect.arrayContaining(['LICENSE', 'README.md', 'dist', 'package.json']),
    )
    for (const name of readdirSync(join(installed, 'dist'))) {
      expect(name).toMatch(/\.(js|d\.ts)$/)
      expect(readFileSync(join(installed, 'dist', name), 'utf8')).not.toMatch(/@assay\/contract'/)
    }
  })

  it('has the commands of its page', () => {
    expect(blocks('sh')).toEqual([
      `npm pack -w client\nnpm install ./assay-client-${version}.tgz\n`,
    ])
  })

  it('has types that stand by themselves, and that calls of the contract fit', () => {
    const lib = ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable']
    const compilerOptions = {
      strict: true,
      noEmit: true,
      module: 'nodenext',
      target: 'es2024',
      lib,
      types: ['node'],
      typeRoots: [join(root, 'node_modules', '@types')],
      allowImportingTsExtensions: true,
    }
    writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
    const contract = join(root, 'contract', 'src', 'index.ts')
    writeFileSync(
      join(place, 'same.ts'),
      `import type { Calls } from '@assay/client'
       import type { Client, contract } from ${JSON.stringify(contract)}
       type Ours = Client<typeof contract>
       export const shipped = (ours: Ours): Calls => ours
      `,
    )

    const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
    const { status, stdout } = spawnSync(
      process.execPath,
      [compiler, '--checkers', '1', '-p', place],
      {
        encoding: 'utf8',
      },
    )

    expect(stdout).toBe('')
    expect(status).toBe(0)
  })

  it('runs every example of its page', async () => {
    const server = await start({ ASSAY_DATA_DIR: await dataFolder() })
    await makePeople(server)
    const environment = {
      ASSAY_URL: server.address,
      ASSAY_KEY: adaKey,
      PATH: process.env.PATH ?? '',
    }

    const printed: string[] = []
    for (const index of blocks('ts').keys())
      printed.push(await printedBy(join(place, `example-${index}.ts`), place, environment))

    const [analyzed, waited, sent, heard, refused] = printed
    expect(analyzed).toContain('Success')
    expect(waited).toContain('taxonomies')
    expect(sent).toBe('sample.txt Success\n')
    expect(heard).toMatch(/Success\n/)
    expect(refused).toBe('404 NotFoundError job nothing not found\n')
  })

  it('waits for a report while the server is stopped and started again', async () => {
    const environment = { ASSAY_DATA_DIR: await dataFolder() }
    // No jobs run here: this one waits until another server runs it.
    const first = await start({ ...environment, ASSAY_ROLES: 'engine,platform' })
    await makePeople(first)
    const port = new URL(first.address).port
    writeFileSync(join(place, 'restart.js'), waitsThroughRestart)
    const script = spawn(process.execPath, [join(place, 'restart.js')], {
      env: { ASSAY_URL: first.address, ASSAY_KEY: adaKey },
      cwd: place,
    })
    let shown = ''
    for (const stream of [script.stdout, script.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        shown += text
      })
    const ended = new Promise((resolve) => script.on('close', resolve))

    await expect.poll(() => shown).toContain('accepted Waiting')
    await first.stop()
    const second = await start({ ...environment, ASSAY_HTTP_PORT: port })
    await ended

    expect(shown).toBe('accepted Waiting\nended Success\n')
    await second.stop()
  })
})

const waitsThroughRestart = `
import { connect } from '@assay/client'
const assay = connect({ url: process.env.ASSAY_URL, key: process.env.ASSAY_KEY })
const [analyzer] = (await assay.api.listAnalyzersByType({ dataType: 'domain' })).rows
const observable = { dataType: 'domain', data: 'example.org' }
const { id, status } = await assay.api.runAnalyzer({ id: analyzer.id }, observable)
console.log('accepted', status)
console.log('ended', (await assay.waitReport(id)).status)
`

function printedBy(file: string, cwd: string, env: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [file], { cwd, env })
    const out = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (text: string) => {
        out[name] += text
      })
    child.on('close', (code) =>
      code === 0 ? resolve(out.stdout) : reject(new Error(`${file}: ${out.stdout}${out.stderr}`)),
    )
  })
}
