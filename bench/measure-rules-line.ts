import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { systemBinaries } from '../server/test/postgres-binaries.ts'
import { newFolder } from './bare.ts'
import { type Served, treeCpuMs } from './child.ts'
import { fillPlatform } from './platform-rows.ts'
import { startBenchPostgres } from './postgres.ts'
import { databaseOf, startFilled, startProgram } from './program.ts'
import type { BenchOptions, Measured, Measurement } from './result.ts'
import { addRules, countIn, noWorker, ruleCount, untilAsked, waiting } from './rules-desk.ts'

const events = 20_000

/** Events that lie in the table when the program starts, matched with rules of which four are about each alert. */
export const measureRulesLine: Measurement = async (options) => {
  const folder = await newFolder(options.folder, 'line')
  const { server, desk } = await startFilled(options, folder, noWorker, (file) => {
    fillPlatform(file, 'bench', events)
  })
  await server.stop()
  const onPostgres = await inPostgres(options, folder, desk.key)
  // A trial does everything but act.
  const again = await startProgram(options, folder, noWorker)
  await addRules({ server: again, desk }, 'trial')
  await again.stop()
  const file = databaseOf(folder)
  const database = new DatabaseSync(file)
  for (const statement of insertEvents('lower(hex(randomblob(16)))')) database.exec(statement)
  database.close()
  const third = await startProgram(options, folder, noWorker)
  try {
    const before = await third.cpuMs()
    const left = countIn(file, waiting)
    const begun = performance.now()
    await untilAsked({ file })
    return [
      told('SQLite', left, {
        ms: performance.now() - begun,
        server: (await third.cpuMs()) - before,
        database: 0,
      }),
      onPostgres,
    ]
  } finally {
    await third.stop()
  }
}

function told(
  kind: string,
  count: number,
  { ms, server, database }: { ms: number; server: number; database: number },
): Measured {
  return {
    name: `rules: events in a line, ${kind}`,
    what: `${count} events, ${ruleCount} rules`,
    numbers: {
      'events a second': (count / ms) * 1_000,
      'processor time an event, ms': (server + database) / count,
      'of it in the server, ms': server / count,
    },
    aims: { 'events a second': { atLeast: 500 }, 'processor time an event, ms': { atMost: 2 } },
  }
}

/** Of alerts that are there, in the order in which they were made. */
const insertEvents = (id: string) =>
  (
    [
      ['alert.created', 'alerts', 'id', events / 11],
      ['observable.created', 'observables', 'coalesce(alert_id, case_id)', (events * 10) / 11],
    ] as const
  ).map(
    ([kind, table, root, count]) => `insert into rule_events
        (id, organization, kind, object_id, root_id, details, cause_run, at, due_at, attempts)
      select ${id}, 'bench', '${kind}', id, ${root}, '{}', null, created_at, 0, 0
        from ${table} order by created_at limit ${Math.floor(count)}`,
  )

/** The same rows, on the PostgreSQL of the distribution with its defaults. */
async function inPostgres(options: BenchOptions, folder: string, key: string): Promise<Measured> {
  const name = 'rules: events in a line, PostgreSQL'
  const [installed] = systemBinaries()
  if (installed === undefined)
    return {
      name,
      skipped: 'no PostgreSQL of the distribution (Debian: apt-get install postgresql)',
    }
  const database = await startBenchPostgres(installed)
  const url = await database.newDatabase('line')
  const client = new pg.Client({ connectionString: url })
  let server: Served | undefined
  try {
    const copy = [options.program, 'copy', '--to', url]
    const env = { ...process.env, ASSAY_DATA_DIR: join(folder, 'data') }
    await promisify(execFile)(process.execPath, copy, { env })
    const environment = { ...noWorker, ASSAY_DATABASE_URL: url }
    server = await startProgram(options, folder, environment)
    await addRules({ server, desk: { key, workerId: '', runPath: '' } }, 'trial')
    await server.stop()
    await client.connect()
    for (const statement of insertEvents('md5(random()::text)')) await client.query(statement)
    const isWaiting = async () =>
      (await client.query('select 1 from rule_events limit 1')).rows.length > 0
    const {
      rows: [main],
    } = await client.query("select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid")
    server = await startProgram(options, folder, environment)
    const [serverBefore, databaseBefore] = [await server.cpuMs(), await treeCpuMs(Number(main.pid))]
    const after = Number((await client.query(waiting)).rows[0]?.count)
    const begun = performance.now()
    while (await isWaiting()) await sleep(100)
    return told('PostgreSQL', after, {
      ms: performance.now() - begun,
      server: (await server.cpuMs()) - serverBefore,
      database: (await treeCpuMs(Number(main.pid))) - databaseBefore,
    })
  } finally {
    await client.end()
    await server?.stop()
    await database.stop()
  }
}
