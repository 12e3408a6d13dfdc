import { newFolder } from './bare.ts'
import type { Served } from './child.ts'
import { startLoader } from './load.ts'
import { fillPlatform } from './platform-rows.ts'
import { type Desk, type ProgramOptions, startFilled } from './program.ts'
import type { Measurement } from './result.ts'
import { alternate, quantile } from './statistics.ts'

const small = 10_000

/** Takes requests of both and runs nothing. */
const noWorker = { ASSAY_ROLES: 'engine,platform' }

/**
 * Cases similar to an alert, at many observables and at few, asked in turn by one patient client.
 * What counts to people is the milliseconds of our side: tens of them. The ratio says that they do
 * not grow with the table, only with what is found.
 */
export const measureSimilar: Measurement = async (options) => {
  const folder = await newFolder(options.folder, 'similar')
  const many = await startWithCases(options, await newFolder(folder, 'many'), options.rows)
  const few = await startWithCases(options, await newFolder(folder, 'few'), small)
  const loader = startLoader()
  const latency = (side: Filled, share: number, page: object[]) => async () =>
    quantile((await loader.run(planOf(side, page))).latencies, share)
  const compareAt = async (name: string, share: number, page: object[]) => {
    for (const side of [many, few]) await loader.run({ ...planOf(side, page), measureMs: 1_000 })
    return {
      name: `similar: ${name}`,
      what: `at ${options.rows} observables ÷ at ${small}`,
      unit: 'ms',
      aim: { atMost: 20 },
      comparison: await alternate(
        options.rounds,
        latency(many, share, page),
        latency(few, share, page),
      ),
    }
  }
  const firstPage = [{ _name: 'page', from: 0, to: 15, extraData: ['total'] }]
  try {
    return [
      await compareAt('first page, median', 0.5, firstPage),
      await compareAt('first page, p99', 0.99, firstPage),
      await compareAt('all of them, median', 0.5, []),
    ]
  } finally {
    await Promise.all([many.server.stop(), few.server.stop(), loader.stop()])
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
): Promise<Filled> {
  const fill = (database: string) => fillPlatform(database, 'bench', rows)
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
