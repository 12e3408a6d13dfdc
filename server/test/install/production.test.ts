import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { parse, stringify } from 'yaml'
import { checkOidcSettings } from '../../src/identity/oidc/settings.ts'
import { loadConfig } from '../../src/settings/config.ts'
import { builtFile } from '../built.ts'
import { freePort } from '../free-port.ts'
import { exampleIn, root } from '../manual/blocks.ts'
import { systemBinaries } from '../postgres-binaries.ts'
import { startPostgres } from '../postgres-server.ts'
import { dataFolder, newDataFolder, start } from '../program.ts'
import { skipTest } from '../skip.ts'

const page = 'docs/production.md'
const units = ['assay.service', 'assay-backup.service', 'assay-backup.timer'].map((name) =>
  join(root, 'deploy', 'systemd', name),
)

const mainFile = fileURLToPath(
  builtFile('main.js') ?? new URL('../../src/main.ts', import.meta.url),
)

const temporary = () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-production-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

it('the settings of the checklist are known, fit together, and keep secrets out of the file', () => {
  const folder = temporary()
  const secret = join(folder, 'oidc')
  writeFileSync(secret, 'a-secret-of-the-provider\n')
  const file = join(folder, 'assay.yaml')
  const yaml = exampleIn(page, 'yaml', 'publicUrl')
  writeFileSync(file, yaml.replace('/run/credentials/assay.service/oidc', secret))
  const lines = exampleIn(page, 'ini', 'ASSAY_DATABASE_URL').trim().split('\n')
  const environment = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)))

  const config = loadConfig({ environment, file })
  checkOidcSettings(config)

  expect(config.http).toMatchObject({ publicUrl: 'https://assay.example.org' })
  expect(config.blobs).toMatchObject({ url: 's3://assay-files/production' })
  expect(yaml).not.toMatch(/(password|secret|token|key): /i)
})

it('every file that the checklist names is there', () => {
  const text = readFileSync(join(root, page), 'utf8')
  const names = [...text.matchAll(/deploy\/[\w./-]+\w/g)].map(([name]) => name)

  expect(names.length).toBeGreaterThan(5)
  const missing = names.filter(
    (name) => !existsSync(join(root, name)) && !existsSync(join(root, `${name}.service`)),
  )
  expect(missing).toEqual([])
})

it('its commands make database and files, and the doctor finds nothing with them', async () => {
  // Separate: programs of jobs see what is next to those of the PATH.
  const [folder, etc, data] = [temporary(), join(temporary(), 'etc'), await newDataFolder()]
  const [installed] = systemBinaries()
  if (installed === undefined)
    skipTest('PostgreSQL is not installed (Debian: apt-get install postgresql)')
  const postgres = await startPostgres(false, installed)
  onTestFinished(postgres.stop)
  const { hostname, port, username, password } = new URL(postgres.url)
  const here = (text: string) =>
    text.replaceAll('/etc/assay', etc).replaceAll('/var/lib/assay', data)
  const sh = (text: string, environment = {}, input?: string) =>
    spawnSync('setsid', ['--wait', 'sh', '-euc', text], {
      encoding: 'utf8',
      env: { PATH: `${dirname(installed.initdb)}:${folder}:/usr/bin:/bin`, ...environment },
      ...(input !== undefined && { input }),
    })
  writeFileSync(
    join(folder, 'assay'),
    `#!/bin/sh\nexec '${process.execPath}' '${mainFile}' "$@"\n`,
    { mode: 0o755 },
  )

  // As the account postgres of the distribution, which the server accepts without a password.
  const made = sh(
    exampleIn(page, 'sh', 'createuser').replaceAll('runuser -u postgres -- ', ''),
    { PGHOST: hostname, PGPORT: port, PGUSER: username, PGPASSWORD: password },
    'secret\nsecret\n',
  )
  const prepared = sh(here(exampleIn(page, 'sh', 'backup.passphrase')))
  const { http, job } = parse(exampleIn(page, 'yaml', 'publicUrl'))
  const free = await freePort()
  // Neither the store of files nor the provider of the example is there.
  writeFileSync(join(etc, 'assay.yaml'), stringify({ http: { ...http, port: free }, job }))
  const environment = exampleIn(page, 'ini', 'ASSAY_DATABASE_URL')
    .trim()
    .replace('127.0.0.1:5432', `${hostname}:${port}`)
    .replace('/opt/node24/bin', folder)
  writeFileSync(join(etc, 'assay.env'), environment)
  writeFileSync(
    join(folder, 'assay-admin'),
    here(readFileSync(join(root, 'deploy', 'systemd', 'assay-admin'), 'utf8')),
    { mode: 0o755 },
  )
  const before = sh('assay-admin doctor')
  const server = await start({
    ...Object.fromEntries(environment.split('\n').map((line) => line.split(/=(.*)/s).slice(0, 2))),
    ASSAY_CONFIG: join(etc, 'assay.yaml'),
    ASSAY_HTTP_PORT: String(free),
    ASSAY_DATA_DIR: data,
  })
  const health = await fetch(`http://127.0.0.1:${free}/api/health`)
  const during = sh('assay-admin doctor')

  expect([made.status, prepared.status], made.stderr + prepared.stderr).toEqual([0, 0])
  for (const name of ['assay.env', 'oidc.secret', 'backup.passphrase'])
    expect(statSync(join(etc, name)).mode & 0o777, name).toBe(0o600)
  expect(before.status, before.stdout + before.stderr).toBe(0)
  expect(before.stdout).toContain('PostgreSQL 1')
  expect(server.stdout()).toContain('/#/setup?token=')
  expect(health.status).toBe(200)
  expect(during.status, during.stdout + during.stderr).toBe(0)
  expect(during.stdout).toContain('an Assay server is already running')
  expect((await server.stop()).code).toBe(0)
})

it('its units are ones that systemd itself finds well formed', () => {
  const folder = temporary()
  const dropIn = join(folder, 'assay.service')
  writeFileSync(
    dropIn,
    `${readFileSync(units[0] ?? '', 'utf8')}\n${exampleIn(page, 'ini', 'LoadCredential')}`,
  )
  const all = [dropIn, ...units.slice(1)]
  const { error, status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...all], {
    encoding: 'utf8',
  })
  if (error) skipTest('systemd-analyze is not installed (Debian: apt-get install systemd)')

  expect(stderr.split('\n').filter((line) => line.includes('assay'))).toEqual([])
  expect(status).toBe(0)
})

it('the unit for backups makes one that is intact, and removes what is older than two weeks', async () => {
  const [folder, data] = [temporary(), await dataFolder()]
  const run = `#!/bin/sh\nexec '${process.execPath}' '${mainFile}' "$@"\n`
  writeFileSync(join(folder, 'assay'), run, { mode: 0o755 })
  writeFileSync(join(folder, 'passphrase'), 'a passphrase of several words\n')
  writeFileSync(join(folder, 'old.backup'), '')
  spawnSync('touch', ['-d', '20 days ago', join(folder, 'old.backup')])
  const [, script = ''] =
    /^ExecStart=\/bin\/sh -euc '(.*)'$/m.exec(readFileSync(units[1] ?? '', 'utf8')) ?? []
  const environment = {
    PATH: `${folder}:/usr/bin:/bin`,
    CREDENTIALS_DIRECTORY: folder,
    ASSAY_DATA_DIR: data,
    ASSAY_SECRET_KEY: 'a-master-key-for-the-checklist-0123456789',
  }
  const sh = (text: string) =>
    spawnSync('sh', ['-euc', text], { encoding: 'utf8', env: environment })
  // A server has been there: it made the master key the key of this database.
  const server = await startOnce(environment)

  const made = sh(script.replaceAll('%%', '%').replaceAll('/var/lib/assay-backups', folder))
  const [backup = '', ...others] = readdirSync(folder).filter((name) => name.endsWith('.backup'))

  expect(server).toBe(0)
  expect(made.status, made.stdout + made.stderr).toBe(0)
  expect(backup).toMatch(/^\d{4}-\d\d-\d\d\.backup$/)
  expect(others).toEqual([])
  expect(sh(`assay restore '${join(folder, backup)}' --verify`).stdout).toContain('is intact')
})

async function startOnce(environment: Record<string, string>): Promise<number | null> {
  const { ASSAY_DATA_DIR = '', ASSAY_SECRET_KEY = '' } = environment
  const server = await start({ ASSAY_DATA_DIR, ASSAY_SECRET_KEY })
  return (await server.stop()).code
}
