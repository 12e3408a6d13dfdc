import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { onBothDatabases } from './both-databases.ts'
import { execute } from './postgres.ts'
import { call, databaseOf, openDesk, startProgram, writeCatalogue } from './program.ts'
import type { BenchOptions, Measured } from './result.ts'
import { median } from './statistics.ts'

const cases = 200_000
/** Overdue when the program starts. */
const overdue = 1_000

/** The list of cases by due date beside other columns, and how fast people are told of overdue ones. */
export const measureClocks = onBothDatabases('clocks', measureOn)

async function measureOn(
  options: BenchOptions,
  folder: string,
  env: Record<string, string>,
): Promise<Measured> {
  await writeCatalogue(folder)
  const first = await startProgram(options, folder, env)
  const { key } = await openDesk(first)
  await first.stop()
  if (env.ASSAY_DATABASE_URL === undefined) fillSqlite(databaseOf(folder))
  else await execute(env.ASSAY_DATABASE_URL, postgresFill())
  const { url, stop } = await startProgram(options, folder, env)
  try {
    const start = performance.now()
    const breaches = { query: { action: 'case.overdue' }, range: `0-${overdue}` }
    const told = () => call<unknown[]>(url, key, 'POST', '/api/audit/_search', breaches)
    while ((await told()).length < overdue) await setTimeout(100)
    const numbers: Record<string, number> = {
      'told of overdue cases, 1/s': overdue / ((performance.now() - start) / 1_000),
    }
    const times = new Map<string, number[]>()
    // By turns, so that what else the machine does falls on all of them.
    for (let round = 0; round <= options.rounds; round += 1)
      for (const [name, query] of Object.entries(questions())) {
        const begun = performance.now()
        await call(url, key, 'POST', '/api/v1/query', { query })
        times.set(name, [...(times.get(name) ?? []), performance.now() - begun])
      }
    // The first one reads from the disk.
    for (const [name, all] of times) numbers[`${name}, ms`] = median(all.slice(1))
    const other = Math.max(...others.map((name) => numbers[`${name}, ms`] ?? 0))
    numbers['by due date ÷ slowest other column'] = (numbers['by due date, ms'] ?? 0) / other
    return {
      name: `clocks: ${env.ASSAY_DATABASE_URL === undefined ? 'SQLite' : 'PostgreSQL'}`,
      what: `${cases} cases with a clock each`,
      numbers,
      aims: { 'by due date ÷ slowest other column': { atMost: 1.1 } },
    }
  } finally {
    await stop()
  }
}

const page = { _name: 'page', from: 0, to: 30, extraData: ['total'] }
const sorted = (field: string) => [
  { _name: 'listCase' },
  { _name: 'sort', _fields: [{ [field]: 'desc' }] },
  page,
]
const others = ['by start', 'by severity', 'by title']

const questions = () => ({
  'by start': sorted('startDate'),
  'by severity': sorted('severity'),
  'by title': sorted('title'),
  'by due date': sorted('dueDate'),
  'overdue ones': [
    { _name: 'listCase' },
    {
      _name: 'filter',
      _and: [
        { _field: 'status', _value: 'Open' },
        { _lt: { _field: 'dueDate', _value: Date.now() } },
      ],
    },
    { _name: 'sort', _fields: [{ dueDate: 'asc' }] },
    page,
  ],
})

/** Rows of n; the clocks of the first ones have run out. */
function statements(source: string): string[] {
  const now = Date.now()
  const due = `case when n <= ${overdue} then ${now - 60_000} else ${now + 86_400_000} + n * 7919 % 1000003 * 1000 end`
  return [
    `insert into cases (id, organization, created_at, created_by, number, title, description, severity,
      flag, tlp, pap, tags, custom_fields, status, start_date, due_date, assignee)
     select '~' || (1000000000 + n), 'bench', ${now} - n * 1000, 'analyst', n, 'Case ' || n * 7919 % 1000003, 'x',
      1 + n % 4, 0, 2, 2, '[]', '{}', 'Open', ${now} - n * 1000, ${due}, 'analyst' from ${source}`,
    `insert into case_clocks (id, organization, case_id, kind, minutes, warn_at, by_person, started_at, soon_at,
      due_at, paused_ms, next_at)
     select 'k' || n, 'bench', '~' || (1000000000 + n), 'resolve', 60, 80, 0, 1, ${due} - 1000, ${due}, 0,
      ${due} - 1000 from ${source}`,
  ]
}

function fillSqlite(file: string): void {
  const database = new DatabaseSync(file)
  database.exec(`pragma synchronous = off; pragma cache_size = -262144; begin;
    create temp table source as
      with recursive c(n) as (select 1 union all select n + 1 from c where n < ${cases}) select n from c`)
  for (const statement of statements('source')) database.exec(statement)
  database.exec('commit; pragma wal_checkpoint(truncate)')
  database.close()
}

const postgresFill = () =>
  [...statements(`generate_series(1, ${cases}) as n`), 'analyze'].join(';\n')
