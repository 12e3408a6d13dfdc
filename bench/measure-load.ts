import { setTimeout as sleep } from 'node:timers/promises'
import { newFolder } from './bare.ts'
import type { Served } from './child.ts'
import { startLoader } from './load.ts'
import { call, type Desk, openDesk, startProgram, submission, writeCatalogue } from './program.ts'
import type { Aim, Measurement, Told } from './result.ts'
import { quantile } from './statistics.ts'

/** 32 characters, so the guess is MD5. */
const hashSubmission = '{"data":"0123456789abcdef012345#","dataType":"hash","tlp":2,"force":true}'

/**
 * Users who submit, wait for the report and submit again, for a minute: six with an analyzer that is a
 * program, as the authors of the original measure theirs, and two hundred with a built-in one.
 */
export const measureLoad: Measurement = async (options) => {
  const folder = await newFolder(options.folder, 'load')
  const few = await newFolder(folder, 'six')
  await writeCatalogue(few)
  const programs = await startProgram(options, few, {
    ASSAY_JOB_RUNNERS: 'process',
    ASSAY_JOB_SLOTS: '6',
  })
  const six = await underLoad('load, six users', programs, await openDesk(programs), {
    users: 6,
    seconds: options.seconds,
  })
  const other = await newFolder(folder, 'many')
  await writeCatalogue(other)
  const builtins = await startProgram(options, other, { ASSAY_JOB_RUNNERS: 'builtin' })
  const many = await underLoad(
    'load, 200 users',
    builtins,
    await openDesk(builtins, 'Assay_Hash'),
    { users: 200, seconds: options.seconds, body: hashSubmission },
    { 'memory at most, MiB': { atMost: 250 } },
  )
  return [six, many]
}

async function underLoad(
  name: string,
  served: Served,
  desk: Desk,
  { users, seconds, body = submission }: { users: number; seconds: number; body?: string },
  aims: Record<string, Aim> = {},
): Promise<Told> {
  const loader = startLoader()
  const memory = watchMemory(served)
  try {
    const cpuBefore = await served.treeCpuMs()
    const { answered, ms, latencies } = await loader.run({
      ...{ url: served.url, method: 'POST', key: desk.key, body },
      ...{ paths: [desk.runPath], connections: users, measureMs: seconds * 1_000 },
      follow: '/api/job/#/waitreport?atMost=1minute',
    })
    const cpuMs = (await served.treeCpuMs()) - cpuBefore
    await refuseFailures(served, desk)
    return {
      name,
      what: `${users} users, run then waitreport, ${seconds} s`,
      numbers: {
        'jobs/s': (answered / ms) * 1000,
        'p50, ms': quantile(latencies, 0.5),
        'p99, ms': quantile(latencies, 0.99),
        'processor time of a job, everything, ms': cpuMs / answered,
        'memory at most, MiB': Math.max(...memory.seen),
        'memory at the end, MiB': await served.residentMiB(),
      },
      aims,
    }
  } finally {
    memory.stop()
    await Promise.all([served.stop(), loader.stop()])
  }
}

function watchMemory(served: Served) {
  const seen: number[] = [0]
  const stopped = new AbortController()
  const watch = async () => {
    while (!stopped.signal.aborted) {
      seen.push(await served.residentMiB())
      await sleep(500, undefined, { signal: stopped.signal })
    }
  }
  watch().catch(() => {})
  return { seen, stop: () => stopped.abort() }
}

async function refuseFailures({ url }: Served, { key }: Desk): Promise<void> {
  const query = { _field: 'status', _value: 'Failure' }
  const path = '/api/job/_search?range=0-1'
  const [failed] = await call<{ errorMessage?: string }[]>(url, key, 'POST', path, { query })
  if (failed) throw new Error(`A job failed: ${failed.errorMessage}`)
}
