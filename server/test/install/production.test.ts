import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { checkOidcSettings } from '../../src/identity/oidc/settings.ts'
import { loadConfig } from '../../src/settings/config.ts'
import { builtFile } from '../built.ts'
import { exampleIn, root } from '../manual/blocks.ts'
import { dataFolder, start } from '../program.ts'
import { skipTest } from '../skip.ts'

const page = 'docs/production.md'
const units = ['assay.service', 'assay-backup.service', 'assay-backup.timer'].map((name) =>
  join(root, 'deploy', 'systemd', name),
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

it('the unit for backups makes one that is whole, and removes what is older than two weeks', async () => {
  const [folder, data] = [temporary(), await dataFolder()]
  const main = fileURLToPath(builtFile('main.js') ?? new URL('../../src/main.ts', import.meta.url))
  const run = `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`
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
  expect(sh(`assay restore '${join(folder, backup)}' --verify`).stdout).toContain('is whole')
})

async function startOnce(environment: Record<string, string>): Promise<number | null> {
  const { ASSAY_DATA_DIR = '', ASSAY_SECRET_KEY = '' } = environment
  const server = await start({ ASSAY_DATA_DIR, ASSAY_SECRET_KEY })
  return (await server.stop()).code
}
