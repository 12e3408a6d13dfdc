import { randomBytes } from 'node:crypto'
import { rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Blobs } from '../../src/storage/blobs/blobs.ts'
import { type BlobsOptions, moveBetween, openBlobs } from '../../src/storage/blobs/open.ts'
import { markOrphaned, removeOrphanedBlobs } from '../../src/storage/blobs/orphaned-blobs.ts'
import { type Database, openDatabase } from '../../src/storage/database.ts'
import { copyPostgres } from '../postgres-databases.ts'
import { run, start } from '../program.ts'
import { temporaryFolder } from './blob-stores.ts'
import { s3Key, startS3 } from './s3-server.ts'

/** Copies what is there; the next call copies what came in between. */
type Mover = (place: Place, from: string, to: string) => Promise<() => Promise<void>>

interface Place {
  readonly database: Database
  readonly data: string
  readonly environment: Record<string, string>
  readonly options: BlobsOptions
  /** As a server with these settings has it. */
  open(url?: string, formerUrl?: string): Promise<Blobs>
}

async function makePlace(): Promise<Place> {
  const place = await copyPostgres()
  const databaseUrl = 'url' in place.at ? place.at.url : ''
  const database = await openDatabase({ url: databaseUrl })
  const opened: Blobs[] = []
  onTestFinished(async () => {
    for (const blobs of opened) await blobs.close()
    await database.close()
    await place.release()
  })
  const { endpoint } = await startS3()
  const data = await temporaryFolder()
  const base: BlobsOptions = {
    folder: join(data, 'blobs'),
    db: database.db,
    databaseUrl,
    s3: { region: 'us-east-1', pathStyle: true, ...s3Key, endpoint },
    cacheBytes: 0,
    maxBytes: 10_000_000,
  }
  return {
    database,
    data,
    options: base,
    environment: {
      ASSAY_DATA_DIR: data,
      ASSAY_DATABASE_URL: databaseUrl,
      ASSAY_BLOBS_S3_ENDPOINT: endpoint,
      ASSAY_BLOBS_S3_KEYID: s3Key.keyId,
      ASSAY_BLOBS_S3_SECRET: s3Key.secret,
    },
    async open(url, formerUrl) {
      const blobs = await openBlobs({ ...base, url, formerUrl })
      opened.push(blobs)
      return blobs
    },
  }
}

/** Files, and a row that holds each of them. */
async function fill({ database: { db } }: Place, blobs: Blobs, count: number): Promise<string[]> {
  const created = { created_at: 0, created_by: 'ada' }
  await db
    .insertInto('organizations')
    .values({ name: 'alpha', description: '', status: 'Active', ...created })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const hashes: string[] = []
  for (let index = 0; index < count; index += 1) {
    const staged = await blobs.stage(Readable.from([randomBytes(1000 + index)]))
    await staged.keep()
    const { sha256 } = staged
    const row = { organization: 'alpha', name: sha256, attachment_id: sha256, size: 1, ...created }
    await db.insertInto('resources').values(row).execute()
    hashes.push(sha256)
  }
  return hashes
}

async function sizesIn(blobs: Blobs, hashes: readonly string[]): Promise<(number | undefined)[]> {
  const sizes: (number | undefined)[] = []
  for (const sha256 of hashes) {
    const opened = await blobs.open(sha256)
    sizes.push(opened && (await buffer(opened.stream)).length)
  }
  return sizes
}

describe('assay blobs move', () => {
  /** The command as it is typed; what it says. */
  const byCommand: Mover = async ({ environment }, from, to) => {
    const first = await run({ ...environment, ASSAY_BLOBS_URL: from }, [
      ...['blobs', 'move', '--to', to],
    ]).ended
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(first.stdout).toContain('5 files copied')
    expect(first.stdout).toContain(`Now set blobs.url to ${to} and blobs.formerUrl to ${from}`)
    return async () => {
      const second = await run({ ...environment, ASSAY_BLOBS_URL: to }, [
        ...['blobs', 'move', '--from', from],
      ]).ended
      expect(second.stdout).toContain('2 files copied (1 MiB), 5 already present, 0 missing')
    }
  }
  /** What the command does, in this process. */
  const byFunction: Mover = async ({ options }, from, to) => {
    const move = () => moveBetween(options, { from, to }, () => undefined)
    expect(await move()).toMatchObject({ copied: 5, there: 0, missing: [], damaged: [] })
    return async () => {
      expect(await move()).toMatchObject({ copied: 2, there: 5, missing: [], damaged: [] })
    }
  }

  it.each([
    ['file:', 'postgres:', byCommand],
    ['file:', 's3://files/moved', byFunction],
    ['postgres:', 's3://files/moved', byFunction],
    ['s3://files/old', 's3://files/new', byFunction],
    ['s3://files/old', 'file:', byFunction],
  ] as const)('brings all files from %s to %s, again and again', async (from, to, move) => {
    const place = await makePlace()
    const hashes = await fill(place, await place.open(from), 5)

    const again = await move(place, from, to)
    const later = await fill(place, await place.open(from), 2)
    await again()

    if (from === 'file:') await rm(join(place.data, 'blobs'), { recursive: true })
    const blobs = await place.open(to)
    expect(await sizesIn(blobs, [...hashes, ...later])).toEqual([
      ...[1000, 1001, 1002, 1003, 1004],
      ...[1000, 1001],
    ])
  })

  it('reports what is missing or damaged and copies the rest', async () => {
    const place = await makePlace()
    const [gone = '', broken = '', good = ''] = await fill(place, await place.open('postgres:'), 3)
    const { db } = place.database
    await db.deleteFrom('blobs').where('sha256', '=', gone).execute()
    const { sql } = await import('kysely')
    await sql`update blob_chunks set bytes = '\\x00' where sha256 = ${broken}`.execute(db)

    const ended = await run(place.environment, ['blobs', 'move', '--to', 's3://files/']).ended

    expect(ended.stdout).toContain('1 files copied')
    expect(ended.stdout).toContain(`Missing in postgres:: ${gone}`)
    expect(ended.stdout).toContain(`Corrupt in postgres:: ${broken}`)
    expect(await (await place.open('s3://files/')).has(good)).toBe(true)
  })

  it('says why a store cannot be used, without its secret', async () => {
    const place = await makePlace()
    await fill(place, await place.open('postgres:'), 1)
    const environment = { ...place.environment, ASSAY_BLOBS_S3_SECRET: 'not-the-secret' }

    const ended = await run(environment, ['blobs', 'move', '--to', 's3://files/']).ended

    expect(ended.code).toBe(1)
    expect(ended.stderr).toMatch(/^s3:\/\/files: PUT returned 403 SignatureDoesNotMatch\n$/)
    const same = await run(environment, ['blobs', 'move', '--to', 'postgres:']).ended
    expect(same.stderr).toContain('already')
  })
})

describe('an installation on PostgreSQL whose files are in the data folder', () => {
  it('finds them after the upgrade, keeps new ones in the database, and says so at start', async () => {
    const place = await makePlace()
    const old = await fill(place, await place.open('file:'), 2)

    const blobs = await place.open()
    const later = await fill(place, blobs, 1)

    expect(blobs.store).toBe('postgres:')
    expect(await sizesIn(blobs, [...old, ...later])).toEqual([1000, 1001, 1000])
    const { db } = place.database
    expect(await db.selectFrom('blobs').select('sha256').execute()).toEqual([{ sha256: later[0] }])
    expect(await db.transaction().execute((tx) => blobs.touch(tx, old[0] ?? ''))).toBe(true)
    const server = await start({
      ...place.environment,
      ASSAY_SECRET_KEY: '0123456789abcdef'.repeat(4),
    })
    await server.stop()
    expect(server.stderr() + server.stdout()).toContain('still read from the data folder')
  })

  it('loses one of them only when no row holds it', async () => {
    const place = await makePlace()
    const [old = ''] = await fill(place, await place.open('file:'), 1)
    const longAgo = new Date(Date.now() - 7_200_000)
    await utimes(join(place.data, 'blobs', old.slice(0, 2), old.slice(2)), longAgo, longAgo)
    const blobs = await place.open()
    const { db } = place.database
    const look = async () => {
      await markOrphaned(db, [old])
      await removeOrphanedBlobs({ db, blobs, stopping: new AbortController().signal })
    }

    await look()
    expect(await sizesIn(blobs, [old])).toEqual([1000])
    await db.deleteFrom('resources').execute()
    await look()
    expect(await blobs.open(old)).toBeUndefined()
  })
})

describe('a store that was changed', () => {
  it('reads what is not moved yet from the previous one', async () => {
    const place = await makePlace()
    const old = await fill(place, await place.open('postgres:'), 1)

    const blobs = await place.open('s3://files/', 'postgres:')
    const later = await fill(place, blobs, 1)

    expect(await sizesIn(blobs, [...old, ...later])).toEqual([1000, 1000])
    expect(await (await place.open('s3://files/')).has(old[0] ?? '')).toBe(false)
  })
})
