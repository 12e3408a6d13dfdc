import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../src/storage/database.ts'
import { oneDatabase, onlyPostgres } from '../databases.ts'

async function temporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'assay-test-'))
  onTestFinished(async () => {
    await chmod(folder, 0o700)
    await rm(folder, { recursive: true, force: true })
  })
  return folder
}

describe('opening a database', () => {
  it('makes a folder that only its owner can enter', async () => {
    const folder = join(await temporaryFolder(), 'data', 'deep')

    const { close } = await openDatabase({ file: join(folder, 'assay.db') })
    await close()

    expect((await stat(folder)).mode & 0o777).toBe(0o700)
  })

  it('says in one sentence that a file is in the way of the folder', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'data'), '')
    const file = join(folder, 'data', 'assay.db')

    const refused = await openDatabase({ file }).catch(String)
    expect(refused).toContain(`Cannot open the database file ${file}: `)
    expect(refused).toContain(`Check that ${join(folder, 'data')} is a folder`)
  })

  it('says in one sentence that the file is not a database', async () => {
    const file = join(await temporaryFolder(), 'assay.db')
    await writeFile(file, 'something else, but long enough to be read as a header'.repeat(100))

    await expect(openDatabase({ file })).rejects.toThrow(
      `Cannot open the database file ${file}: file is not a database. Restore a backup`,
    )
  })

  it.each([
    'mysql://root:secret@localhost/assay',
    'postgres//user:secret@localhost/assay',
    'user:secret@localhost',
  ])('refuses the address %s without repeating the password', async (url) => {
    const error = await openDatabase({ url }).catch((caught: Error) => caught)

    expect(error).toBeInstanceOf(Error)
    expect(inspectAll(error)).toContain('must look like postgres://')
    expect(inspectAll(error)).not.toContain('secret')
  })

  it('names the server that does not answer, not the password', async () => {
    const url = 'postgres://user:secret@localhost:1/assay'

    const error = await openDatabase({ url, patienceMs: 1 }).catch((caught: Error) => caught)

    expect(inspectAll(error)).toMatch(
      /at localhost:1\/assay cannot be used: .*ECONNREFUSED.*Check that PostgreSQL runs there/,
    )
    expect(inspectAll(error)).not.toContain('secret')
  })

  it('asks for a place', async () => {
    await expect(openDatabase({})).rejects.toThrow('Neither')
  })
})

describe.each(onlyPostgres)('$name: a connection', ({ open }) => {
  it('that the server ends does not end the process', async () => {
    const { db, another } = await open()
    const other = await another()
    const endOthers = sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`

    const broken = db.transaction().execute(async (tx) => {
      await tx.insertInto('meta').values({ name: 'a', value: 'b' }).execute()
      await endOthers.execute(other.db)
      await tx.insertInto('meta').values({ name: 'c', value: 'd' }).execute()
    })

    await expect(broken).rejects.toThrow()
    await expect.poll(() => db.selectFrom('meta').selectAll().execute()).toEqual([])
  })
})

describe.each(oneDatabase)('$name: a connection', ({ open }) => {
  it('writes with full durability and checks foreign keys', async () => {
    const { db } = await open()
    const setting = async (pragma: string) =>
      Object.values((await sql`${sql.raw(`pragma ${pragma}`)}`.execute(db)).rows[0] ?? {})[0]

    expect(await setting('journal_mode')).toBe('wal')
    expect(await setting('synchronous')).toBe(2)
    expect(await setting('foreign_keys')).toBe(1)
  })
})

/** The message and everything that a log would print of it. */
const inspectAll = (error: unknown): string =>
  error instanceof Error
    ? `${error.message} ${JSON.stringify(error, Object.getOwnPropertyNames(error))} ${inspectAll(error.cause)}`
    : String(error)
