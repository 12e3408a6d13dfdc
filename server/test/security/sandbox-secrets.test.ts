import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { bubblewrap, testSandbox } from '../../src/engine/execution/sandbox.ts'
import { oneDatabase } from '../databases.ts'
import { makeEngineApp, programs } from '../engine/setup.ts'
import { start } from '../program.ts'

const reason = await testSandbox(bubblewrap({}))
const title = reason ? `a sandboxed program (skipped: ${reason})` : 'a sandboxed program'
const key = 'a-key-of-the-first-user-0123456789abcdef'

/** Not below /tmp: there a sandboxed program has a folder of its own, and sees nothing anyway. */
async function visibleFolder(): Promise<string> {
  const folder = await mkdtemp(join(process.cwd(), 'node_modules', '.assay-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Tells which of the paths in the file `paths` beside it hold something that it can read. */
const looking = `#!/bin/sh
seen=''
while read -r path; do
  if [ -n "$(head -c 20 "$path" 2> /dev/null | tr -d '\\0')" ]; then seen="$seen\\"$path\\","; fi
done < "$(dirname "$0")/paths"
jobs="$(ls "$(dirname "$1")" | wc -l)"
printf '{"success":true,"full":{"seen":[%s""],"jobs":%s}}' "$seen" "$jobs" > "$1/output/output.json"
`

const definition = {
  name: 'Looking',
  version: '1.0',
  author: 'tests',
  url: '',
  license: 'Apache-2.0',
  description: 'Reads what it can',
  command: 'Looking/looking.sh',
  dataTypeList: ['other'],
}

interface Place {
  readonly root: string
  readonly settings: string
  readonly keyFile: string
  readonly dataDir: string
  /** Folder of the catalogue, in which its programs are started. */
  readonly programs?: string
}

/** The server with a catalogue of one program; answers what that program could read. */
async function look(place: Place, paths: readonly string[]) {
  const { root, settings, keyFile, dataDir, programs = join(root, 'analyzers') } = place
  await mkdir(join(programs, 'Looking'), { recursive: true })
  await writeFile(join(programs, 'Looking', 'looking.sh'), looking)
  await chmod(join(programs, 'Looking', 'looking.sh'), 0o755)
  await writeFile(join(programs, 'Looking', 'looking.json'), JSON.stringify(definition))
  await writeFile(join(programs, 'readable'), 'in its own folder')
  await writeFile(keyFile, 'a master key that nobody else may read, 0123456789')
  await writeFile(join(root, 'password'), 'password-of-the-first-user')
  await writeFile(
    settings,
    JSON.stringify({
      'analyzer.urls': [programs],
      'job.runners': ['process'],
      'job.sandbox': 'required',
      'bootstrap.key': key,
    }),
  )
  const server = await start(
    {
      HOME: join(root, 'home'),
      ASSAY_DATA_DIR: dataDir,
      // As a person in the folder of the program may write it.
      ASSAY_SECRET_KEY_FILE: relative(process.cwd(), keyFile),
      ASSAY_BOOTSTRAP_PASSWORD_FILE: join(root, 'password'),
    },
    ['--config', settings],
  )
  const call = async (method: string, path: string, input?: unknown, as = key) => {
    const response = await server.call(method, path, { key: as, input })
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
    return response
  }
  await call('POST', '/api/organization', { name: 'alpha', description: 'x' })
  const roles = ['read', 'analyze', 'orgadmin']
  const user = { login: 'ada', name: 'Ada', organization: 'alpha', roles }
  await call('POST', '/api/user', user)
  const ada = await (await call('POST', '/api/user/ada/key/renew')).text()
  const worker = (await (
    await call('POST', '/api/organization/analyzer/Looking_1_0', { name: 'Looking' }, ada)
  ).json()) as { id: string }
  await writeFile(
    join(programs, 'Looking', 'paths'),
    [join(programs, 'readable'), `/proc/${server.child.pid}/environ`, ...paths, ''].join('\n'),
  )
  const observable = { data: 'x', dataType: 'other' }
  const run = () => call('POST', `/api/analyzer/${worker.id}/run`, observable, ada)
  const { id } = (await (await run()).json()) as { id: string }
  const waited = await call('GET', `/api/job/${id}/waitreport?atMost=Inf`, undefined, ada)
  const { report } = (await waited.json()) as {
    report: { full?: { seen: string[]; jobs: number }; errorMessage?: string }
  }
  expect(report.errorMessage).toBeUndefined()
  return report.full?.seen.filter(Boolean).map((path) => relative(root, path))
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

  it('reads them not when they are named by links, or lie in its own folder', async () => {
    const root = await visibleFolder()
    const programs = join(root, 'analyzers')
    await mkdir(programs)
    const settings = join(root, 'settings-link')
    const dataDir = join(root, 'data-link')
    await mkdir(join(root, 'elsewhere'))
    await symlink(join(programs, 'assay.json'), settings)
    await symlink(join(root, 'elsewhere'), dataDir)
    const keyFile = join(programs, 'external.key')

    const seen = await look({ root, settings, keyFile, dataDir }, [
      ...[settings, join(programs, 'assay.json'), keyFile, join(dataDir, 'assay.sqlite')],
      join(root, 'elsewhere', 'assay.sqlite'),
    ])

    expect(await readFile(keyFile, 'utf8')).toContain('master key')
    expect(seen).toEqual([join('analyzers', 'readable')])
  })

  it('reads nothing of the server when its catalogue is the data folder', async () => {
    const root = await visibleFolder()
    await chmod(root, 0o700)
    const [settings, keyFile] = [join(root, 'a.json'), join(root, 'k')]
    const place = { root, settings, keyFile, dataDir: root, programs: root }

    const seen = await look(place, [join(root, 'assay.sqlite'), settings, keyFile])

    expect(seen).toEqual(['readable'])
  })
})

describe.each(oneDatabase)('$name: a sandbox that does not work', ({ open }) => {
  it('is told in the health and in the log, the reason to administrators only', async () => {
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
      .filter((line) => line.includes('"level":40') && line.includes('without a sandbox'))
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toContain('install bubblewrap')
  })
})
