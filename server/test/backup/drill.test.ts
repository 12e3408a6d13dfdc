import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { verifyBackup } from '../../src/commands/backup/restore.ts'
import { readSecret } from '../../src/commands/secret-input.ts'
import { backup, restore } from '../../src/commands/with-database.ts'
import { loadConfig } from '../../src/settings/config.ts'
import { patienceMs } from '../patience.ts'
import { migratedPlaces } from '../places.ts'
import { start } from '../program.ts'
import { clientOf, rootKey } from '../submitter.ts'
import {
  adminKey,
  assay,
  contents,
  fill,
  fillClocks,
  load,
  passphraseFile,
} from './installation.ts'

// Many programs one after the other.
const timeout = 5 * patienceMs

describe.each(migratedPlaces)('$database: the drill', { timeout }, ({ database, settings }) => {
  it('load, backup, kill, restore: everything of one moment is there, on either database', async () => {
    const environment = await settings()
    const server = await start(environment)
    const { analyzer } = await fill(server)
    const measured = await fillClocks(server)
    const submissions = load(server, analyzer)
    await expect.poll(submissions.sent).toBeGreaterThan(5)
    const passphrase = await passphraseFile(environment)
    const file = join(environment.ASSAY_DATA_DIR, '..', 'assay.backup')

    const before = submissions.sent()
    const made = await assay(environment, ['backup', file, '--key-passphrase-file', passphrase])
    expect(made).toMatchObject({ code: 0, stderr: '' })
    // It continues; refusals.test.ts shows that writers are not blocked by it.
    await expect.poll(submissions.sent).toBeGreaterThan(before)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    server.child.kill('SIGKILL')
    await submissions.stop()
    await server.ended

    const { manifest } = await verifyBackup(file)
    expect(manifest.tables.jobs?.rows).toBeGreaterThanOrEqual(before)
    expect(manifest).toMatchObject({ files: { count: 1 }, missing: [], damaged: [] })
    const checked = await assay(environment, ['restore', file, '--verify'])
    expect(checked).toMatchObject({ code: 0, stdout: expect.stringContaining('is intact') })
    const refused = await assay(environment, ['restore', file, '--key-passphrase-file', passphrase])
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('is not empty') })

    for (const target of migratedPlaces) {
      const restored = await target.settings()
      const isSame = target.database === database
      const config = loadConfig({ environment: restored })
      if (isSame) {
        const wrong = ['restore', file, '--key-passphrase-file', '-']
        expect(await assay(restored, wrong, 'wrong')).toMatchObject({
          code: 1,
          stderr: expect.stringContaining('Wrong passphrase'),
        })
        const done = await assay(restored, ['restore', file, '--key-passphrase-file', passphrase])
        expect(done).toMatchObject({ code: 0, stderr: '' })
      } else await restore(config, file, await readSecret(passphrase))
      const found = await contents(restored)
      expect(withoutPauses(found)).toEqual(withoutPauses(manifest))
      expect(Object.values(found.files)).toEqual(['first sample'])
      const jobs = found.counts.reduce((sum, [, count]) => sum + Number(count), 0)
      expect(jobs).toBe(manifest.tables.jobs?.rows)

      // Another one made of it is the same again.
      const again = join(restored.ASSAY_DATA_DIR, '..', 'again.backup')
      const second = await backup(config, again, undefined)
      expect(withoutPauses(second)).toEqual(withoutPauses(manifest))
      expect((await verifyBackup(again)).manifest).toEqual(second)
      if (!isSame) continue
      const revived = await start(restored)
      expect(await clientOf(revived, adminKey).currentUser()).toMatchObject({ id: 'ada' })
      expect(await clientOf(revived, rootKey).getKey({ login: 'ada' })).toBe(adminKey)
      await clientOf(revived, rootKey).createOrganization({ name: 'after', description: '' })
      // The server that was backed up may still tell people of it.
      expect(await clientOf(revived, adminKey).getCaseClocks({ id: measured })).toMatchObject({
        ...{ areHeld: true, clocks: [{ minutes: 60, escalateTo: 'ada' }] },
      })
      await revived.stop()
    }
  })
})

/** A restore adds them. */
function withoutPauses({ tables }: { readonly tables: Readonly<Record<string, unknown>> }) {
  const { automation_pauses: _, ...others } = tables
  return others
}
