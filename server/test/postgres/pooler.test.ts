import { sql } from 'kysely'
import type pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type DatabaseOptions, openDatabase } from '../../src/storage/database.ts'
import { makeBreaker } from '../../src/storage/postgres/breaker.ts'
import { makeGuardedPool } from '../../src/storage/postgres/pool.ts'
import { makePostgresSearches } from '../../src/storage/postgres/searches.ts'
import { prepared } from '../../src/storage/rows/prepared.ts'
import { onlyPostgres } from '../databases.ts'
import { patienceMs } from '../patience.ts'
import { migratedPostgres } from '../places.ts'
import { dataFolder, start } from '../program.ts'
import { bootstrap, makeAda } from '../submitter.ts'
import { startPgBouncer } from './pgbouncer.ts'

const byName = prepared<{ name: string }, { value: string }>((db, slot) =>
  db.selectFrom('meta').select('value').where('name', '=', slot('name')),
)

async function openBehindPooler(options: Partial<DatabaseOptions> = {}, without?: RegExp) {
  const direct = await migratedPostgres()
  const url = await startPgBouncer(direct, without)
  const advice: string[] = []
  const onPooler = (text: string) => advice.push(text)
  const database = await openDatabase({ url, listenUrl: direct, patienceMs, onPooler, ...options })
  onTestFinished(database.close)
  return { ...database, url, direct, advice }
}

describe.each(onlyPostgres)('$name: behind PgBouncer in transaction mode', () => {
  it('statements are asked without a name, on whichever connection they come', async () => {
    const { db, advice } = await openBehindPooler()
    await db.insertInto('meta').values({ name: 'a', value: '1' }).execute()

    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        n % 3 === 0
          ? db.transaction().execute(async (tx) => byName(tx, { name: 'a' }))
          : byName(db, { name: 'a' }),
      ),
    )

    expect(answers).toEqual(answers.map(() => [{ value: '1' }]))
    expect(advice).toEqual([expect.stringMatching(/^the database is behind a pooler: /)])
    expect(advice[0]).not.toContain('connect_query')
    const { rows } = await sql`select name from pg_prepared_statements`.execute(db)
    expect(rows).toEqual([])
  })

  it('no setting of ours stays on connections that others use', async () => {
    const { url, direct } = await openBehindPooler()
    const settings = async (address: string) => {
      const other = await openDatabase({ url: address, patienceMs })
      onTestFinished(other.close)
      const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(
        other.db,
      )
      return rows[0]?.statement_timeout
    }

    expect(await settings(url)).toBe('10s')
    expect(await settings(direct)).toBe('10s')
  })

  it('says what to add when statements have no limit there', async () => {
    const { advice, db } = await openBehindPooler({}, / connect_query='[^']*'/)

    expect(advice).toEqual([
      expect.stringContaining(
        "add connect_query='set statement_timeout = 10000; set jit = off' to its database entry",
      ),
    ])
    const { rows } = await sql<{ jit: string }>`show jit`.execute(db)
    expect(rows).toEqual([{ jit: 'on' }])
  })

  it('a search ends at its limit and when its caller is gone, and the next one is answered', async () => {
    const { url } = await openBehindPooler()
    const ignored = () => undefined
    const breaker = makeBreaker({
      probe: async () => undefined,
      ...{ onTrip: ignored, onAway: ignored, onBack: ignored },
    })
    onTestFinished(breaker.stop)
    const open = (limitMs: number) => {
      const searches = makePostgresSearches({
        limitMs,
        openPool: (limits: pg.PoolConfig) =>
          makeGuardedPool({ connectionString: url, ...limits, queryMs: 0 }, breaker),
      })
      onTestFinished(searches.stop)
      return (text: string, signal?: AbortSignal) => {
        const query = { sql: text, parameters: [] } as never
        return searches.run(query, { organization: 'alpha', signal } as never)
      }
    }
    const [impatient, patient] = [open(200), open(patienceMs)]
    const leaving = new AbortController()

    await expect(impatient('select pg_sleep(600)')).rejects.toThrow(/too long|narrow/i)
    expect(await impatient('select 1 as one')).toEqual({ rows: [{ one: 1 }] })
    const left = patient('select pg_sleep(600)', leaving.signal)
    const gone = expect(left).rejects.toThrow()
    const asleep = () =>
      patient(
        "select 1 from pg_stat_activity where query = 'select pg_sleep(600)' and state = 'active'",
      )
    await expect.poll(async () => (await asleep()).rows.length).toBe(1)
    leaving.abort()
    await gone
    await expect.poll(async () => (await asleep()).rows.length).toBe(0)
  })

  it('a server runs every job, and its health is good', async () => {
    const direct = await migratedPostgres()
    const url = await startPgBouncer(direct)
    const server = await start({
      ...bootstrap,
      ASSAY_DATA_DIR: await dataFolder(),
      ASSAY_DATABASE_URL: url,
      ASSAY_DATABASE_LISTENURL: direct,
      ASSAY_SECRET_KEY: '0123456789abcdef'.repeat(4),
    })
    const ada = await makeAda(server)
    const { id } = await ada.enableAnalyzer({ id: 'Assay_Hash_1_0' }, { name: 'Hashes' })

    const jobs = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        ada.runAnalyzer({ id }, { data: n.toString(16).padStart(64, '0'), dataType: 'hash' }),
      ),
    )
    const ended = await Promise.all(
      jobs.map((job) => ada.waitReport({ id: job.id }, { atMost: 'Inf' })),
    )
    const health = await server.call('GET', '/api/health')

    expect(ended.filter(({ status }) => status !== 'Success')).toEqual([])
    expect(health.status).toBe(200)
    expect(await health.json()).not.toHaveProperty('details.notifications')
    expect(server.stderr()).not.toContain('"level":50')
    expect((await server.stop()).code).toBe(0)
  })
})
