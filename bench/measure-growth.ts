import { newFolder } from './bare.ts'
import type { Served } from './child.ts'
import { type Loader, startLoader } from './load.ts'
import { type Desk, noWorker, type ProgramOptions, startFilled } from './program.ts'
import type { Measurement } from './result.ts'
import { fillJobs } from './rows.ts'
import { alternate, quantile } from './statistics.ts'

const small = 10_000
const filter = JSON.stringify({
  query: {
    _and: [
      { _field: 'status', _value: 'Success' },
      { _field: 'dataType', _value: 'domain' },
    ],
  },
})

/** Two servers that differ in the number of jobs alone, asked in turn by one patient client. */
export const measureGrowth: Measurement = async (options) => {
  const folder = await newFolder(options.folder, 'growth')
  const many = await startWithJobs(options, await newFolder(folder, 'many'), options.rows)
  const few = await startWithJobs(options, await newFolder(folder, 'few'), small)
  const loader = startLoader()
  const p99 = (side: Filled, view: keyof typeof views) => async () =>
    quantile((await loader.run(views[view](side))).latencies, 0.99)
  const compareView = async (view: keyof typeof views) => {
    await warm(loader, [views[view](many), views[view](few)])
    return {
      name: `growth: ${view}`,
      what: `p99 at ${options.rows} jobs ÷ at ${small}`,
      unit: 'ms',
      aim: { atMost: 1.5 },
      comparison: await alternate(options.rounds * 2, p99(many, view), p99(few, view)),
    }
  }
  try {
    return [
      await compareView('first page'),
      await compareView('filtered page'),
      await compareView('detail'),
    ]
  } finally {
    await Promise.all([many.server.stop(), few.server.stop(), loader.stop()])
  }
}

interface Filled {
  server: Served
  desk: Desk
  /** Some of all, in no order: reading the same one again would always find it in memory. */
  ids: string[]
}

async function startWithJobs(
  options: ProgramOptions,
  folder: string,
  rows: number,
): Promise<Filled> {
  const fill = (database: string, desk: Desk) => fillJobs(database, desk.workerId, rows)
  const { filled: ids, ...rest } = await startFilled(options, folder, noWorker, fill)
  return { ...rest, ids }
}

/** A page may take a second once there are many jobs: few requests suffice then, as a time limit. */
const patience = { connections: 1, count: 500, measureMs: 3000 }

const views = {
  'first page': ({ server, desk }: Filled) => ({
    url: server.url,
    key: desk.key,
    paths: ['/api/job?range=0-20'],
    ...patience,
  }),
  'filtered page': ({ server, desk }: Filled) => ({
    url: server.url,
    key: desk.key,
    method: 'POST' as const,
    paths: ['/api/job/_search?range=0-20'],
    body: filter,
    ...patience,
  }),
  detail: ({ server, desk, ids }: Filled) => ({
    url: server.url,
    key: desk.key,
    paths: ids.map((id) => `/api/job/${id}`),
    ...patience,
  }),
}

async function warm(loader: Loader, plans: Parameters<Loader['run']>[0][]): Promise<void> {
  for (const plan of plans) await loader.run({ ...plan, measureMs: 1000 })
}
