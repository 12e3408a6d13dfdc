import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { copyInstallation } from '../../src/commands/backup/copy.ts'
import { targetConfig } from '../../src/commands/backup/copy-target.ts'
import { loadConfig } from '../../src/settings/config.ts'
import { patienceMs } from '../patience.ts'
import { type Environment, migratedPlaces } from '../places.ts'
import { newDataFolder, start } from '../program.ts'
import { withDatabase } from '../security/key-rotation.ts'
import { clientOf, rootKey } from '../submitter.ts'
import { adminKey, assay, contents, fill, fillClocks } from './installation.ts'

// Many programs one after the other.
const timeout = 5 * patienceMs

describe('assay copy', { timeout }, () => {
  it('goes to PostgreSQL, is interrupted, continues, and comes back to SQLite the same', async () => {
    const [sqlite, postgres] = await Promise.all(migratedPlaces.map(({ settings }) => settings()))
    if (!sqlite || !postgres) throw new Error('two databases')
    const url = postgres.ASSAY_DATABASE_URL ?? ''
    const server = await start(sqlite)
    await fill(server)
    await fillClocks(server)
    const refused = await assay(sqlite, ['copy', '--to', url])
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('server is running') })
    await server.stop()
    const before = await contents(sqlite)

    await interrupted(sqlite, url)
    const half = { ...sqlite, ASSAY_DATABASE_URL: url }
    const noStart = await assay(half, [])
    expect(noStart).toMatchObject({ code: 1, stderr: expect.stringContaining('unfinished copy') })
    const copied = await assay(sqlite, ['copy', '--to-file', '-'], url)
    expect(copied).toMatchObject({ code: 0, stderr: '' })
    expect(copied.stdout).toMatch(/^Copied and verified \d+ rows and 1 files\.$/m)
    expect(await contents(half)).toEqual(before)
    const again = await assay(sqlite, ['copy', '--to', url])
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('complete copy') })

    const back: Environment = { ASSAY_DATA_DIR: await newDataFolder() }
    const returned = await assay(half, ['copy', '--to', `sqlite:${back.ASSAY_DATA_DIR}`])
    expect(returned).toMatchObject({ code: 0, stderr: '' })
    expect(await contents(back)).toEqual(before)
    // Counted keys continue, and the totals of lists are right.
    for (const environment of [half, back]) {
      const revived = await start(environment)
      await clientOf(revived, rootKey).createOrganization({ name: 'after', description: '' })
      expect(await clientOf(revived, adminKey).currentUser()).toMatchObject({ id: 'ada' })
      await revived.stop()
    }
  })

  it('refuses a target that holds something else, or no address at all', async () => {
    const folder = await newDataFolder()
    await mkdir(folder)
    for (const [to, reason] of [
      ['mysql://x', 'must be postgres'],
      [`sqlite:${folder}`, 'are the same data folder'],
    ] as const) {
      const config = loadConfig({ environment: { ASSAY_DATA_DIR: folder } })
      expect(() => targetConfig(config, to)).toThrow(reason)
    }
    const nothing = await assay({ ASSAY_DATA_DIR: folder }, ['copy', '--to', 'postgres://h/x'])
    expect(nothing).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('No database at'),
    })
  })
})

/** Ends in the middle of the tables, as a kill would. */
async function interrupted(sqlite: Environment, url: string) {
  const config = loadConfig({ environment: { ASSAY_DATA_DIR: sqlite.ASSAY_DATA_DIR } })
  const into = { ASSAY_DATA_DIR: join(sqlite.ASSAY_DATA_DIR), ASSAY_DATABASE_URL: url }
  await withDatabase(sqlite, (from) =>
    withDatabase(into, async (to) => {
      const copy = copyInstallation({
        from: { config, database: from },
        to: { config: targetConfig(config, url), database: to },
        copyFiles: () => Promise.reject(new Error('not reached')),
        now: 1,
        onProgress(line) {
          if (line.startsWith('users')) throw new Error('killed')
        },
      })
      await expect(copy).rejects.toThrow('killed')
    }),
  )
}
