import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { openFolderBlobs } from '../../src/storage/blobs/open.ts'
import { insertRows } from '../../src/storage/table-rows.ts'
import { type Environment, migratedPlaces } from '../places.ts'
import { newDataFolder, run, start } from '../program.ts'
import { withDatabase } from '../security/key-rotation.ts'
import { assay, contents, fill } from './installation.ts'

const entries = 40_000
const files = 200

it('a copy that is killed again and again goes on, there and back, and all is the same at the end', {
  timeout: 600_000,
}, async () => {
  const [sqlite, postgres] = await Promise.all(migratedPlaces.map(({ settings }) => settings()))
  if (!sqlite || !postgres) throw new Error('two databases')
  const url = postgres.ASSAY_DATABASE_URL ?? ''
  const there: Environment = { ...sqlite, ASSAY_DATABASE_URL: url }
  const back: Environment = { ASSAY_DATA_DIR: await newDataFolder() }
  const server = await start(sqlite)
  await fill(server)
  await server.stop()
  await addMore(sqlite)
  const before = await contents(sqlite)

  for (const [from, to, target, progress] of [
    [sqlite, url, there, watchPostgres(url)],
    [there, `sqlite:${back.ASSAY_DATA_DIR}`, back, watchSqlite(back.ASSAY_DATA_DIR)],
  ] as const) {
    for (const isReached of [
      (now: Progress) => now.migrations > 0,
      (now: Progress) => now.entries > 0,
      (now: Progress) => now.entries > entries / 2,
      (now: Progress) => now.files > 2,
      (now: Progress) => now.files > files / 2,
    ])
      await killWhen(from, to, progress, isReached)
    const ended = await assay(from, ['copy', '--to', to])
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    expect(ended.stdout).toMatch(
      new RegExp(`^Copied and compared \\d+ rows and ${files + 1} files`, 'm'),
    )
    expect(await contents(target)).toEqual(before)
    const again = await assay(from, ['copy', '--to', to])
    expect(again).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('a whole copy of this'),
    })
  }
})

/** Enough to be in the middle of for a while. */
const addMore = (environment: Environment) =>
  withDatabase(environment, async ({ db }) => {
    const entry = (n: number) => ({
      at: n,
      actor: 'ada',
      organization: 'alpha',
      action: 'case.update',
      object_type: 'case',
      object_id: `case-${n}`,
      details: JSON.stringify({ title: 'x'.repeat(n % 500) }),
      address: '127.0.0.1',
      request_id: `request-${n}`,
    })
    for (let from = 0; from < entries; from += 1000)
      await db.transaction().execute((tx) =>
        insertRows(
          tx,
          'audit',
          Array.from({ length: 1000 }, (_, n) => entry(from + n + 1)),
        ),
      )
    const folder = join(environment.ASSAY_DATA_DIR, 'blobs')
    const blobs = openFolderBlobs(folder, { maxBytes: 1e6 })
    for (let n = 0; n < files; n += 1) {
      const staged = await blobs.stage(Readable.from([Buffer.from(`file ${n} `.repeat(2_000))]))
      await staged.keep()
      const { sha256: attachment_id, size } = staged
      const created = { created_at: n, created_by: 'ada' }
      await db
        .insertInto('resources')
        .values({ organization: 'alpha', name: `list-${n}`, attachment_id, size, ...created })
        .execute()
    }
  })

interface Progress {
  readonly migrations: number
  readonly entries: number
  readonly files: number
}

const counting = `(select count(*) from schema_migrations) as migrations,
  (select count(*) from audit) as entries`

function watchPostgres(url: string): () => Promise<Progress> {
  const pool = new pg.Pool({ connectionString: url, max: 1, application_name: 'assay-test' })
  onTestFinished(() => pool.end())
  return async () => {
    const text = `select ${counting}, (select count(*) from blobs) as files`
    const { rows } = await pool.query<Record<keyof Progress, string>>(text)
    const count = (name: keyof Progress) => Number(rows[0]?.[name])
    return { migrations: count('migrations'), entries: count('entries'), files: count('files') }
  }
}

const watchSqlite = (folder: string) => async (): Promise<Progress> => {
  const database = new DatabaseSync(join(folder, 'assay.sqlite'), { readOnly: true })
  try {
    const found = database.prepare(`select ${counting}`).get() as unknown as Progress
    const names = await readdir(join(folder, 'blobs'), { recursive: true })
    return {
      ...found,
      files: names.filter((name) => /^[0-9a-f]{2}\/[0-9a-f]{62}$/.test(name)).length,
    }
  } finally {
    database.close()
  }
}

async function killWhen(
  environment: Environment,
  to: string,
  progress: () => Promise<Progress>,
  isReached: (now: Progress) => boolean,
) {
  const program = run(environment, ['copy', '--to', to])
  const over = program.ended.then(() => true)
  // Until there are tables, or a folder, there is no progress either.
  while (!(await progress().then(isReached, () => false)))
    if (await Promise.race([over, pause(2, false)])) break
  program.child.kill('SIGKILL')
  const { signal, stdout, stderr } = await program.ended
  expect(signal, `it ended before it was killed: ${stdout}${stderr}`).toBe('SIGKILL')
}
