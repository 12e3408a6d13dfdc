import { DatabaseSync } from 'node:sqlite'
import { onBothDatabases } from './both-databases.ts'
import type { Served } from './child.ts'
import { execute } from './postgres.ts'
import { call, type Desk, databaseOf, openDesk, startProgram, writeCatalogue } from './program.ts'
import type { BenchOptions, Measured } from './result.ts'
import { median } from './statistics.ts'

/** The list of observables with many rows, over HTTP, on each database: medians in milliseconds. */
export const measureKnown = onBothDatabases('known', measureOn)

/** Runs nothing, and what it would do in the background is done. */
const quiet = { ASSAY_ROLES: 'engine,platform' }

async function measureOn(
  options: BenchOptions,
  folder: string,
  env: Record<string, string>,
): Promise<Measured> {
  await writeCatalogue(folder)
  const first = await startProgram(options, folder, { ...quiet, ...env })
  const desk = await openDesk(first)
  await first.stop()
  if (env.ASSAY_DATABASE_URL === undefined) fillSqlite(databaseOf(folder), options.rows)
  else await execute(env.ASSAY_DATABASE_URL, postgresFill(options.rows))
  const server = await startProgram(options, folder, { ...quiet, ...env })
  try {
    const numbers: Record<string, number> = {}
    for (const [name, { path, body }] of Object.entries(questions())) {
      const times: number[] = []
      // The first one reads from the disk.
      for (let round = 0; round <= options.rounds; round += 1)
        times.push(await timeOf(server, desk, path, body))
      numbers[`${name}, ms`] = median(times.slice(1))
      numbers[`${name}, first time, ms`] = times[0] ?? 0
    }
    const where = env.ASSAY_DATABASE_URL === undefined ? 'SQLite' : 'PostgreSQL'
    return {
      name: `known: ${where}`,
      what: `the list of ${options.rows} observables`,
      numbers,
      aims: { 'first page, first time, ms': { atMost: 1000 } },
    }
  } finally {
    await server.stop()
  }
}

async function timeOf({ url }: Served, { key }: Desk, path: string, body: unknown) {
  const start = performance.now()
  await call(url, key, 'POST', `/api/value/${path}`, body)
  return performance.now() - start
}

const day = 86_400_000

const questions = () => ({
  'first page': { path: '_list', body: {} },
  'bad ones': { path: '_list', body: { level: ['malicious', 'suspicious'] } },
  'bad, no case': { path: '_list', body: { level: ['malicious'], inCase: false } },
  'a month': {
    path: '_list',
    body: { since: Date.now() - 60 * day, until: Date.now() - 30 * day },
  },
  'most seen': { path: '_list', body: { sort: '-seen' } },
  'hash prefix': { path: '_list', body: { text: 'ffffe' } },
  'never seen': { path: '_list', body: { text: 'portal-example-bank.test' } },
  'a tag': { path: '_list', body: { tag: 'rare' } },
  'page 200': { path: '_list', body: { range: '9950-10000' } },
  counts: {
    path: '_count',
    body: {
      filters: [
        { level: ['malicious'], inCase: false },
        { minSeen: 2 },
        { changedSince: Date.now() - 7 * day },
        { watched: true },
        { notCheckedSince: Date.now() - 30 * day },
      ],
    },
  },
  timeline: { path: '_timeline', body: {} },
})

const columns = `organization, value_hash, data_type, is_file, level, first_seen, last_seen, seen, cases,
  alerts, checked_at, changed_at, text_hashes, tags, search, data`
const answerColumns = `organization, value_hash, worker_id, worker_name, data_type, text_hash, is_file,
  level, level_since, job_id, answered_at, first_at, changes, reasons, data`

/** One row of n: two of a hundred malicious, five suspicious; one of ten thousand has a rare tag. */
const expressions = (now: number, digest: string) => {
  const at = `(${now} - (n * 7919 % 1000003) * 31536)`
  const level = `case when n % 100 < 2 then 3 when n % 100 < 7 then 2 when n % 100 < 10 then -1 else 0 end`
  const text = `case when n % 3 = 0 then ${digest} else 'host-' || n || '.' || substr(${digest}, 1, 6) || '.example' end`
  return {
    known: `'bench', ${digest}, case when n % 3 = 0 then 'hash' else 'domain' end, 0, ${level},
      ${at} - n % 1000 * 3600000, ${at}, 1 + case when n % 50 = 0 then n % 97 else 0 end,
      case when n % 40 = 0 then 1 else 0 end, 0, ${at}, case when n % 900 = 0 then ${at} end,
      '["' || ${digest} || '"]', case when n % 10000 = 0 then '["rare"]' else '[]' end, ${text}, ${text}`,
    answer: `'bench', ${digest}, 'w', 'Trivial', case when n % 3 = 0 then 'hash' else 'domain' end,
      ${digest}, 0, ${level}, ${at}, 'j', ${at}, ${at}, '', '[]', ${text}`,
  }
}

function fillSqlite(file: string, rows: number): void {
  const database = new DatabaseSync(file)
  const { known, answer } = expressions(Date.now(), 'digest')
  const source = `with recursive c(n) as (select 1 union all select n + 1 from c where n < ${rows}),
    d as materialized (select n, lower(hex(pseudo(n))) as digest from c)`
  database.function('pseudo', { deterministic: true }, (n) => {
    const bytes = new Uint8Array(32)
    let state = (Number(n) * 2_654_435_761) >>> 0
    for (let at = 0; at < 32; at += 1) {
      state = (Math.imul(state ^ (state >>> 15), 2_246_822_507) + at) >>> 0
      bytes[at] = state >>> 24
    }
    return bytes
  })
  database.exec('pragma synchronous = off; pragma cache_size = -262144; begin')
  database.exec(`${source} insert or ignore into known_values (${columns}) select ${known} from d`)
  database.exec(
    `${source} insert or ignore into value_answers (${answerColumns}) select ${answer} from d`,
  )
  database.exec('delete from unsettled_values; commit; pragma wal_checkpoint(truncate)')
  database.close()
}

function postgresFill(rows: number): string {
  const digest = `encode(sha256(convert_to(n::text, 'UTF8')), 'hex')`
  const { known, answer } = expressions(Date.now(), digest)
  const source = `from generate_series(1::bigint, ${rows}) as n`
  return `set session_replication_role = replica;
    insert into known_values (${columns}) select ${known} ${source};
    insert into value_answers (${answerColumns}) select ${answer} ${source};
    analyze known_values; analyze value_answers`
}
