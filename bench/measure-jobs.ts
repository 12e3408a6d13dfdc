import { setTimeout as sleep } from 'node:timers/promises'
import { newFolder, spawnRate } from './bare.ts'
import type { Served } from './child.ts'
import { type Loader, startLoader } from './load.ts'
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
 * folder, reads the report and removes it, as every job needs. Beside it stands the rate on folders
 * that lie ready, where the reference does less than we do.
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
          'bare spawn on folders that lie ready, jobs/s': median(ready),
          'ours ÷ bare spawn on folders that lie ready': median(ratios),
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

/** A job that fails at once is fast; that is no speed. */
async function refuseFailures(url: string, key: string): Promise<void> {
  const [failed] = await search(url, key, hasStatus('Failure'))
  if (failed) throw new Error(`A job failed: ${failed.errorMessage}`)
}

/** Needs a built-in analyzer that does nothing, and BullMQ with a Redis beside it. */
export const measureNoop: Measurement = async () => [
  { name: 'noop', skipped: 'no built-in analyzer yet; BullMQ is not installed' },
]
