import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Blobs } from '../../src/storage/blobs/blobs.ts'
import { type BlobsOptions, openBlobs } from '../../src/storage/blobs/open.ts'
import type { Db } from '../../src/storage/database.ts'
import { onlyPostgres, sqlite, type TestDatabase } from '../databases.ts'
import { type FakeS3, s3Key, startS3 } from './s3-server.ts'

export interface TestBlobs {
  readonly blobs: Blobs
  /** Of the data folder. */
  readonly directory: string
  readonly db: Db
  readonly database: TestDatabase
  readonly s3?: FakeS3
  /** The same store as another machine has it: another data folder, another process. */
  another(): Promise<Blobs>
  /** As if it had not been kept for this long. */
  age(sha256: string, ms: number): Promise<void>
}

export interface BlobTestStore {
  readonly name: string
  open(options?: Partial<BlobsOptions>): Promise<TestBlobs>
}

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function opened(
  database: TestDatabase,
  given: Partial<BlobsOptions>,
  more: Pick<TestBlobs, 'age'> & { s3?: FakeS3 },
): Promise<TestBlobs> {
  const openOne = async () => {
    const directory = join(await temporaryFolder(), 'blobs')
    const blobs = await openBlobs({
      folder: directory,
      db: database.db,
      databaseUrl: database.url,
      s3: { region: 'us-east-1', pathStyle: true, ...s3Key, endpoint: more.s3?.endpoint },
      cacheBytes: 100_000_000,
      maxBytes: 200_000_000,
      ...given,
    })
    onTestFinished(() => blobs.close())
    return { blobs, directory }
  }
  const another = async () => (await openOne()).blobs
  return { ...(await openOne()), db: database.db, database, another, ...more }
}

/** The same promises hold for all of them. */
export const blobStores: readonly BlobTestStore[] = [
  {
    name: 'folder',
    async open(options = {}) {
      const database = await sqlite.open()
      const shared = join(await temporaryFolder(), 'shared')
      const url = `file:${shared}`
      const { utimes } = await import('node:fs/promises')
      return opened(
        database,
        { url, ...options },
        {
          age: async (sha256, ms) => {
            const at = new Date(Date.now() - ms)
            await utimes(join(shared, sha256.slice(0, 2), sha256.slice(2)), at, at)
          },
        },
      )
    },
  },
  ...onlyPostgres.map((postgres) => ({
    name: 'rows',
    async open(options: Partial<BlobsOptions> = {}) {
      const database = await postgres.open()
      return opened(database, options, {
        age: async (sha256: string, ms: number) => {
          await database.db
            .updateTable('blobs')
            .set((eb) => ({ kept_at: eb('kept_at', '-', ms) }))
            .where('sha256', '=', sha256)
            .execute()
        },
      })
    },
  })),
  ...[sqlite, ...onlyPostgres].map((kind) => ({
    name: `s3 beside ${kind.name}`,
    async open(options: Partial<BlobsOptions> = {}) {
      const database = await kind.open()
      const s3 = await startS3()
      return opened(
        database,
        { url: 's3://files/assay', ...options },
        {
          s3,
          age: async (sha256, ms) => {
            await database.db
              .updateTable('blob_objects')
              .set((eb) => ({ kept_at: eb('kept_at', '-', ms) }))
              .where('sha256', '=', sha256)
              .execute()
          },
        },
      )
    },
  })),
]
