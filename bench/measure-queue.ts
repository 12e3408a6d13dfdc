import { newFolder } from './bare.ts'
import { startDelayProxy } from './delay-proxy.ts'
import { installGraphile, startGraphile } from './graphile.ts'
import { type MeasuredQueue, startQueue } from './measured-queue.ts'
import { type BenchPostgres, startBenchPostgres } from './postgres.ts'
import { bootstrapKey } from './program.ts'
import type { BenchOptions, Measurement, Result } from './result.ts'
import { alternate } from './statistics.ts'

const plan = { count: 2000, slots: 8, producers: 16 }
/** One way; a round trip takes twice as long. */
const delayMs = 1

/** Submission to end without HTTP, against graphile-worker on the same PostgreSQL. */
export const measureQueue: Measurement = async (options) => {
  const folder = await newFolder(options.folder, 'queue')
  let packages: string
  try {
    packages = await installGraphile(folder)
  } catch (error) {
    return [{ name: 'queue', skipped: `graphile-worker cannot be installed: ${error}` }]
  }
  const database = await startBenchPostgres()
  try {
    return [
      await compareQueues('queue', 'no HTTP', { atLeast: 1.3 }, { options, database, packages }),
      await throughDelay(options, database, packages),
    ]
  } finally {
    await database.stop()
  }
}

interface Setting {
  readonly options: BenchOptions
  readonly database: BenchPostgres
  readonly packages: string
  /** Where the database is found, if not at its own address. */
  readonly port?: number
}

async function throughDelay(options: BenchOptions, database: BenchPostgres, packages: string) {
  const proxy = await startDelayProxy(database.port, delayMs)
  try {
    const what = `no HTTP, ${2 * delayMs} ms a round trip`
    const setting = { options, database, packages, port: proxy.port }
    return await compareQueues('queue_network', what, { atLeast: 1 }, setting)
  } finally {
    await proxy.stop()
  }
}

async function compareQueues(
  name: string,
  what: string,
  aim: Result['aim'] & {},
  { options, database, packages, port }: Setting,
): Promise<Result> {
  const addressOf = async (side: string) => {
    const url = new URL(await database.newDatabase(`${name}_${side}`))
    if (port !== undefined) url.port = String(port)
    return url.href
  }
  const ours = startQueue('./queue-process.ts', [], {
    ASSAY_DATABASE_URL: await addressOf('ours'),
    ASSAY_DATA_DIR: await newFolder(options.folder, 'queue-data'),
    ASSAY_BOOTSTRAP_KEY: bootstrapKey,
    ASSAY_JOB_SLOTS: String(plan.slots),
  })
  const graphile = startGraphile(packages, await addressOf('graphile'))
  const rate = (queue: MeasuredQueue) => () => queue.rate(plan)
  try {
    await rate(ours)()
    await rate(graphile)()
    return {
      name: name.replace('_', ': '),
      what: `jobs that do nothing, ${what}, producers wait ÷ graphile-worker`,
      unit: 'jobs/s',
      aim,
      comparison: await alternate(options.rounds, rate(ours), rate(graphile)),
    }
  } finally {
    await ours.stop()
    await graphile.stop()
  }
}
