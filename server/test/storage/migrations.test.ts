import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Database } from '../../src/storage/database.ts'
import { foreignMigration, migrate, migrations } from '../../src/storage/schema/migrate.ts'
import type { Migration } from '../../src/storage/schema/migration.ts'
import { databases, oneDatabase, onlyPostgres } from '../databases.ts'

const names = migrations.map(({ name }) => name)

describe.each(databases)('$name: migrations', ({ open, openEmpty }) => {
  it('give the same tables from every earlier version as from nothing', async () => {
    const fresh = await schemaOf(await open())
    expect(fresh.length).toBeGreaterThan(0)

    // From each version to the next, and from some of them all the way at once.
    const stepwise = await openEmpty()
    for (const [at, name] of names.entries())
      expect(await migrate(stepwise, at, migrations.slice(0, at + 1))).toEqual([name])
    expect(await schemaOf(stepwise)).toEqual(fresh)
    for (let length = 0; length <= migrations.length; length += 10) {
      const database = await openEmpty()
      await migrate(database, 0, migrations.slice(0, length))

      expect(await migrate(database, 1)).toEqual(names.slice(length))
      expect(await schemaOf(database)).toEqual(fresh)
    }
  })

  it('are not repeated', async () => {
    const database = await open()

    expect(await migrate(database, 1)).toEqual([])
  })

  it('refuse a database of a newer version and leave it alone', async () => {
    const database = await open()
    const newer: Migration = { name: '9999-future', up: async () => {} }
    await migrate(database, 0, [...migrations, newer])

    await expect(migrate(database, 1)).rejects.toThrow(
      'The database was migrated by a newer version of Assay (migration 9999-future). ' +
        'Start that version, or restore a backup made before the upgrade.',
    )
  })

  it('of a newer version that only add are let be, and so is what comes after them', async () => {
    const database = await open()
    const adds: Migration = { name: '9998-adds', keepsOlder: true, up: async () => {} }
    const removes: Migration = { name: '9999-removes', up: async () => {} }
    const next: Migration = { name: '9997-next', up: async () => {} }
    await migrate(database, 0, [...migrations, adds])

    expect(await migrate(database, 1)).toEqual([])
    expect(await foreignMigration(database)).toBeUndefined()
    expect(await migrate(database, 1, [...migrations, next])).toEqual(['9997-next'])

    await migrate(database, 2, [...migrations, next, adds, removes])
    expect(await foreignMigration(database, [...migrations, next])).toBe('9999-removes')
    await expect(migrate(database, 3, [...migrations, next])).rejects.toThrow('9999-removes')
  })

  it('run once when two processes start at the same time', async () => {
    const first = await openEmpty()
    const second = await first.another()

    const done = await Promise.all([migrate(first, 0), migrate(second, 0)])

    expect(done.flat()).toEqual(names)
    expect(await schemaOf(second)).toEqual(await schemaOf(await open()))
  })

  it('happen all or not at all', async () => {
    const database = await openEmpty()
    const broken: Migration = {
      name: '9999-broken',
      async up(db) {
        await sql`create table half (id integer)`.execute(db)
        await sql`this is no sql`.execute(db)
      },
    }

    await expect(migrate(database, 0, [...migrations, broken])).rejects.toThrow('syntax error')

    expect(await schemaOf(database)).toEqual([])
    expect(await migrate(database, 0)).toEqual(names)
  })

  it('leave every text where it was, though its column moves', async () => {
    const database = await openEmpty()
    const before = migrations.findIndex(({ name }) => name === '0012-long-texts-last')
    await migrate(database, 0, migrations.slice(0, before))
    const by = sql`1, 'ann'`
    await sql`insert into organizations (name, description, status, created_at, created_by)
      values ('org', '', 'Active', ${by})`.execute(database.db)
    await sql`insert into jobs (id, organization, type, worker_id, worker_name,
        worker_definition_id, status, data_type, data, tlp, pap, message, parameters, cache_key,
        priority, turn, attempts, created_at, created_by)
      values ('job', 'org', 'analyzer', 'w', 'W', 'W', 'Success', 'other', 'the data', 2, 3, 'why',
        '{}', 'key', 0, 0, 1, ${by})`.execute(database.db)
    await sql`insert into artifacts (id, job_id, organization, data_type, data, tlp, tags,
        created_at, created_by)
      values ('one', 'job', 'org', 'ip', '::1', 1, '["a"]', ${by})`.execute(database.db)

    await migrate(database, 0)

    const { db } = database
    expect(await db.selectFrom('jobs').selectAll().executeTakeFirst()).toMatchObject({
      id: 'job',
      data: 'the data',
      tlp: 2,
      pap: 3,
      message: 'why',
      parameters: '{}',
      label: null,
      input: null,
      created_by: 'ann',
    })
    expect(await db.selectFrom('artifacts').selectAll().executeTakeFirst()).toMatchObject({
      data: '::1',
      tags: '["a"]',
      message: null,
      tlp: 1,
    })
    // What hangs on the rows still does.
    await db.deleteFrom('jobs').execute()
    expect(await db.selectFrom('artifacts').selectAll().execute()).toEqual([])
    const counts = await sql<{ n: number }>`select sum(count) as n from job_counts`.execute(db)
    expect(Number(counts.rows[0]?.n)).toBe(0)
  })

  it('make tables that keep their promises', async () => {
    const { db } = await open()
    const by = { created_at: 1, created_by: 'admin' }
    const organization = { name: 'org', description: '', status: 'Active' as const, ...by }
    const user = (login: string, keyHash: string | null, organization = 'org') => ({
      login,
      organization,
      name: login,
      roles: '[]',
      status: 'Active' as const,
      preferences: '{}',
      key_hash: keyHash,
      ...by,
    })
    await db.insertInto('organizations').values(organization).execute()
    await db
      .insertInto('users')
      .values([user('a', null), user('b', null)])
      .execute()
    await db.insertInto('users').values(user('c', 'key')).execute()
    await db
      .insertInto('sessions')
      .values({ token_hash: 't', login: 'c', created_at: 1, expires_at: 2, address: '::1' })
      .execute()

    const insert = (values: ReturnType<typeof user>) => db.insertInto('users').values(values)
    await expect(insert(user('d', 'key')).execute()).rejects.toThrow(/unique/i)
    await expect(insert(user('e', null, 'nowhere')).execute()).rejects.toThrow(/foreign key/i)
    await expect(db.deleteFrom('organizations').execute()).rejects.toThrow(/foreign key/i)
    await db.deleteFrom('users').where('login', '=', 'c').execute()
    expect(await db.selectFrom('sessions').select('token_hash').execute()).toEqual([])
  })
})

describe.each(onlyPostgres)('$name: migrations', ({ open, openEmpty }) => {
  it('wait for those of another process for longer than an administrator lets locks wait', async () => {
    const first = await openEmpty()
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
      first.db,
    )
    await sql`alter database ${sql.id(rows[0]?.name ?? '')} set lock_timeout = '20ms'`.execute(
      first.db,
    )
    const second = await first.another()
    const slow: Migration = {
      name: '9999-slow',
      // Until the other one has waited for five times the limit.
      up: async () => {
        const waiting = async () => {
          const found = await sql`select pid from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'
              and clock_timestamp() - query_start > interval '100 ms'`.execute(first.db)
          return found.rows.length
        }
        await expect.poll(waiting).toBe(1)
      },
    }
    const wanted = [...migrations, slow]

    const done = await Promise.all([migrate(first, 0, wanted, []), migrate(second, 0, wanted, [])])

    expect(done.map((made) => made.length).sort()).toEqual([0, wanted.length])
  })

  it.each(['40P01', '40001', '55P03'])(
    'that meet the work of others (%s) are run again',
    async (code) => {
      const database = await open()
      let runs = 0
      const meets: Migration = {
        name: '9999-meets',
        up: async (db) => {
          runs += 1
          await sql`create table met (run integer)`.execute(db)
          const conflict = `do $$ begin raise exception 'conflict' using errcode = '${code}'; end $$`
          if (runs < 3) await sql.raw(conflict).execute(db)
        },
      }

      expect(await migrate(database, 0, [...migrations, meets], [1, 1])).toEqual(['9999-meets'])
      expect(runs).toBe(3)
      runs = 0
      const never = { ...meets, name: '9999-never', up: meets.up }
      await sql`drop table met`.execute(database.db)
      await expect(migrate(database, 0, [...migrations, meets, never], [1])).rejects.toThrow(
        'conflict',
      )
      expect(runs).toBe(2)
    },
  )
})

describe.each(oneDatabase)('$name: migrations', ({ open }) => {
  it('that meet those of another process are run again', async () => {
    const database = await open()
    let runs = 0
    const meets: Migration = {
      name: '9999-meets',
      up: async (db) => {
        runs += 1
        await sql`create table met (run integer)`.execute(db)
        if (runs < 3) throw Object.assign(new Error('database is locked'), { errcode: 5 })
      },
    }

    expect(await migrate(database, 0, [...migrations, meets], [1, 1])).toEqual(['9999-meets'])
    expect(runs).toBe(3)
  })
})

/** Tables, columns, indexes and constraints as lines that can be compared. */
async function schemaOf({ db, dialect }: Database): Promise<unknown[]> {
  const query =
    dialect.name === 'sqlite'
      ? sql`select type, name, tbl_name, sql from sqlite_master
          where name not like 'sqlite_%' order by type, name`
      : sql`select 'column' as kind, table_name || '.' || column_name as name,
            concat_ws(' ', ordinal_position, data_type, collation_name, is_nullable,
              column_default, is_identity) as definition
          from information_schema.columns where table_schema = 'public'
        union all select 'index', indexname, indexdef from pg_indexes where schemaname = 'public'
        union all select 'constraint', conname, conrelid::regclass || ' ' || pg_get_constraintdef(oid)
          from pg_constraint where connamespace = 'public'::regnamespace
        order by 1, 2`
  return (await query.execute(db)).rows
}
