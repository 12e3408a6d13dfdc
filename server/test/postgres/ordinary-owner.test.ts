import { describe, expect, it } from 'vitest'
import { onlyPostgres } from '../databases.ts'
import { atEnd } from '../lifetime.ts'
import { emptyPostgres } from '../places.ts'
import { connected } from '../postgres-databases.ts'
import { newDataFolder, start } from '../program.ts'
import { skipTest } from '../skip.ts'
import { bootstrap, makeAda } from '../submitter.ts'

let made = 0

/** A role that owns one database and nothing else. */
async function makeOwner(
  prepare: (role: string, database: string) => readonly string[] = () => [],
) {
  const url = new URL(await emptyPostgres())
  const database = url.pathname.slice(1)
  made += 1
  const role = `owner_${process.pid}_${made}`
  await connected(url.href, async (client) => {
    await client.query(`create role ${role} login nosuperuser password 'secret'`)
    await client.query(`alter database ${database} owner to ${role}`)
    for (const statement of prepare(role, database)) await client.query(statement)
  })
  atEnd(() =>
    connected(url.href, async (client) => {
      await client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where usename = $1',
        [role],
      )
      await client.query(`drop owned by ${role} cascade`)
      await client.query(`alter database ${database} owner to postgres`)
      await client.query(`drop role ${role}`)
    }),
  )
  const own = new URL(url)
  own.username = role
  own.password = 'secret'
  return { url: own.href, administrator: url.href }
}

/** Makes the tables, sets up an organization, runs jobs, searches, and ends. */
async function work(url: string) {
  const server = await start({
    ...bootstrap,
    ASSAY_DATA_DIR: await newDataFolder(),
    ASSAY_DATABASE_URL: url,
    ASSAY_SECRET_KEY: '0123456789abcdef'.repeat(4),
  })
  const ada = await makeAda(server)
  const { id } = await ada.enableAnalyzer({ id: 'Assay_Hash_1_0' }, { name: 'Hashes' })
  const jobs = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      ada.runAnalyzer({ id }, { data: n.toString(16).padStart(64, 'f'), dataType: 'hash' }),
    ),
  )
  const ended = await Promise.all(
    jobs.map((job) => ada.waitReport({ id: job.id }, { atMost: 'Inf' })),
  )
  const found = await ada.searchJobs({
    query: { _like: { _field: 'data', _value: 'fffff*' } },
  } as never)
  const { code } = await server.stop()
  return {
    failed: ended.filter(({ status }) => status !== 'Success'),
    found: found.rows.length,
    code,
  }
}

const well = { failed: [], found: expect.any(Number), code: 0 }

describe.each(onlyPostgres)('$name: a database as administrators give it out', () => {
  it('its owner is not a superuser, has 20 connections, its tables in another schema, and limits of time', async () => {
    const { url, administrator } = await makeOwner((role) => [
      `alter role ${role} connection limit 20`,
      `create schema assay authorization ${role}`,
      `alter role ${role} set search_path = assay`,
      `alter role ${role} set statement_timeout = '30s'`,
      `alter role ${role} set lock_timeout = '10s'`,
      `alter role ${role} set idle_in_transaction_session_timeout = '60s'`,
    ])

    expect(await work(url)).toEqual(well)

    const schemas = await connected(administrator, (client) =>
      client.query(
        `select distinct schemaname from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
      ),
    )
    expect(schemas.rows).toEqual([{ schemaname: 'assay' }])
  })

  it('its texts are sorted by ICU', async () => {
    const { url } = await makeOwner()
    const address = new URL(url)
    const name = `${address.pathname.slice(1)}_icu`
    const role = address.username
    const administrator = await emptyPostgres()
    atEnd(() =>
      connected(administrator, (client) =>
        client.query(`drop database if exists ${name} with (force)`),
      ),
    )
    await connected(administrator, async (client) => {
      const how = `template template0 encoding 'UTF8' locale_provider icu icu_locale 'en-US'`
      await client.query(`create database ${name} owner ${role} ${how}`).catch((error: Error) => {
        skipTest(`this PostgreSQL has no ICU (${error.message})`)
      })
    })
    address.pathname = `/${name}`

    expect(await work(address.href)).toEqual(well)
  })
})
