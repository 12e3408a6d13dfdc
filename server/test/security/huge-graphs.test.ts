import type { KyselyPlugin } from 'kysely'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type NamedValue, valueKey } from '../../src/domain/values/key.ts'
import { relationsAmong } from '../../src/knowledge/investigations/relations.ts'
import { holdersOf } from '../../src/knowledge/values/holders.ts'
import { wantedOf } from '../../src/knowledge/values/named.ts'
import { relationsOf } from '../../src/knowledge/values/relations.ts'
import type { Db } from '../../src/storage/database.ts'
import { oneDatabase, type TestDatabases } from '../databases.ts'
import { insertRows, row } from '../platform/rows.ts'

// Graphs made to be walked forever: how much is read does not depend on how much there is.

const organization = 'alpha'
const named = (data: string): NamedValue & { data: string } => ({ dataType: 'domain', data })

async function opened(open: TestDatabases['open']): Promise<Db> {
  const { db } = await open()
  const made = { created_at: 1, created_by: 'init' }
  await db
    .insertInto('organizations')
    .values({ name: organization, description: 'd', status: 'Active', ...made })
    .execute()
  return db
}

/** Counts what is asked and read. */
function counting(db: Db) {
  const count = { statements: 0, rows: 0 }
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      count.statements += 1
      return node
    },
    transformResult: async ({ result }) => {
      count.rows += result.rows.length
      return result
    },
  }
  return { counted: db.withPlugin(plugin), count }
}

/** A job of an analyzer about the value, and what it found. */
async function addJob(db: Db, id: string, data: string, found: readonly string[]) {
  const worker = { worker_id: `w-${id}`, worker_name: 'W' }
  const value_hash = valueKey(named(data))
  await db
    .insertInto('jobs')
    .values({
      ...{ id, organization, type: 'analyzer', worker_definition_id: 'W_1_0', status: 'Success' },
      ...{ tlp: 2, pap: 2, message: '', parameters: '{}', cache_key: id, priority: 0, turn: 0 },
      ...{ attempts: 1, data_type: 'domain', data, created_at: 1, created_by: 'alan', ...worker },
    })
    .execute()
  await db
    .insertInto('value_answers')
    .values({
      ...{ organization, value_hash, job_id: id, level: 3, level_since: 1, answered_at: 1 },
      ...{ first_at: 1, changes: '[]', reasons: '[]', data, text_hash: data, is_file: 0 },
      ...{ data_type: 'domain', ...worker },
    })
    .execute()
  const artifacts = found.map((text, n) => ({
    ...{ id: `${id}-${n}`, job_id: id, organization, data_type: 'domain', data: text, tlp: 2 },
    ...{ tags: '[]', created_at: 1, created_by: 'alan', value_hash: valueKey(named(text)) },
  }))
  for (let at = 0; at < artifacts.length; at += 1_000)
    await db
      .insertInto('artifacts')
      .values(artifacts.slice(at, at + 1_000))
      .execute()
}

const all = async (wanted: readonly { key: string }[]) => new Set(wanted.map(({ key }) => key))
const around = (db: Db, data: string, others: readonly string[] = []) =>
  relationsOf(
    db,
    organization,
    wantedOf(named(data)),
    others.map((one) => wantedOf(named(one))),
    2,
    60,
    all,
  )
const many = (prefix: string, length: number) =>
  Array.from({ length }, (_, n) => `${prefix}${n}.test`)

describe.each(oneDatabase)('$name: the relations', ({ open }) => {
  it('of a value with tens of thousands of others are cut, say so, and hide no other', async () => {
    const db = await opened(open)
    await addJob(db, 'star', 'center.test', many('leaf', 20_000))
    await addJob(db, 'small', 'small.test', ['only.test'])
    // Texts that no drawing shows are not read.
    await addJob(db, 'long', 'long.test', ['x'.repeat(1_000_000), 'short.test'])
    const { counted, count } = counting(db)

    const shown = await around(counted, 'center.test', ['small.test', 'long.test'])

    expect(shown).toMatchObject({ isCut: true })
    expect(shown.nodes).toHaveLength(60)
    expect(shown.left).toBeGreaterThan(1_000)
    expect(count.rows).toBeLessThan(40_000)
    expect(count.statements).toBeLessThan(150)
    expect((await around(db, 'long.test')).nodes.map(({ data }) => data)).toContain('short.test')
    expect(await around(db, 'small.test')).not.toHaveProperty('isCut')

    const members = ['small.test', 'center.test'].map((data) => ({
      ...{ key: valueKey(named(data)), dataType: 'domain', data, state: 'malicious' },
      ...{ reasons: [], cases: [], alerts: 0, level: null, asked: 0, answered: 0 },
    }))
    const among = await relationsAmong(counted, organization, members as never, 500, true)
    expect(among).toMatchObject({ isCut: true })
    expect(among.nodes.map(({ data }) => data)).toEqual(
      expect.arrayContaining(['small.test', 'only.test', 'center.test']),
    )
  })

  it('of a chain without an end and of circles are two steps', async () => {
    const db = await opened(open)
    const chain = many('link', 60)
    for (const [n, data] of chain.entries())
      await addJob(db, `chain-${n}`, data, [
        chain[(n + 1) % chain.length] ?? '',
        data,
        chain[0] ?? '',
      ])
    const { counted, count } = counting(db)

    const shown = await around(counted, 'link30.test')

    expect(shown.nodes.map(({ data }) => data)).toEqual(
      expect.arrayContaining(['link29.test', 'link31.test', 'link32.test']),
    )
    expect(new Set(shown.edges.map(({ from, to }) => `${from} ${to}`)).size).toBe(
      shown.edges.length,
    )
    expect(shown.edges.some(({ from, to }) => from === to)).toBe(false)
    expect(count.statements).toBeLessThan(10)
    expect(count.rows).toBeLessThan(1_000)
  })

  it('to 50,000 cases of one value are counted up to a limit, and hide those of no other', async () => {
    const db = await opened(open)
    await insertRows(db, {
      cases: [row.case('~1')],
      observables: [row.observable('~2', 'rare.test', { case_id: '~1', data_type: 'domain' })],
    })
    const columnsOf = async (table: string) =>
      (
        await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(db)
      ).rows.map(({ name }) => name)
    const copy = async (table: string, changed: Readonly<Record<string, string>>) => {
      const names = await columnsOf(table)
      const values = names.map((name) => changed[name] ?? `"${name}"`)
      const columns = names.map((name) => `"${name}"`).join(', ')
      const text = `insert into "${table}" (${columns})
        with recursive n(i) as (select 1 union all select i + 1 from n where i < 50000)
        select ${values.join(', ')} from "${table}" cross join n where id in ('~1', '~2')`
      await db.transaction().execute((tx) => sql.raw(text).execute(tx))
    }
    await copy('cases', { id: `'~c' || i`, number: '1000 + i' })
    await copy('observables', {
      id: `'~o' || i`,
      case_id: `'~c' || i`,
      value_hash: `'0'`,
      data: `'everywhere.test'`,
    })
    const { counted, count } = counting(db)
    const rare = { ...wantedOf(named('rare.test')) }
    const everywhere = { ...wantedOf(named('everywhere.test')), hashes: ['0'] }

    const held = await holdersOf(counted, organization, [everywhere, rare])

    expect(held.get(rare.key)).toMatchObject({ caseCount: 1, cases: [{ id: '~1' }] })
    expect(held.get(everywhere.key)?.caseCount).toBeGreaterThan(1_000)
    expect(held.get(everywhere.key)?.cases).toHaveLength(5)
    expect(count.rows).toBeLessThan(25_000)
    expect(count.statements).toBeLessThan(10)
  })
})
