import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { newFolder, spawnRate } from './bare.ts'
import { installBull, startBull } from './bull.ts'
import type { Served } from './child.ts'
import { type Loader, startLoader } from './load.ts'
import type { MeasuredQueue } from './measured-queue.ts'
import {
  call,
  type Desk,
  openDesk,
  scriptOf,
  startProgram,
  submission,
  writeCatalogue,
} from './program.ts'
import type { Measurement } from './result.ts'
import { alternate, median } from './statistics.ts'

const slots = 8
const jobs = 400
const patienceMs = 120_000

/** No sandbox: the reference has none either. Its limits on memory and output stay. */
const settings = {
  ASSAY_JOB_RUNNERS: 'process',
  ASSAY_JOB_SANDBOX: 'off',
  ASSAY_JOB_SLOTS: String(slots),
}

/**
 * Submit many, wait for all. The reference starts the same program with the same files: it makes the
 * folder, reads the report and removes it, as every job needs. In addition, the rate on prepared
 * folders, where the reference does less than we do.
 */
export const measureProcess: Measurement = async (options) => {
  const folder = await newFolder(options.folder, 'process')
  await writeCatalogue(folder)
  const ours = await startProgram(options, folder, settings)
  const desk = await openDesk(ours)
  const loader = startLoader()
  const input = '{"data":"1.bench.example","dataType":"domain","tlp":2,"pap":2,"config":{}}'
  const bare = async (withFolders: boolean) =>
    spawnRate({
      script: scriptOf(folder),
      root: await newFolder(folder, 'bare'),
      count: jobs,
      slots,
      input,
      withFolders,
    })
  const ready: number[] = []
  const cpu = { ours: [] as number[], reference: [] as number[] }
  try {
    await jobRate(ours, desk, loader)
    const comparison = await alternate(
      options.rounds,
      async () => {
        const before = await ours.treeCpuMs()
        const rate = await jobRate(ours, desk, loader)
        cpu.ours.push(((await ours.treeCpuMs()) - before) / jobs)
        return rate
      },
      async () => {
        ready.push((await bare(false)).rate)
        const { rate, cpuMs } = await bare(true)
        cpu.reference.push(cpuMs)
        return rate
      },
    )
    const ratios = ready.map((rate, round) => (comparison.ours.rounds[round] ?? 0) / rate)
    return [
      {
        name: 'process',
        what: `shell analyzer, submit to end, ${slots} slots ÷ bare spawn with the same files`,
        unit: 'jobs/s',
        aim: { atLeast: 0.85 },
        comparison,
        beside: {
          'bare spawn on prepared folders, jobs/s': median(ready),
          'ours ÷ bare spawn on prepared folders': median(ratios),
          'processor time of a job, program included, ms': median(cpu.ours),
          'the same of the bare spawn with the same files, ms': median(cpu.reference),
        },
      },
    ]
  } finally {
    await Promise.all([ours.stop(), loader.stop()])
  }
}

async function jobRate({ url }: Served, { key, runPath }: Desk, loader: Loader): Promise<number> {
  const started = performance.now()
  await loader.run({
    url,
    method: 'POST',
    paths: [runPath],
    key,
    body: submission,
    connections: 16,
    count: jobs,
  })
  while (await hasUnfinished(url, key)) {
    if (performance.now() - started > patienceMs) throw new Error('Jobs do not come to an end')
    await sleep(10)
  }
  const ms = performance.now() - started
  await refuseFailures(url, key)
  return (jobs / ms) * 1000
}

const search = (url: string, key: string, query: unknown) =>
  call<{ errorMessage?: string }[]>(url, key, 'POST', '/api/job/_search?range=0-1', { query })

const hasStatus = (status: string) => ({ _field: 'status', _value: status })

async function hasUnfinished(url: string, key: string): Promise<boolean> {
  const query = { _or: [hasStatus('Waiting'), hasStatus('InProgress')] }
  return (await search(url, key, query)).length > 0
}

/** A job that fails is fast; that is not speed. */
async function refuseFailures(url: string, key: string): Promise<void> {
  const [failed] = await search(url, key, hasStatus('Failure'))
  if (failed) throw new Error(`A job failed: ${failed.errorMessage}`)
}

const noops = 4000
const producers = 16

/**
 * The jobs of both sides do nothing. Ours are submitted over HTTP and durable when accepted and when
 * ended; compared with BullMQ when Redis promises the same.
 */
export const measureNoop: Measurement = async (options) => {
  const folder = await newFolder(options.folder, 'noop')
  let bull: MeasuredQueue
  let durable: MeasuredQueue
  try {
    const packages = await installBull(folder)
    bull = await startBull(packages, join(folder, 'redis'))
    const always = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', '']
    durable = await startBull(packages, join(folder, 'durable'), always)
  } catch (error) {
    return [{ name: 'noop', skipped: `no BullMQ or no redis-server: ${error}` }]
  }
  const program = fileURLToPath(new URL('./noop-program.ts', import.meta.url))
  const ours = await startProgram({ ...options, program }, folder, {
    ASSAY_JOB_RUNNERS: 'builtin',
    ASSAY_JOB_SLOTS: String(slots),
  })
  const desk = await openDesk(ours, 'Noop')
  const loader = startLoader()
  const plan = { count: noops, slots, producers }
  const durableRates: number[] = []
  try {
    await noopRate(ours, desk, loader)
    await bull.rate(plan)
    await durable.rate(plan)
    const comparison = await alternate(
      options.rounds,
      () => noopRate(ours, desk, loader),
      async () => {
        const rate = await bull.rate(plan)
        durableRates.push(await durable.rate(plan))
        return rate
      },
    )
    await refuseFailures(ours.url, desk.key)
    const ratios = durableRates.map((rate, round) => (comparison.ours.rounds[round] ?? 0) / rate)
    return [
      {
        name: 'noop',
        what: `built-in that does nothing, submit to report, ${slots} slots ÷ BullMQ`,
        unit: 'jobs/s',
        aim: { atLeast: 1 },
        comparison,
        beside: {
          'BullMQ with appendfsync always, as durable as ours, jobs/s': median(durableRates),
          'ours ÷ BullMQ with appendfsync always': median(ratios),
        },
      },
    ]
  } finally {
    await Promise.all([ours.stop(), loader.stop(), bull.stop(), durable.stop()])
  }
}

/** The last one is waited for as clients do; the others are nearly done by then. */
async function noopRate({ url }: Served, { key, runPath }: Desk, loader: Loader): Promise<number> {
  const body = submission
  const started = performance.now()
  await loader.run({
    ...{ url, method: 'POST', paths: [runPath], key, body },
    connections: producers,
    count: noops - 1,
  })
  const data = `last-${started}.bench.example`
  const last = { data, dataType: 'domain', tlp: 2, force: true }
  const { id } = await call<{ id: string }>(url, key, 'POST', runPath, last)
  await call(url, key, 'GET', `/api/job/${id}/waitreport?atMost=2minutes`)
  while (await hasUnfinished(url, key)) {
    if (performance.now() - started > patienceMs) throw new Error('Jobs do not come to an end')
    await sleep(10)
  }
  return (noops / (performance.now() - started)) * 1000
}
