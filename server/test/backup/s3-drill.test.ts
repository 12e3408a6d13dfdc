import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { verifyBackup } from '../../src/commands/backup/restore.ts'
import { backup } from '../../src/commands/with-database.ts'
import { loadConfig } from '../../src/settings/config.ts'
import { sharedByTests } from '../lifetime.ts'
import { type Environment, migratedPlaces } from '../places.ts'
import { start } from '../program.ts'
import { type FakeS3, s3Key, startS3 } from '../storage/s3-server.ts'
import { adminKey, assay, contents, fill, load, passphraseFile, upload } from './installation.ts'

const inBucket = (environment: Environment, { endpoint }: FakeS3, prefix: string): Environment => ({
  ...environment,
  ASSAY_BLOBS_URL: `s3://files/${prefix}`,
  ASSAY_BLOBS_S3_ENDPOINT: endpoint,
  ASSAY_BLOBS_S3_KEYID: s3Key.keyId,
  ASSAY_BLOBS_S3_SECRET: s3Key.secret,
  ASSAY_BLOBS_S3_PATHSTYLE: 'true',
})

/** A backup of an installation whose bucket was lost afterwards. */
const backedUp = sharedByTests(async () => {
  const lost = await startS3()
  const environment = inBucket(await migratedPlaces[0].settings(), lost, 'a')
  const server = await start(environment)
  const { analyzer, caseId } = await fill(server)
  for (const n of [1, 2, 3]) await upload(server, caseId, `sample ${n} `.repeat(100_000))
  const submissions = load(server, analyzer)
  await expect.poll(submissions.sent).toBeGreaterThan(5)
  const passphrase = await passphraseFile(environment)
  const file = join(environment.ASSAY_DATA_DIR, '..', 'assay.backup')
  const made = await assay(environment, ['backup', file, '--key-passphrase-file', passphrase])
  expect(made).toMatchObject({ code: 0, stderr: '' })
  await submissions.stop()
  await server.stop()
  const { manifest } = await verifyBackup(file)
  const before = await contents(environment)
  lost.setAway(true)
  return { environment, lost, file, passphrase, manifest, before }
})

describe('the drill with files in S3', () => {
  it('makes a backup with every file, and says when the bucket is unavailable', async () => {
    const { environment, file, manifest } = await backedUp()

    expect(manifest).toMatchObject({ files: { count: 4 }, missing: [], damaged: [] })
    const unreachable = await assay(environment, ['backup', `${file}.2`])
    expect(unreachable.code).toBe(1)
    expect(unreachable.stderr).toContain('blobs.url: file store unavailable (s3://files')
    expect(unreachable.stderr).not.toContain(s3Key.secret)
  })

  it.each(migratedPlaces)(
    'restores it into another bucket on $database: every row and file is there',
    async ({ settings }) => {
      const { lost, file, passphrase, manifest, before } = await backedUp()
      const other = await startS3()
      const restored = inBucket(await settings(), other, 'b')
      const arguments_ = [file, '--key-passphrase-file', passphrase]

      // A bucket that does not take files leaves an empty installation, into which the next restore goes.
      other.setAway('PUT')
      const refused = await assay(restored, ['restore', ...arguments_])
      expect(refused.code).toBe(1)
      expect(refused.stderr).toContain('blobs.url: file store unavailable (s3://files')
      other.setAway(false)
      const done = await assay(restored, ['restore', ...arguments_])

      expect(done).toMatchObject({ code: 0, stderr: '' })
      const found = await contents(restored)
      expect(found.tables).toEqual(manifest.tables)
      expect(found.files).toEqual(before.files)
      const again = join(restored.ASSAY_DATA_DIR, '..', 'again.backup')
      await backup(loadConfig({ environment: restored }), again, undefined)
      expect((await verifyBackup(again)).manifest).toEqual(manifest)
      const revived = await start(restored)
      const [sha256 = ''] = Object.keys(before.files)
      const download = await revived.call('GET', `/api/datastore/${sha256}`, { key: adminKey })
      expect(download.status).toBe(200)
      expect(await download.text()).toBe(before.files[sha256])
      await revived.stop()
      expect([...other.refused, ...lost.refused]).toEqual([])
      expect(other.objects.size).toBe(4)
    },
  )
})
