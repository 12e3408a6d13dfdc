import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readKeyFile } from '../../identity/master-key.ts'
import { opensDatabase } from '../../identity/setup/installation.ts'
import { version } from '../../process/version.ts'
import type { Config } from '../../settings/config.ts'
import { referencedFiles } from '../../storage/blobs/attachments.ts'
import { keepingBlobs } from '../../storage/blobs/keep-blobs.ts'
import type { BlobStore } from '../../storage/blobs/store.ts'
import type { Database, Db } from '../../storage/database.ts'
import { noteBackup } from '../../storage/rows/last-backup.ts'
import { portableTables } from '../../storage/rows/portable-tables.ts'
import { inSnapshot } from '../../storage/rows/snapshot.ts'
import { columnsOf, readRows, type Sum, valuesOf } from '../../storage/rows/table-rows.ts'
import { appliedMigrations } from '../../storage/schema/migrate.ts'
import { format, type Manifest } from './format.ts'
import { wrapKey } from './wrapped-key.ts'
import { type BackupWriter, writeWhole } from './writer.ts'

const filesAtOnce = 200
const pieceBytes = 64 * 1024

export interface BackupRequest {
  readonly config: Config
  readonly database: Database
  readonly store: BlobStore
  readonly path: string
  /** Takes the master key along. */
  readonly passphrase?: string | undefined
  readonly now: number
}

/** A snapshot of rows and every file that they name, while servers keep running. */
export async function makeBackup(request: BackupRequest): Promise<Manifest> {
  const { config, database, store, path, passphrase, now } = request
  const key =
    passphrase === undefined
      ? null
      : await wrapKey(await presentKey(config, database.db), passphrase)
  const manifest = await writeWhole(resolve(path), (writer) =>
    // Before the snapshot: what it names cannot be removed any more.
    keepingBlobs(database.db, () =>
      inSnapshot(database, async (db) => {
        const migrations = await appliedMigrations({ db })
        await writer.line({
          assay: 'backup',
          format,
          version,
          migrations,
          createdAt: new Date(now).toISOString(),
          key,
        })
        const tables: Record<string, Sum> = {}
        for (const table of portableTables) tables[table.name] = await writeTable(writer, db, table)
        const files = await writeFiles(writer, db, store)
        const manifest = { version, schema: migrations.at(-1) ?? '', tables, ...files }
        await writer.line({ manifest, sha256: writer.sum() })
        return manifest
      }),
    ),
  )
  // The file is complete, even if the note fails.
  await noteBackup(database.db, now).catch(() => undefined)
  return manifest
}

async function presentKey(config: Config, db: Db): Promise<string> {
  const file = join(resolve(config.data.dir), 'master.key')
  const key = config.secret.key ?? (await readKeyFile(file))
  if (key === undefined)
    throw new Error(`No master key to include: neither ${file} nor secret.key provides one`)
  if (!(await opensDatabase(db, key)))
    throw new Error('Master key mismatch: the configured key cannot decrypt this database')
  return key
}

async function writeTable(
  writer: BackupWriter,
  db: Db,
  table: (typeof portableTables)[number],
): Promise<Sum> {
  const hash = createHash('sha256')
  let columns: string[] | undefined
  let count = 0
  for await (const rows of readRows(db, table)) {
    for (const row of rows) {
      if (!columns) {
        columns = columnsOf(row)
        await writer.line({ table: table.name, columns })
      }
      const values = valuesOf(row, columns)
      hash.update(`${JSON.stringify(values)}\n`)
      await writer.line(values)
    }
    count += rows.length
  }
  if (!columns) await writer.line({ table: table.name, columns: [] })
  const sum = { rows: count, sha256: hash.digest('hex') }
  await writer.line({ end: table.name, ...sum })
  return sum
}

type Files = Pick<Manifest, 'files' | 'missing' | 'damaged'>

async function writeFiles(writer: BackupWriter, db: Db, store: BlobStore): Promise<Files> {
  const files = { count: 0, bytes: 0 }
  const missing: string[] = []
  const damaged: string[] = []
  for (let after = ''; ; ) {
    const hashes = await referencedFiles(db, after, filesAtOnce)
    for (const sha256 of hashes) {
      const size = await writeFile(writer, store, sha256)
      if (size === 'missing') missing.push(sha256)
      else if (size === 'damaged') damaged.push(sha256)
      else {
        files.count += 1
        files.bytes += size
      }
    }
    after = hashes.at(-1) ?? after
    if (hashes.length < filesAtOnce) return { files, missing, damaged }
  }
}

async function writeFile(
  writer: BackupWriter,
  store: BlobStore,
  sha256: string,
): Promise<number | 'missing' | 'damaged'> {
  const blob = await store.open(sha256)
  if (!blob) return 'missing'
  const hash = createHash('sha256')
  let size = 0
  await writer.line({ file: sha256 })
  for await (const chunk of blob.stream as AsyncIterable<Buffer>) {
    hash.update(chunk)
    size += chunk.length
    for (let at = 0; at < chunk.length; at += pieceBytes) {
      const piece = chunk.subarray(at, at + pieceBytes)
      await writer.line({ bytes: piece.length })
      await writer.bytes(Buffer.from(piece))
    }
  }
  // Not known before the end.
  const isDamaged = hash.digest('hex') !== sha256
  await writer.line({ fileEnd: sha256, size, ...(isDamaged && { isDamaged }) })
  return isDamaged ? 'damaged' : size
}

/** Nothing is made where there is nothing: a wrong data.dir is an error. */
export function refuseMissingFile({ database, data }: Config): void {
  const file = join(resolve(data.dir), 'assay.sqlite')
  if (database.url === undefined && !existsSync(file))
    throw new Error(`No database at ${file}. Check data.dir or database.url`)
}
