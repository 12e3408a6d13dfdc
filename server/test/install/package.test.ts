import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { contract, openapiDocument } from '@assay/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { version } from '../../src/process/version.ts'
import { machineNode } from '../checkout/places.ts'
import { newDataFolder, run, start } from '../program.ts'
import { runNpm } from './npm.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const key = 'a-key-of-the-first-user-0123456789abcdef'

/** What a user gets: the tarball, installed into an empty folder without any other package. */
describe('the npm package', () => {
  let folder: string
  let installed: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-package-'))
    const place = join(folder, 'place')
    mkdirSync(place)
    runNpm(['pack', '--pack-destination', folder], root)
    const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? ''
    // Offline: everything it needs is inside.
    runNpm(['install', '--prefix', place, '--offline', join(folder, tarball)], place)
    installed = join(place, 'node_modules', '@assay', 'server')
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('starts, shows the page, makes a user and runs a built-in analyzer', async () => {
    const environment = { ASSAY_DATA_DIR: await newDataFolder() }
    const server = await start(environment, [], join(installed, 'server/bin/assay.cjs'))
    const call = async (method: string, path: string, input?: object) => {
      const response = await server.call(method, path, { key, ...(input && { input }) })
      return (await response.json()) as Record<string, unknown>
    }

    const page = await fetch(server.address)
    await server.call('POST', '/api/user', {
      input: {
        login: 'first',
        name: 'First',
        password: 'first-password',
        key,
        roles: ['superadmin'],
      },
    })
    await call('POST', '/api/organization', { name: 'soc', description: 'x', enableBuiltin: true })
    const ada = 'a-key-of-ada-0123456789abcdef-0123456789'
    await call('POST', '/api/user', {
      login: 'ada',
      name: 'Ada',
      organization: 'soc',
      roles: ['orgadmin'],
      password: 'ada-password',
      key: ada,
    })
    const signedIn = await server.call('POST', '/api/login', {
      input: { user: 'ada', password: 'ada-password' },
    })
    const analyzers = (await (
      await server.call('GET', '/api/analyzer/type/domain', { key: ada })
    ).json()) as { id: string; name: string }[]
    const submitted = await server.call('POST', `/api/analyzer/${analyzers[0]?.id}/run`, {
      key: ada,
      input: { dataType: 'domain', data: 'paypa1.com', tlp: 1 },
    })
    const { id } = (await submitted.json()) as { id: string }
    const report = await server.call('GET', `/api/job/${id}/waitreport?atMost=1minute`, {
      key: ada,
    })

    expect(await page.text()).toContain('<div id="root">')
    expect(signedIn.status).toBe(200)
    expect(await report.json()).toMatchObject({ status: 'Success', report: { success: true } })
    expect(await server.stop()).toMatchObject({ code: 0 })
  })

  it('is one compiled program: no sources, no dependencies, the licenses of what is inside', async () => {
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
    const said = await run({}, ['--version'], undefined, join(installed, 'server/bin/assay.cjs'))
      .ended
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' })

    expect(manifest).toMatchObject({ version, engines: { node: '>=24' } })
    expect(manifest.dependencies).toBeUndefined()
    expect(said.stdout).toBe(`${version}\n`)
    expect(files.filter((name) => /\.(ts|tsx|map)$/.test(name))).toEqual([])
    expect(readdirSync(join(installed, '..'))).toEqual(expect.not.arrayContaining(['fastify']))
    expect(readFileSync(join(installed, 'THIRD-PARTY-LICENCES.txt'), 'utf8')).toContain('fastify ')
  })

  it('describes in docs/openapi.json every call of this version', () => {
    const text = readFileSync(join(installed, 'docs', 'openapi.json'), 'utf8')

    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(openapiDocument(contract, version))))
  })

  it('says under an older Node what it needs, in words that Node can read', async () => {
    const launcher = join(installed, 'server/bin/assay.cjs')
    const { status, stderr } = spawnSync(machineNode, ['-e', pretendOld, launcher], {
      encoding: 'utf8',
    })

    expect(status).toBe(1)
    expect(stderr).toMatch(/^assay needs Node 24 or newer; this is v\S+\.\n/)
    // Nothing that came with a later language than that of 2009.
    expect(readFileSync(launcher, 'utf8')).not.toMatch(/^\s*(const|let|import)\b|=>|`|,\s*\)/m)
  })
})

/** The machine may have no older Node; the launcher asks only for the number. */
const pretendOld = `Object.defineProperty(process.versions, 'node', { value: '10.24.1' })
  require(process.argv[1])`
