import { newFolder } from './bare.ts'
import type { Served } from './child.ts'
import { startLoader } from './load.ts'
import { fillPlatform } from './platform-rows.ts'
import { type Desk, type ProgramOptions, startFilled } from './program.ts'
import type { Aim, Measurement } from './result.ts'
import { alternate, quantile } from './statistics.ts'

const small = 10_000

/** Takes requests of both and runs nothing. */
const noWorker = { ASSAY_ROLES: 'engine,platform' }

const firstPage = [{ _name: 'page', from: 0, to: 15, extraData: ['total'] }]

/**
 * Cases similar to an alert, with many observables and with few, asked in turn by one patient client. With
 * the same number of matches (some 14) the time must not grow with the table. For a common value, matches
 * grow with the table, until only the newest are considered.
 */
export const measureSimilar: Measurement = async (options) => {
  const folder = await newFolder(options.folder, 'similar')
  const start = async (name: string, rows: number, commonValues: number) =>
    startWithCases(options, await newFolder(folder, name), rows, commonValues)
  const few = await start('few', small, 40)
  const loader = startLoader()
  const compareWith = async (name: string, commonValues: number, aim: Aim) => {
    const many = await start('many', options.rows, commonValues)
    const compareAt = async (label: string, share: number, page: object[]) => {
      const latency = (side: Filled) => async () =>
        quantile((await loader.run(planOf(side, page))).latencies, share)
      for (const side of [many, few]) await loader.run({ ...planOf(side, page), measureMs: 1_000 })
      return {
        name: `similar, ${name}: ${label}`,
        what: `at ${options.rows} observables ÷ at ${small}`,
        unit: 'ms',
        aim,
        comparison: await alternate(options.rounds, latency(many), latency(few)),
      }
    }
    try {
      return [
        await compareAt('first page, median', 0.5, firstPage),
        await compareAt('first page, p99', 0.99, firstPage),
        await compareAt('all, median', 0.5, []),
      ]
    } finally {
      await many.server.stop()
    }
  }
  try {
    return [
      ...(await compareWith('same matches', (40 * options.rows) / small, { atMost: 2 })),
      ...(await compareWith('values of every fortieth', 40, { atMost: 20 })),
      ...(await compareWith('a value of all', 1, { atMost: 100 })),
    ]
  } finally {
    await Promise.all([few.server.stop(), loader.stop()])
  }
}

interface Filled {
  server: Served
  desk: Desk
  alertIds: string[]
}

async function startWithCases(
  options: ProgramOptions,
  folder: string,
  rows: number,
  commonValues: number,
): Promise<Filled> {
  const fill = (database: string) => fillPlatform(database, 'bench', rows, commonValues)
  const { filled: alertIds, ...rest } = await startFilled(options, folder, noWorker, fill)
  return { ...rest, alertIds }
}

/** A body for each alert: the same one again would always find its pages in memory. */
const planOf = ({ server, desk, alertIds }: Filled, page: object[]) => ({
  url: server.url,
  key: desk.key,
  method: 'POST' as const,
  paths: ['/api/v1/query?name=alert-similar-cases'],
  body: alertIds.map((idOrName) =>
    JSON.stringify({
      query: [{ _name: 'getAlert', idOrName }, { _name: 'similarCases' }, ...page],
    }),
  ),
  connections: 1,
  count: 500,
  measureMs: 3_000,
})
