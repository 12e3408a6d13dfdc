import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { root } from '../../../scripts/runtime-packages.ts'
import { version } from '../../src/process/version.ts'

it('a release has the tarball, the bill of materials, OpenAPI, the notes and checksums that hold', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-release-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))

  const script = join(root, 'scripts', 'release.ts')
  const made = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' })

  expect(made.stderr).toBe('')
  const [sbom, tarball] = [`assay-${version}.cdx.json`, `assay-server-${version}.tgz`]
  const openapi = `assay-${version}.openapi.json`
  expect(readdirSync(folder).sort()).toEqual(
    ['NOTES.md', 'SHA256SUMS', sbom, openapi, tarball].sort(),
  )
  for (const line of readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trimEnd().split('\n')) {
    const [sum, name = ''] = line.split('  ')
    expect(
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ).toBe(sum)
  }
  const document = JSON.parse(readFileSync(join(folder, sbom), 'utf8'))
  const names = document.components.map(({ name }: { name: string }) => name)
  expect(document.bomFormat).toBe('CycloneDX')
  expect(names).toEqual(expect.arrayContaining(['fastify', 'kysely']))
  expect(names).not.toContain('vitest')
  expect(JSON.stringify(document)).not.toMatch(/"distribution"/)
  expect(JSON.parse(readFileSync(join(folder, openapi), 'utf8')).info).toMatchObject({ version })
  expect(readFileSync(join(folder, 'NOTES.md'), 'utf8')).toMatch(new RegExp(`^## ${version}\n`))
})
