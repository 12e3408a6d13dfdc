import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { readSources } from '../../../scripts/import-sources.ts'
import type { Db } from '../../src/storage/database.ts'
import {
  type DatabaseFunction,
  installFunctions,
  outdatedFunctions,
  readFunctions,
} from '../../src/storage/postgres/functions.ts'
import { planningOf } from '../../src/storage/postgres/planning.ts'
import { migrate } from '../../src/storage/schema/migrate.ts'
import { onlyPostgres } from '../databases.ts'

const ours = readFunctions()

interface Installed {
  readonly name: string
  readonly settings: readonly string[] | null
  readonly body: string
}

async function installed(db: Db): Promise<Installed[]> {
  const { rows } = await sql<Installed>`
    select proname as name, proconfig as settings, prosrc as body from pg_proc
      where pronamespace = 'public'::regnamespace and proname ~ '_[0-9]+$'
      order by proname collate "C"`.execute(db)
  return rows
}

const bodyOf = async (db: Db, name: string) =>
  (await installed(db)).find((one) => one.name === name)?.body

/** `set a = b set c = d`, as the catalog of PostgreSQL says it. */
const settingsOf = (name: string) =>
  [...planningOf(name).matchAll(/set (\w+) = (\w+)/g)].map(([, key, value]) => `${key}=${value}`)

/** The same function with another body, or under another name. */
const changed = (name: string, mark: string, as = name): DatabaseFunction => {
  const source = ours.find((one) => one.name === name)?.source ?? ''
  return { name: as, source: source.replaceAll(name, as).replace('begin', `begin -- ${mark}`) }
}

const withChanged = (one: DatabaseFunction) => [
  ...ours.filter(({ name }) => name !== one.name),
  one,
]

describe.each(onlyPostgres)('$name: functions of the database', ({ open, openEmpty }) => {
  it('are those of the files, each with the settings of the planner and without a compiler', async () => {
    const { db } = await open()

    const found = await installed(db)

    expect(found.map(({ name }) => name)).toEqual(ours.map(({ name }) => name))
    for (const { name, settings } of found) expect(settings, name).toEqual(settingsOf(name))
    for (const { settings } of found) expect(settings).toContain('jit=off')
    expect(await outdatedFunctions(db)).toEqual({ missing: [], old: [] })
  })

  it('take the places of what an earlier release has left, and the number before last goes', async () => {
    const database = await openEmpty()
    const { db } = database
    await migrate(database, 0)
    // As a release without files left it: no notes, settings of its own, a number that only its forebears call.
    await sql`comment on function claim_jobs_1 is null`.execute(db)
    await sql`alter function claim_jobs_1 reset all`.execute(db)
    await sql`create function end_jobs_1() returns bigint language sql as 'select 1'`.execute(db)

    expect(await migrate(database, 1)).toEqual([])

    const found = await installed(db)
    expect(found.map(({ name }) => name)).toEqual(ours.map(({ name }) => name))
    for (const { name, settings } of found) expect(settings, name).toEqual(settingsOf(name))
  })

  it('keep what a newer release brought, whatever starts next to it', async () => {
    const database = await openEmpty()
    const { db } = database
    await migrate(database, 0)
    const better = withChanged(changed('claim_jobs_1', 'a better body'))
    const next = [...better, changed('end_jobs_3', 'another meaning', 'end_jobs_4')]
    await db
      .transaction()
      .execute((tx) => installFunctions(tx, { functions: next, release: '99.0.0' }))

    await migrate(database, 1)

    expect(await bodyOf(db, 'claim_jobs_1')).toContain('a better body')
    // What this release calls stays until the one after the next.
    expect(await bodyOf(db, 'end_jobs_3')).toBeDefined()
    expect(await bodyOf(db, 'end_jobs_4')).toContain('another meaning')
  })

  it('are replaced when their file has changed, and again after migrations', async () => {
    const database = await openEmpty()
    const { db } = database
    await migrate(database, 0)
    const install = (functions: readonly DatabaseFunction[], isForced = false) =>
      db.transaction().execute((tx) => installFunctions(tx, { functions, isForced }))

    await install(withChanged(changed('read_jobs_1', 'for a moment')))
    expect(await bodyOf(db, 'read_jobs_1')).toContain('for a moment')
    await migrate(database, 1)
    expect(await bodyOf(db, 'read_jobs_1')).not.toContain('for a moment')

    // A migration may put an earlier body in its place, and the note stays.
    await sql.raw(changed('read_jobs_1', 'of a migration').source).execute(db)
    await install(ours, true)
    expect(await bodyOf(db, 'read_jobs_1')).not.toContain('of a migration')
  })
})

const earlier = new Set(['end_jobs_2', 'read_jobs_1'])

it('every function that a statement calls by a number has a file', () => {
  const calls = [...readSources(['server'])]
    .filter(([file]) => !file.includes('/migrations/') && !file.endsWith('.test.ts'))
    .flatMap(([, source]) => [...source.matchAll(/\bfrom ([a-z]+(?:_[a-z]+)*_\d+)\(/g)])
    .map(([, name]) => name)

  expect(new Set(calls)).toEqual(
    // Called by another function, and by the release before.
    new Set(ours.map(({ name }) => name).filter((name) => !earlier.has(name))),
  )
})
