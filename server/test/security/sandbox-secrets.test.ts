import { chmod, mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { bubblewrap, testSandbox } from '../../src/engine/runners/sandbox/sandbox.ts'
import { oneDatabase } from '../databases.ts'
import { makeEngineApp, programs } from '../engine/setup.ts'
import { patienceMs } from '../patience.ts'
import { loopback, run, type Server, start } from '../program.ts'

const reason = await testSandbox(bubblewrap({}))
const title = reason ? `a sandboxed program (skipped: ${reason})` : 'a sandboxed program'
const key = 'a-key-of-the-first-user-0123456789abcdef'

/** Not below /tmp, where a sandboxed program has a folder for itself. */
async function visibleFolder(): Promise<string> {
  const folder = await mkdtemp(join(process.cwd(), 'node_modules', '.assay-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Reports which of the paths in the file `paths` next to it hold something that it can read. */
const looking = `#!/usr/bin/env python3
import json, os, sys, time
here, job = os.path.dirname(os.path.abspath(__file__)), sys.argv[1]
def holds(path):
    try:
        with open(path, 'rb') as file:
            return file.read(20).strip(b'\\0') != b''
    except OSError:
        return False
if json.load(open(job + '/input/input.json'))['data'] == 'wait':
    open(job + '/output/begun', 'w').close()
    while not os.path.exists(here + '/go'):
        time.sleep(0.01)
paths = open(here + '/paths').read().split('\\n')
full = {'seen': [path for path in paths if path and holds(path)]}
json.dump({'success': True, 'full': full}, open(job + '/output/output.json', 'w'))
`

const definition = {
  name: 'Looking',
  version: '1.0',
  author: 'tests',
  url: '',
  license: 'Apache-2.0',
  description: 'Reads what it can',
  command: 'Looking/looking.py',
  dataTypeList: ['other'],
}

interface Place {
  readonly root: string
  readonly settings: string
  readonly keyFile: string
  readonly dataDir: string
  /** Folder of the catalog, in which its programs are started. */
  readonly programs?: string
}

const settingsText = (programs: string) =>
  JSON.stringify({
    'analyzer.urls': [programs],
    'job.runners': ['process'],
    'job.sandbox': 'required',
    'bootstrap.key': key,
  })

/** A catalog of one program, the settings and the key. */
async function writePlace(
  place: Place,
  settings: 'write settings' | 'keep settings' = 'write settings',
) {
  const { root, keyFile, programs = join(root, 'analyzers') } = place
  await mkdir(join(programs, 'Looking'), { recursive: true })
  await writeFile(join(programs, 'Looking', 'looking.py'), looking)
  await chmod(join(programs, 'Looking', 'looking.py'), 0o755)
  await writeFile(join(programs, 'Looking', 'looking.json'), JSON.stringify(definition))
  await writeFile(join(programs, 'readable'), 'in its own folder')
  await writeFile(keyFile, 'a master key that nobody else may read, 0123456789')
  await writeFile(join(root, 'password'), 'password-of-the-first-user')
  if (settings === 'write settings') await writeFile(place.settings, settingsText(programs))
}

const loopbackEnvironment = ({ root, dataDir, keyFile }: Place) => ({
  ...loopback,
  HOME: join(root, 'home'),
  ASSAY_DATA_DIR: dataDir,
  // As a person in the folder of the program may write it.
  ASSAY_SECRET_KEY_FILE: relative(process.cwd(), keyFile),
  ASSAY_BOOTSTRAP_PASSWORD_FILE: join(root, 'password'),
})

/** Enables the program, which then looks at these paths. */
async function enable(server: Server, place: Place, paths: readonly string[]) {
  const { root, programs = join(root, 'analyzers') } = place
  const call = async (method: string, path: string, input?: unknown, as = key) => {
    const response = await server.call(method, path, { key: as, input })
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
    return response
  }
  await call('POST', '/api/organization', { name: 'alpha', description: 'x' })
  const roles = ['read', 'analyze', 'orgadmin']
  await call('POST', '/api/user', { login: 'ada', name: 'Ada', organization: 'alpha', roles })
  const ada = await (await call('POST', '/api/user/ada/key/renew')).text()
  const worker = (await (
    await call('POST', '/api/organization/analyzer/Looking_1_0', { name: 'Looking' }, ada)
  ).json()) as { id: string }
  await writeFile(
    join(programs, 'Looking', 'paths'),
    [join(programs, 'readable'), `/proc/${server.child.pid}/environ`, ...paths, ''].join('\n'),
  )
  return {
    async submit(data: string): Promise<{ runner: string; seen: string[] }> {
      const observable = { data, dataType: 'other' }
      const submitted = await call('POST', `/api/analyzer/${worker.id}/run`, observable, ada)
      const { id } = (await submitted.json()) as { id: string }
      const waited = await call('GET', `/api/job/${id}/waitreport?atMost=Inf`, undefined, ada)
      const { report, runner } = (await waited.json()) as {
        runner: string
        report: { full?: { seen: string[] }; errorMessage?: string }
      }
      expect(report.errorMessage).toBeUndefined()
      return { runner, seen: report.full?.seen ?? [] }
    },
  }
}

/** Jobs whose program has reported that it runs. */
async function begun(dataDir: string): Promise<number> {
  const names = await readdir(join(dataDir, 'jobs'), { recursive: true })
  return names.filter((name) => name.endsWith(join('output', 'begun'))).length
}

/** What the program of a server in this place can read. */
async function look(place: Place, paths: readonly string[]) {
  await writePlace(place)
  const server = await start(loopbackEnvironment(place), ['--config', place.settings])
  const { seen } = await (await enable(server, place, paths)).submit('x')
  return seen.map((path) => relative(place.root, path))
}

describe.skipIf(reason !== undefined)(title, () => {
  it('reads neither the settings nor the key, under whatever path', async () => {
    const root = await visibleFolder()
    const place = {
      root,
      settings: join(root, 'assay.json'),
      keyFile: join(root, 'external.key'),
      dataDir: join(root, 'data'),
    }
    await mkdir(join(root, 'home', '.ssh'), { recursive: true })
    await writeFile(join(root, 'home', '.ssh', 'id_ed25519'), 'private key')
    await symlink(place.settings, join(root, 'link-to-settings'))
    await symlink(place.keyFile, join(root, 'link-to-key'))

    const seen = await look(place, [
      ...[place.settings, place.keyFile, join(root, 'password')],
      ...[join(root, 'link-to-settings'), join(root, 'link-to-key')],
      ...[join(root, 'home', '.ssh', 'id_ed25519'), join(place.dataDir, 'assay.sqlite')],
      ...['/etc/shadow', '/root/.ssh/authorized_keys'],
    ])

    // Its own folder shows that the program looks at all.
    expect(seen).toEqual([join('analyzers', 'readable')])
  })

  it.each([
    ['the settings file', 'assay.json', 'elsewhere.key', 'data'],
    ['the file of the key', '../assay.json', 'external.key', 'data'],
    ['the data folder', '../assay.json', '../elsewhere.key', 'data'],
    ['all of it at once', 'assay.json', 'external.key', '.'],
  ])('keeps the server from starting while its folder holds %s', async (_, file, key, data) => {
    const root = await visibleFolder()
    const programs = join(root, 'analyzers')
    await mkdir(programs)
    await chmod(programs, 0o700)
    const place = {
      ...{ root, programs },
      settings: join(programs, file),
      keyFile: join(programs, key),
      dataDir: join(programs, data),
    }

    await writePlace(place)
    const { code, stderr } = await run(loopbackEnvironment(place), ['--config', place.settings])
      .ended

    expect(code).toBe(1)
    expect(stderr).toContain('Programs could read ')
    expect(stderr).toContain(
      `is inside ${programs}, which is exposed because it is a catalog folder`,
    )
    expect(stderr).toContain('Move it elsewhere, or use a separate catalog folder.')
  })

  it('never reads what replaces the settings and the key, started, running or forked', async () => {
    const root = await visibleFolder()
    const programs = join(root, 'analyzers')
    // As Kubernetes mounts a secret: a link to a folder that is replaced as a whole.
    const secret = join(root, 'secret')
    const version = async (name: string) => {
      await mkdir(join(secret, name), { recursive: true })
      await writeFile(join(secret, name, 'assay.json'), settingsText(programs))
      await symlink(name, join(secret, '..next'))
      await rename(join(secret, '..next'), join(secret, '..data'))
    }
    await version('..v1')
    await symlink('..data/assay.json', join(secret, 'assay.json'))
    const place = {
      root,
      programs,
      settings: join(secret, 'assay.json'),
      keyFile: join(root, 'external.key'),
      dataDir: join(root, 'data'),
    }
    await writePlace(place, 'keep settings')
    const swap = async (name: string) => {
      await version(name)
      await writeFile(`${place.keyFile}.new`, 'a master key that nobody else may read, 0123456789')
      await rename(`${place.keyFile}.new`, place.keyFile)
    }
    const server = await start(loopbackEnvironment(place), ['--config', place.settings])
    const paths = [place.settings, place.keyFile, join(secret, '..data', 'assay.json')]
    const analyzer = await enable(server, place, paths)

    const running = analyzer.submit('wait')
    await vi.waitFor(async () => expect(await begun(place.dataDir)).toBe(1), patienceMs)
    await swap('..v2')
    await writeFile(join(programs, 'Looking', 'go'), 'x')
    const runningJob = await running
    const started = await analyzer.submit('started')
    const forked = await vi.waitFor(
      async () => {
        const job = await analyzer.submit(crypto.randomUUID())
        expect(job.runner).toBe('process-warm')
        return job
      },
      { timeout: patienceMs, interval: 50 },
    )
    await swap('..v3')
    const afterSwap = await analyzer.submit('after')

    expect(afterSwap.runner).toBe('process-warm')
    for (const job of [runningJob, started, forked, afterSwap])
      expect(job.seen).toEqual([join(programs, 'readable')])
  })
})

describe.each(oneDatabase)('$name: a sandbox that does not work', ({ open }) => {
  it('is shown in the health and in the log, the reason to administrators only', async () => {
    const path = process.env.PATH
    process.env.PATH = '/nowhere'
    const app = await makeEngineApp(open, [programs.echo], {
      environment: { ASSAY_JOB_SANDBOX: 'auto', PATH: path ?? '' },
    }).finally(() => {
      process.env.PATH = path
    })

    const details = async (person: 'nobody' | 'analyze' | 'orgadmin' | 'root') => ({
      sandbox: (await app.as(person).health()).details?.sandbox,
    })

    const shown = { sandbox: { mode: 'auto', active: false } }
    const reason = expect.stringContaining('install bubblewrap')
    expect(await details('nobody')).toEqual(shown)
    expect(await details('analyze')).toEqual(shown)
    expect(await details('orgadmin')).toEqual({ sandbox: { ...shown.sandbox, reason } })
    expect(await details('root')).toEqual({ sandbox: { ...shown.sandbox, reason } })
    const warnings = app
      .logged()
      .split('\n')
      .filter((line) => line.includes('"level":40') && line.includes('unsandboxed'))
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toContain('install bubblewrap')
  })
})
