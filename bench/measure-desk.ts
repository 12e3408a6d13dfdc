import { DatabaseSync } from 'node:sqlite'
import { newFolder } from './bare.ts'
import { execute, startBenchPostgres } from './postgres.ts'
import { call, databaseOf, openDesk, startProgram, writeCatalogue } from './program.ts'
import type { BenchOptions, Measured, Measurement } from './result.ts'
import { median } from './statistics.ts'

/** And as many alerts, as many tasks and a quarter as many procedures, spread over the longest period. */
const cases = 200_000
const days = 400
const dayMs = 86_400_000

/** How long the charts of the desk take, for the longest period and for 30 days. */
export const measureDesk: Measurement = async (options) => {
  const folder = await newFolder(options.folder, 'desk')
  const database = await startBenchPostgres()
  try {
    const url = await database.newDatabase('desk')
    return [
      await measureOn(options, await newFolder(folder, 'sqlite'), {}),
      await measureOn(options, await newFolder(folder, 'postgres'), { ASSAY_DATABASE_URL: url }),
    ]
  } finally {
    await database.stop()
  }
}

async function measureOn(
  options: BenchOptions,
  folder: string,
  env: Record<string, string>,
): Promise<Measured> {
  await writeCatalogue(folder)
  const first = await startProgram(options, folder, env)
  const { key } = await openDesk(first)
  await first.stop()
  const now = Date.now()
  if (env.ASSAY_DATABASE_URL === undefined) fillSqlite(databaseOf(folder), now)
  else {
    await execute(env.ASSAY_DATABASE_URL, postgresFill(now))
    // As its own upkeep does soon after so many rows.
    await execute(env.ASSAY_DATABASE_URL, 'vacuum analyze')
  }
  const { url, stop } = await startProgram(options, folder, env)
  try {
    const times = new Map<number, number[]>()
    for (let round = 0; round <= options.rounds; round += 1)
      for (const length of [days, 30]) {
        const period = { from: String(now - length * dayMs), to: String(now) }
        const query = new URLSearchParams({ ...period, zone: 'Europe/Berlin' })
        const begun = performance.now()
        await call(url, key, 'GET', `/api/desk?${query}`)
        times.set(length, [...(times.get(length) ?? []), performance.now() - begun])
      }
    const numbers: Record<string, number> = {}
    for (const [length, [cold, ...all]] of times) {
      numbers[`${length} days, ms`] = median(all)
      numbers[`${length} days, first time, ms`] = cold ?? 0
    }
    return {
      name: `desk: ${env.ASSAY_DATABASE_URL === undefined ? 'SQLite' : 'PostgreSQL'}`,
      what: `${cases} cases, as many alerts and tasks`,
      numbers,
      aims: { [`${days} days, ms`]: { atMost: 1_000 } },
    }
  } finally {
    await stop()
  }
}

/** Rows of n; a fifth of the cases is open, half of the alerts are in a case. */
function statements(source: string, now: number): string[] {
  // Neither in the order of time nor of numbers.
  const created = `${now} - (n * 7919 % 1000003) * ${Math.floor((days * dayMs) / 1_000_003)}`
  const resolutions = [`'TruePositive'`, `'FalsePositive'`, `'Indeterminate'`, `'Duplicated'`]
  const pick = (of: string, values: readonly string[]) =>
    `case ${of} % ${values.length} ${values.map((value, at) => `when ${at} then ${value}`).join(' ')} end`
  const meta = `'bench', ${created}, 'analyst'`
  const text = `'What happened, as an analyst may write it, with some words about the next steps.'`
  const person = `'analyst' || (n % 60)`
  const id = (first: number) => `'~' || (${first} + n)`
  return [
    `insert into cases (id, organization, created_at, created_by, number, title, description, severity,
      flag, tlp, pap, tags, custom_fields, status, start_date, end_date, resolution_status, due_date, assignee,
      in_progress_at, closed_at)
     select ${id(1_000_000_000)}, ${meta}, n, 'Case ' || n, ${text}, 1 + n % 4, 0, 2, 2, '["a","b"]', '{}',
      case when n % 5 = 0 then 'Open' else 'Resolved' end, ${created},
      case when n % 5 > 0 then ${created} + n % 977 * 1000000 end,
      case when n % 5 > 0 then ${pick('n', resolutions)} end,
      case when n % 5 = 0 then ${created} + 864000000 end, ${person}, ${created} + n % 997 * 60000,
      case when n % 5 > 0 then ${created} + n % 977 * 1000000 end from ${source}`,
    `insert into alerts (id, organization, created_at, created_by, title, description, severity, flag, tlp, pap, tags,
      custom_fields, type, source, source_ref, date, last_sync_date, read, follow, case_id, import_date, handled_at)
     select ${id(2_000_000_000)}, ${meta}, 'Alert ' || n, ${text}, 1 + n % 4, 0, 2, 2, '["a","b"]', '{}', 'mail',
      'source ' || (n % 30), 'r' || n, ${created}, ${created}, case when n % 20 > 0 then 1 else 0 end, 1,
      case when n % 2 = 1 then ${id(1_000_000_000)} end,
      case when n % 2 = 1 then ${created} + n % 997 * 60000 end,
      case when n % 20 > 0 then ${created} + n % 997 * 60000 end from ${source}`,
    `insert into tasks (id, organization, created_at, created_by, case_id, title, task_group, status, flag, position,
      assignee)
     select ${id(3_000_000_000)}, ${meta}, ${id(1_000_000_000)}, 'Task', 'default',
      case when n % 5 = 0 then 'Waiting' else 'Completed' end, 0, 0, ${person} from ${source}`,
    `insert into procedures (id, organization, created_at, created_by, case_id, pattern_id, tactic, occur_date)
     select ${id(4_000_000_000)}, ${meta}, ${id(1_000_000_000)}, 'T' || (1000 + n % 300), 'execution', ${created}
     from ${source} where n % 4 = 0`,
  ]
}

function fillSqlite(file: string, now: number): void {
  const database = new DatabaseSync(file)
  database.exec(`pragma synchronous = off; pragma cache_size = -262144; begin;
    create temp table source as
      with recursive c(n) as (select 1 union all select n + 1 from c where n < ${cases}) select n from c`)
  for (const statement of statements('source', now)) database.exec(statement)
  database.exec('commit; pragma wal_checkpoint(truncate)')
  database.close()
}

const postgresFill = (now: number) =>
  statements(`generate_series(cast(1 as bigint), ${cases}) as n`, now).join(';\n')
