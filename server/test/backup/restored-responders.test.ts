import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { backup, restore } from '../../src/commands/with-database.ts'
import { loadConfig } from '../../src/settings/config.ts'
import { writeFixtureProgram } from '../fixture-program.ts'
import { patienceMs } from '../patience.ts'
import { migratedPlaces } from '../places.ts'
import { start } from '../program.ts'
import { withDatabase } from '../security/key-rotation.ts'
import { clientOf, enableAll, newProgramFolder, programSettings, rootKey } from '../submitter.ts'

const programs = {
  Block: { type: 'responder' },
  Later: { type: 'responder' },
  Unblock: { type: 'responder' },
} as const
const script = `echo '{"success":true,"full":{},"operations":[]}' > "$1/output/output.json"`
const secret = { ASSAY_SECRET_KEY: '0123456789abcdef'.repeat(4) }

describe.each(migratedPlaces)('$database: a restored backup', ({ database, settings }) => {
  it('starts no responder and undoes nothing by itself', { timeout: 4 * patienceMs }, async () => {
    const folder = await newProgramFolder()
    for (const name of Object.keys(programs))
      await writeFixtureProgram(join(folder, 'responder'), {
        name,
        dataTypeList: ['other'],
        script,
      })
    const own = { ...secret, ...programSettings(folder), ASSAY_JOB_POOLS: 'elsewhere' }
    const environment = { ...(await settings()), ...own }
    const server = await start(environment)
    const ids = await enableAll(server, programs)
    const ada = clientOf(server)
    const inverse = { responder: ids.Unblock, parameters: {} }
    const policy = { effect: 'contain', inverse } as const
    await ada.setResponderPolicy({ id: ids.Block }, { ...policy, undoAfterMinutes: 1 })
    await ada.setResponderPolicy({ id: ids.Later }, policy)
    // No node has this pool: what is submitted to it had not begun when the backup was made.
    await ada.updateResponder({ id: ids.Later }, { pool: 'elsewhere' })
    const run = (id: string, data: string) => ada.runResponder({ id }, { data, dataType: 'other' })
    const done = await run(ids.Block, 'done')
    await ada.waitReport({ id: done.id }, { atMost: 'Inf' })
    await expect.poll(async () => (await ada.listResponses({ state: 'done' })).total).toBe(1)
    const waiting = await run(ids.Later, 'waiting')
    await ada.setResponderPolicy({ id: ids.Later }, { ...policy, approval: 'always' })
    const asked = await run(ids.Later, 'asked')
    await ada.removeResponderPolicy({ id: ids.Later })
    const unguarded = await run(ids.Later, 'unguarded')
    await server.stop()
    const file = join(environment.ASSAY_DATA_DIR, '..', 'assay.backup')
    await backup(loadConfig({ environment }), file, undefined)

    for (const target of migratedPlaces.filter((place) => place.database === database)) {
      const restored = { ...(await target.settings()), ...own }
      await restore(loadConfig({ environment: restored }), file, undefined)
      // Their time has come, and their node is there.
      await withDatabase(restored, async ({ db }) => {
        await db
          .updateTable('guarded_responses')
          .set({ undo_at: 1 })
          .where('undo_at', '>', 1)
          .execute()
        await db.updateTable('workers').set({ pool: null }).execute()
        await db
          .updateTable('jobs')
          .set({ needs: 'default/process/*' })
          .where('needs', '!=', 'held')
          .execute()
      })
      const revived = await start(restored)
      const client = clientOf(revived)
      for (const { id } of [waiting, unguarded])
        expect(await client.getJob({ id })).toMatchObject({
          status: 'Failure',
          errorMessage: expect.stringContaining('had not ended when the backup was made'),
        })
      expect(await client.getJob({ id: asked.id })).toMatchObject({ status: 'Waiting' })
      const stateOf = async ({ id: jobId }: { id: string }) =>
        (await client.listResponses({ jobId })).rows[0]
      expect(await stateOf(waiting)).toMatchObject({ state: 'unknown' })
      expect(await stateOf(asked)).toMatchObject({ state: 'asked' })
      expect(await stateOf(done)).toMatchObject({ state: 'done', undoState: 'paused' })
      expect((await client.listJobs({ range: 'all' })).rows).toHaveLength(4)

      expect(await clientOf(revived, rootKey).resumeUndos()).toEqual({ resumed: 1 })
      expect(await stateOf(done)).toMatchObject({
        undoState: expect.not.stringContaining('paused'),
      })
      await revived.stop()
    }
  })
})
