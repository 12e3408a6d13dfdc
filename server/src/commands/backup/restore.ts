import { existsSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { restoredResponder } from '../../domain/lost-job.ts'
import type { Config } from '../../settings/config.ts'
import type { Blobs } from '../../storage/blobs/blobs.ts'
import { lockData } from '../../storage/common/data-lock.ts'
import { type Database, type Db, openDatabase } from '../../storage/database.ts'
import { portableTables } from '../../storage/rows/portable-tables.ts'
import { countOn, insertRows, sumOf } from '../../storage/rows/table-rows.ts'
import { appliedMigrations, migrate, migrations } from '../../storage/schema/migrate.ts'
import { refuseFilled, refuseServers, removeSeeds, serverRunning } from './empty-target.ts'
import { type Header, type Manifest, UnusableBackup, type Verified } from './format.ts'
import { pauseRules } from './pause-rules.ts'
import { readBackup } from './reader.ts'
import { installKey, keyForRestore } from './restore-key.ts'

export interface RestoreRequest {
  readonly config: Config
  readonly path: string
  readonly passphrase?: string | undefined
  readonly now: number
  openTarget(): Promise<Database>
  openBlobs(database: Database): Promise<Blobs>
}

/** Reads all of it and checks every sum. */
export async function verifyBackup(path: string): Promise<Verified> {
  let header: Header | undefined
  let canary = ''
  const manifest = await readBackup(path, {
    async header(read) {
      header = read
    },
    async rows(table, rows) {
      if (table === 'meta') canary = String(rows.find((row) => row.name === 'canary')?.value ?? '')
    },
  })
  if (!header) throw new UnusableBackup('Not an Assay backup')
  return { header, manifest, canary }
}

/** Into an empty installation, on whichever database: all of it or nothing. */
export async function restoreBackup(request: RestoreRequest): Promise<Manifest> {
  const { config, path, passphrase } = request
  const verified = await verifyBackup(path)
  const stranger = verified.header.migrations.find(
    (name) => !migrations.some((known) => known.name === name),
  )
  if (stranger !== undefined)
    throw new UnusableBackup(
      `This backup was created by a newer version (${verified.header.version}). Restore it with that version.`,
    )
  const folder = resolve(config.data.dir)
  const key = await keyForRestore(config, folder, verified, passphrase)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const lock = lockData(folder, 'alone')
  if (!lock) throw new Error(serverRunning)
  try {
    if (config.database.url === undefined) await intoFile(request, verified, folder, key)
    else await intoPostgres(request, verified, folder, key)
  } finally {
    lock.release()
  }
  return verified.manifest
}

/**
 * Written next to it and renamed: a restore that is killed leaves the empty installation as it was.
 */
async function intoFile(
  request: RestoreRequest,
  verified: Verified,
  folder: string,
  key: string | undefined,
) {
  const file = join(folder, 'assay.sqlite')
  if (existsSync(file)) {
    const present = await request.openTarget()
    try {
      if ((await appliedMigrations(present)).length > 0) await refuseFilled(present.db)
    } finally {
      await present.close()
    }
  }
  const draft = `${file}.restoring`
  await removeDatabase(draft)
  const database = await openDatabase({ file: draft })
  const blobs = await request.openBlobs(database)
  try {
    await migrate(database, request.now, madeWith(verified))
    await fill(database.db, request, verified, blobs)
    await migrate(database, request.now)
  } catch (error) {
    await database.close()
    await removeDatabase(draft)
    throw error
  } finally {
    await blobs.close()
  }
  // The last one to close takes the write-ahead log into the file.
  await database.close()
  await installKey(folder, key)
  await removeDatabase(file)
  await rename(draft, file)
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

const removeDatabase = async (file: string) => {
  for (const end of ['', '-wal', '-shm']) await rm(`${file}${end}`, { force: true })
}

/** Rows in one transaction; files before it commits. */
async function intoPostgres(
  request: RestoreRequest,
  verified: Verified,
  folder: string,
  key: string | undefined,
) {
  const database = await request.openTarget()
  try {
    await refuseServers(database)
    const present = await appliedMigrations(database)
    if (present.length > 0) await refuseFilled(database.db)
    const wanted = madeWith(verified)
    if (present.some((name) => !wanted.some((known) => known.name === name)))
      throw new Error(
        'The database schema is newer than the backup. Restore into a database ' +
          'without tables; restore creates and migrates them.',
      )
    await migrate(database, request.now, wanted)
    const blobs = await request.openBlobs(database)
    try {
      await database.patient.transaction().execute(async (tx) => {
        await fill(tx, request, verified, blobs)
        await countOn(tx, database.dialect)
      })
    } finally {
      await blobs.close()
    }
    await installKey(folder, key)
    await migrate(database, request.now)
  } finally {
    await database.close()
  }
}

/** Later migrations change rows, too: they run when the rows are there. */
const madeWith = ({ header }: Verified) =>
  migrations.filter(({ name }) => header.migrations.includes(name))

async function fill(
  db: Db,
  { path, now }: RestoreRequest,
  { manifest }: Verified,
  blobs: Blobs,
): Promise<void> {
  await removeSeeds(db)
  await readBackup(path, {
    rows: (table, rows) => insertRows(db, table, rows),
    async file(_sha256, content) {
      const staged = await blobs.stage(Readable.from(content), Number.POSITIVE_INFINITY)
      return { keep: (isDamaged) => (isDamaged ? staged.discard() : staged.keep()) }
    },
  })
  for (const table of portableTables) {
    const expected = manifest.tables[table.name]
    const { rows, sha256 } = await sumOf(db, table)
    if (expected && (expected.rows !== rows || expected.sha256 !== sha256))
      throw new Error(`Verification failed for table ${table.name}. Nothing was restored`)
  }
  const hasResponses = manifest.tables.guarded_responses !== undefined
  await endWaitingResponders(db, now, hasResponses)
  if (hasResponses) await pauseUndos(db)
  if (manifest.tables.mailboxes) await pauseMailboxes(db)
  if (manifest.tables.channels) await pauseChannels(db)
  if (manifest.tables.rules) await pauseRules(db, now, manifest.tables.case_clocks !== undefined)
}

/**
 * What happened since the backup is not known here: a responder that was about to start may have acted, and is not
 * started again. One that waits for an approval stays: a user decides about it.
 */
async function endWaitingResponders(db: Db, now: number, hasResponses: boolean): Promise<void> {
  await db
    .updateTable('jobs')
    .set({
      ...{ status: 'Failure', end_date: now, updated_at: now, error_message: restoredResponder },
      ...{ locked_by: null, locked_until: null },
    })
    .where('type', '=', 'responder')
    .where('status', 'in', ['Waiting', 'InProgress'])
    .$if(hasResponses, (query) =>
      query.where('id', 'not in', (eb) =>
        eb.selectFrom('guarded_responses').select('job_id').where('state', '=', 'asked'),
      ),
    )
    .execute()
  if (!hasResponses) return
  await db
    .updateTable('guarded_responses')
    .set({ state: 'unknown', message: restoredResponder, ended_at: now })
    .where('state', 'in', ['approved', 'running'])
    .execute()
}

/** It may have been undone since, and done again on purpose. */
const pauseUndos = (db: Db) =>
  db
    .updateTable('guarded_responses')
    .set({ undo_state: 'paused' })
    .where('undo_state', 'in', ['planned', 'running'])
    .execute()

/** The server that was backed up may still write to them: a test of a backup must not. */
const pauseChannels = (db: Db) =>
  db
    .updateTable('channels')
    .set({ state: 'paused', busy_until: null })
    .where('state', '=', 'on')
    .execute()

/** The server that was backed up may still read them: two would take turns with the mails. */
const pauseMailboxes = (db: Db) =>
  db
    .updateTable('mailboxes')
    .set({
      state: 'paused',
      reason: 'Restored from a backup. Enable it here once no other server reads it',
      ...{ next_at: null, locked_by: null, locked_until: null, failures: 0 },
    })
    .where('state', 'in', ['on', 'broken'])
    .execute()
