import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { openFolderBlobs } from '../../src/storage/blobs/open.ts'
import { insertRows } from '../../src/storage/rows/table-rows.ts'
import { startProxy } from '../outage/proxy.ts'
import { patienceMs } from '../patience.ts'
import { type Environment, migratedPlaces } from '../places.ts'
import { newDataFolder, run, start } from '../program.ts'
import { withDatabase } from '../security/key-rotation.ts'
import { assay, contents, fill } from './installation.ts'

/** Read and written in steps of 20, 40, 80 and so on. */
const entries = 3_000
const files = 12

/** What it sends to PostgreSQL when it is killed, and how many times it may before. */
const moments = {
  toPostgres: [
    [/insert into "meta"/, 1],
    [/insert into "audit"/, 1],
    [/insert into "audit"/, 4],
    [/insert into blobs/, 2],
    [/insert into blobs/, files / 2],
  ],
  fromPostgres: [
    [/from "meta"/, 1],
    [/select \* from "audit"/, 2],
    [/select \* from "audit"/, 5],
    [/from blob_chunks/, 2],
    [/from blob_chunks/, files / 2],
  ],
} as const

it('a copy that is killed again and again continues, there and back, and all is the same at the end', {
  timeout: 10 * patienceMs,
}, async () => {
  const [sqlite, postgres] = await Promise.all(migratedPlaces.map(({ settings }) => settings()))
  if (!sqlite || !postgres) throw new Error('two databases')
  const proxy = await startProxy(postgres.ASSAY_DATABASE_URL ?? '')
  const there: Environment = { ...sqlite, ASSAY_DATABASE_URL: proxy.url }
  const back: Environment = { ASSAY_DATA_DIR: await newDataFolder() }
  const server = await start(sqlite)
  await fill(server)
  await server.stop()
  await addMore(sqlite)
  const before = await contents(sqlite)

  for (const [from, to, target, killed] of [
    [sqlite, proxy.url, there, moments.toPostgres],
    [there, `sqlite:${back.ASSAY_DATA_DIR}`, back, moments.fromPostgres],
  ] as const) {
    for (const [statement, times] of killed)
      await killWhen(from, to, proxy.asked(statement, times), `${statement} ${times}`)
    const ended = await assay(from, ['copy', '--to', to])
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    expect(ended.stdout).toMatch(
      new RegExp(`^Copied and verified \\d+ rows and ${files + 1} files`, 'm'),
    )
    expect(await contents(target)).toEqual(before)
    const again = await assay(from, ['copy', '--to', to])
    expect(again).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('a complete copy of this'),
    })
  }
})

/** Enough to be in the middle of. */
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

async function killWhen(
  environment: Environment,
  to: string,
  isReached: Promise<void>,
  moment: string,
) {
  const program = run(environment, ['copy', '--to', to])
  await Promise.race([isReached, program.ended])
  program.child.kill('SIGKILL')
  const { signal, stdout, stderr } = await program.ended
  expect(signal, `it ended before ${moment}: ${stdout}${stderr}`).toBe('SIGKILL')
}
