import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { secretFolders } from './secret-folders.ts'

it('folders of secrets must exist and be closed to other users', async () => {
  const root = mkdtempSync(join(tmpdir(), 'assay-secrets-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [name, mode] of [
    ['good', 0o750],
    ['open', 0o755],
  ] as const) {
    mkdirSync(join(root, name))
    chmodSync(join(root, name), mode)
  }
  writeFileSync(join(root, 'file'), '')
  const sources = ['good', 'open', 'file', 'none'].map((name) => ({
    ...{ type: 'file', folder: join(root, name), organizations: ['alpha'] },
  }))
  const findings = await secretFolders({
    secrets: { sources: [...sources, { type: 'env', prefix: 'A_', organizations: 'all' }] },
  } as never)
  expect(findings.map(({ is, text }) => [is, text])).toEqual([
    ['ok', 'is readable by this user and not by others'],
    ['warning', 'is accessible to every user'],
    ['problem', 'is not a folder'],
    ['problem', 'does not exist'],
  ])
})
