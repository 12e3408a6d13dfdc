import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { systemBinaries } from '../server/test/postgres-binaries.ts'
import { newFolder } from './bare.ts'
import type { Served } from './child.ts'
import { type Loader, startLoader } from './load.ts'
import { type BenchPostgres, execute, startBenchPostgres } from './postgres.ts'
import { type Desk, noWorker, openDesk, startProgram, submission } from './program.ts'
import type { BenchOptions, Measured, Measurement, Result } from './result.ts'
import { alternate, quantile } from './statistics.ts'

const jobs = 2000
const few = 10_000
const settings = { ASSAY_JOB_RUNNERS: 'builtin', ASSAY_JOB_SLOTS: '8' }

export interface Bench {
  readonly server: Served
  readonly desk: Desk
}

export const noopProgram = (root = fileURLToPath(new URL('..', import.meta.url))) =>
  join(root, 'bench', 'noop-program.ts')

/** Built-in jobs that do nothing over HTTP, from the submission to the answer of `waitreport`. */
export const measurePostgres: Measurement = async (options) => {
  const folder = await newFolder(options.folder, 'postgres')
  const database = await startBenchPostgres()
  const loader = startLoader()
  try {
    return [
      ...(await compareDatabases(options, folder, database, loader)),
      await compareFirstPage(options, folder, database, loader),
      await compareJit(options, folder, loader),
    ]
  } finally {
    await loader.stop()
    await database.stop()
  }
}

const opener =
  (options: BenchOptions, folder: string) =>
  async (name: string, env: Record<string, string>, program = noopProgram()): Promise<Bench> => {
    const place = await newFolder(folder, name)
    const server = await startProgram({ ...options, program }, place, { ...settings, ...env })
    return { server, desk: await openDesk(server, 'Noop') }
  }

async function compareDatabases(
  options: BenchOptions,
  folder: string,
  database: BenchPostgres,
  loader: Loader,
): Promise<Result[]> {
  const open = opener(options, folder)
  const ours = await open('ours', { ASSAY_DATABASE_URL: await database.newDatabase('ours') })
  const sqlite = await open('sqlite', {})
  const { against } = options
  const before =
    against === undefined
      ? undefined
      : await open(
          'before',
          { ASSAY_DATABASE_URL: await database.newDatabase('before') },
          noopProgram(against),
        )
  const all = [ours, sqlite, ...(before ? [before] : [])]
  const rate = (bench: Bench) => () => waitedRate(bench, loader, jobs)
  try {
    for (const bench of all) await rate(bench)()
    const result = (name: string, what: string, atLeast: number, reference: Bench) =>
      alternate(options.rounds, rate(ours), rate(reference)).then(
        (comparison): Result => ({ name, what, unit: 'jobs/s', aim: { atLeast }, comparison }),
      )
    return [
      await result('postgres', 'jobs over HTTP, PostgreSQL ÷ SQLite', 0.75, sqlite),
      ...(before
        ? [await result('postgres: before', `jobs over HTTP ÷ ${against}`, 2.5, before)]
        : []),
    ]
  } finally {
    for (const { server } of all) await server.stop()
  }
}

/** On the PostgreSQL of the distribution, which compiles statements by default; that of npm cannot. */
async function compareJit(
  options: BenchOptions,
  folder: string,
  loader: Loader,
): Promise<Measured> {
  const name = 'postgres: default settings'
  const [installed] = systemBinaries()
  if (installed === undefined)
    return {
      name,
      skipped: 'no PostgreSQL of the distribution (Debian: apt-get install postgresql)',
    }
  const database = await startBenchPostgres(installed)
  const open = opener(options, folder)
  const opened: Bench[] = []
  try {
    const started = async (kind: string, setting: string) => {
      const url = await database.newDatabase(kind)
      await execute(url, `alter database ${kind} set jit = ${setting}`)
      const bench = await open(kind, { ASSAY_DATABASE_URL: url })
      opened.push(bench)
      return () => waitedRate(bench, loader, jobs)
    }
    const ours = await started('with_jit', 'default')
    const reference = await started('without_jit', 'off')
    await ours()
    await reference()
    return {
      name,
      what: 'jobs over HTTP, default settings ÷ jit = off',
      unit: 'jobs/s',
      aim: { atLeast: 0.95 },
      comparison: await alternate(options.rounds, ours, reference),
    }
  } finally {
    for (const { server } of opened) await server.stop()
    await database.stop()
  }
}

/** As a client does it: run, then wait for the report; 16 at a time. */
export const waitedRate = ({ server: { url }, desk }: Bench, loader: Loader, count: number) =>
  loader.rate({
    ...{ url, method: 'POST', paths: [desk.runPath], key: desk.key, body: submission },
    follow: '/api/job/#/waitreport?atMost=1minute',
    connections: 16,
    count,
  })

async function compareFirstPage(
  options: BenchOptions,
  folder: string,
  database: BenchPostgres,
  loader: Loader,
): Promise<Result> {
  const open = async (name: string, rows: number) => {
    const url = await database.newDatabase(name)
    const place = await newFolder(folder, name)
    const env = { ...noWorker, ASSAY_DATABASE_URL: url }
    const first = await startProgram({ ...options, program: noopProgram() }, place, env)
    const desk = await openDesk(first, 'Noop')
    await first.stop()
    await execute(url, fillSql(desk.workerId, rows))
    await execute(url, 'vacuum analyze')
    return { server: await startProgram(options, place, env), desk }
  }
  const large = await open('large', options.rows)
  const small = await open('small', few)
  const p99 = (bench: Bench) => async () => {
    const { latencies } = await loader.run({
      url: bench.server.url,
      key: bench.desk.key,
      paths: ['/api/job?range=0-20'],
      connections: 1,
      count: 500,
      measureMs: 3000,
    })
    return quantile(latencies, 0.99)
  }
  try {
    await p99(large)()
    await p99(small)()
    return {
      name: 'postgres: first page',
      what: `p99 at ${options.rows} jobs ÷ at ${few}`,
      unit: 'ms',
      aim: { atMost: 1.5 },
      comparison: await alternate(options.rounds * 2, p99(large), p99(small)),
    }
  } finally {
    await large.server.stop()
    await small.server.stop()
  }
}

/** Jobs of a year, all ended. */
const fillSql = (workerId: string, rows: number) => `
  insert into jobs (id, organization, type, worker_id, worker_name, worker_definition_id, status,
    data_type, data, data_hash, tlp, pap, message, parameters, cache_key, error_message, runner,
    priority, turn, attempts, start_date, end_date, created_at, created_by, updated_at, updated_by)
  select 'bench' || lpad(n::text, 15, '0'), 'bench', 'analyzer', '${workerId}', 'Noop', 'Noop_1_0',
    (array['Success', 'Success', 'Success', 'Success', 'Failure', 'Deleted'])[n % 6 + 1],
    (array['domain', 'ip', 'hash', 'url', 'other'])[n % 5 + 1], n || '.bench.example', md5(n::text),
    2, 2, '', '{}', md5(n::text), case n % 6 when 4 then 'The program ended with 1' end, 'builtin',
    0, 0, 1, at, at, at, 'analyst', at, 'analyst'
  from generate_series(1, ${rows}) as n,
    lateral (select (extract(epoch from now()) * 1000 - 31536000000.0 * (${rows} - n) / ${rows})::bigint as at) as moment`
