import { spawnSync } from 'node:child_process'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { newFolder } from './bare.ts'
import type { Served } from './child.ts'
import { measureCpu } from './cpu-group.ts'
import { type Load, type Loader, startLoader } from './load.ts'
import { call, type Desk, openDesk, startProgram, submission } from './program.ts'
import type { Measurement, Result, Skipped } from './result.ts'
import { alternate, median, quantile } from './statistics.ts'

const jobs = 60
const clients = 6
const patienceMs = 30_000

/** What an analyzer of the public catalog imports at least, and what most of them import. */
const small = 'json, re, os, logging, hashlib, datetime, urllib.request'
/** As dear as `requests`, from what comes with Python. */
const large =
  'asyncio, ssl, http.cookiejar, unittest.mock, multiprocessing.pool, email.mime.multipart, ' +
  'xml.dom.minidom, sqlite3, decimal, pydoc, logging.config, tarfile, xmlrpc.client'

/**
 * A Python program in the sandbox, over HTTP, each job waited for: forked from a process that has
 * loaded it ÷ started for every job. The interpreter itself is first in the PATH, so no wrapper
 * script is measured.
 */
export const measurePython: Measurement = async (options) => {
  const python = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'])
  if (python.status !== 0) return [{ name: 'python', skipped: 'there is no python3' }]
  const bin = dirname(python.stdout.toString().trim())
  const hasRequests = spawnSync(join(bin, 'python3'), ['-c', 'import requests']).status === 0
  const modules = hasRequests ? `${small}, requests` : `${small}, ${large}`
  const second = hasRequests ? 'requests' : 'as much as requests, which is not installed'
  return [
    await compareStarts(options, bin, {
      name: 'python',
      modules: small,
      what: 'the library',
      aim: 3,
    }),
    await compareStarts(options, bin, { name: 'python-requests', modules, what: second, aim: 6 }),
  ]
}

interface Imports {
  readonly name: string
  readonly modules: string
  readonly what: string
  readonly aim: number
}

async function compareStarts(
  options: Parameters<Measurement>[0],
  bin: string,
  { name, modules, what, aim }: Imports,
): Promise<Result | Skipped> {
  const folder = await newFolder(options.folder, name)
  const loader = startLoader()
  const sides: Side[] = []
  const start = async (ASSAY_JOB_WARMPYTHON: string) => {
    const side = await startSide(options, join(folder, ASSAY_JOB_WARMPYTHON), modules, {
      ...{ ASSAY_JOB_WARMPYTHON, PATH: `${bin}:${process.env.PATH}` },
    })
    sides.push(side)
    return side
  }
  try {
    const warm = await start('auto')
    const plain = await start('off')
    const problem = await warmUp(warm, loader)
    if (problem !== undefined) return { name, skipped: problem }
    await load(plain, loader, clients)
    const cpu = { warm: [] as number[], plain: [] as number[] }
    const alone = { warm: [] as number[], plain: [] as number[] }
    const measure = async (side: Side, kind: 'warm' | 'plain') => {
      alone[kind].push(...(await load(side, loader, 1)).latencies)
      const before = await side.cpuMs()
      const { answered, ms } = await load(side, loader, clients)
      cpu[kind].push(((await side.cpuMs()) - before) / answered)
      return (answered / ms) * 1000
    }
    const comparison = await alternate(
      options.rounds,
      () => measure(warm, 'warm'),
      () => measure(plain, 'plain'),
    )
    await refuseFailures(warm)
    await refuseFailures(plain)
    return {
      name,
      what: `Python program that imports ${what}, ${clients} clients, forked ÷ started`,
      unit: 'jobs/s',
      aim: { atLeast: aim },
      comparison,
      beside: {
        'one client, p50, forked, ms': median(alone.warm),
        'one client, p50, started, ms': median(alone.plain),
        'one client, p95, forked, ms': quantile(alone.warm, 0.95),
        'processor time of a job, everything, forked, ms': median(cpu.warm),
        'the same, started, ms': median(cpu.plain),
      },
    }
  } finally {
    await Promise.all([...sides.map((side) => side.stop()), loader.stop()])
  }
}

interface Side {
  readonly served: Served
  readonly desk: Desk
  /** Of server, launcher, sandboxes and programs. */
  cpuMs(): Promise<number>
  stop(): Promise<void>
}

async function startSide(
  options: Parameters<Measurement>[0],
  folder: string,
  modules: string,
  environment: Record<string, string>,
): Promise<Side> {
  await mkdir(folder, { recursive: true })
  await writeProgram(join(folder, 'analyzers'), modules)
  const served = await startProgram(options, folder, {
    ...{ ASSAY_JOB_RUNNERS: 'process', ASSAY_JOB_SANDBOX: 'required' },
    ...{ ASSAY_JOB_SLOTS: String(clients), ...environment },
  })
  const cpu = measureCpu(served)
  const desk = await openDesk(served, 'Python')
  return {
    ...{ served, desk, cpuMs: cpu.ms },
    async stop() {
      await served.stop()
      cpu.stop()
    },
  }
}

async function writeProgram(catalogue: string, modules: string): Promise<void> {
  const folder = join(catalogue, 'Python')
  await mkdir(folder, { recursive: true })
  const program = `#!/usr/bin/env python3
import sys
import ${modules}
folder = sys.argv[1]
with open(folder + '/input/input.json') as file:
    data = json.load(file)
report = {'success': True, 'full': {'data': data['data']}, 'summary': {'taxonomies': []}, 'artifacts': []}
with open(folder + '/output/output.json', 'w') as file:
    json.dump(report, file)
`
  await writeFile(join(folder, 'program.py'), program)
  await chmod(join(folder, 'program.py'), 0o755)
  const definition = {
    ...{ name: 'Python', version: '1.0', author: 'bench', url: 'https://example.org' },
    ...{ license: 'Apache-2.0', description: 'Answers its input', baseConfig: 'Python' },
    ...{ command: 'Python/program.py', dataTypeList: ['domain'], configurationItems: [] },
  }
  await writeFile(join(folder, 'Python.json'), JSON.stringify(definition))
}

const load = ({ served, desk }: Side, loader: Loader, connections: number): Promise<Load> =>
  loader.run({
    ...{ url: served.url, method: 'POST', key: desk.key, body: submission, connections },
    paths: [desk.runPath],
    follow: '/api/job/#/waitreport?atMost=1minute',
    count: connections === 1 ? jobs / 3 : jobs,
  })

interface Warm {
  readonly active: boolean
  readonly reason?: string
}

/** Answers why it is not kept warm, if so. */
async function warmUp(side: Side, loader: Loader): Promise<string | undefined> {
  const { served, desk } = side
  const until = performance.now() + patienceMs
  let why: string | undefined
  while (performance.now() < until) {
    await load(side, loader, 1)
    const { details } = await call<{ details?: { warmPython?: Warm } }>(
      ...([served.url, desk.key, 'GET', '/api/health'] as const),
    )
    if (details?.warmPython?.active) return undefined
    why = details?.warmPython?.reason
    await sleep(200)
  }
  return `Python programs are not kept warm here: ${why}`
}

async function refuseFailures({ served, desk }: Side): Promise<void> {
  const query = { _field: 'status', _value: 'Failure' }
  const [failed] = await call<{ errorMessage?: string }[]>(
    ...([served.url, desk.key, 'POST', '/api/job/_search?range=0-1', { query }] as const),
  )
  if (failed) throw new Error(`A job failed: ${failed.errorMessage}`)
}
