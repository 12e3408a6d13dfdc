// `npm run bench`: ratios, not seconds. Each number is divided by what the same machine does without
// us at the same moment, so two machines can be compared.
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { measureClocks } from './measure-clocks.ts'
import { measureDesk } from './measure-desk.ts'
import { measureFiles } from './measure-files.ts'
import { measureGrowth } from './measure-growth.ts'
import { measureHeld } from './measure-held.ts'
import { measureMemory, measureStart } from './measure-idle.ts'
import { measureNoop, measureProcess } from './measure-jobs.ts'
import { measureKnown } from './measure-known.ts'
import { measureLoad } from './measure-load.ts'
import { measureNodes } from './measure-nodes.ts'
import { measurePage } from './measure-page.ts'
import { measurePostgres } from './measure-postgres.ts'
import { measurePython } from './measure-python.ts'
import { measureQueue } from './measure-queue.ts'
import { measureRead, measureSubmit, measureSubmitBefore } from './measure-requests.ts'
import { measureRules } from './measure-rules.ts'
import { measureRulesLine } from './measure-rules-line.ts'
import { measureRulesTry } from './measure-rules-try.ts'
import { measureScan } from './measure-scan.ts'
import { measureSimilar } from './measure-similar.ts'
import { measureUpload } from './measure-upload.ts'
import { type BenchDocument, plotOf } from './plot.ts'
import { type BenchOptions, describe, type Measured, type Measurement } from './result.ts'
import { tableOf } from './table.ts'

const measurements: Record<string, Measurement> = {
  read: measureRead,
  submit: measureSubmit,
  'submit-before': measureSubmitBefore,
  noop: measureNoop,
  process: measureProcess,
  python: measurePython,
  growth: measureGrowth,
  similar: measureSimilar,
  known: measureKnown,
  clocks: measureClocks,
  desk: measureDesk,
  rules: measureRules,
  'rules-line': measureRulesLine,
  'rules-try': measureRulesTry,
  start: measureStart,
  memory: measureMemory,
  postgres: measurePostgres,
  queue: measureQueue,
  held: measureHeld,
  nodes: measureNodes,
  upload: measureUpload,
  scan: measureScan,
  files: measureFiles,
  load: measureLoad,
  page: measurePage,
}

const usage = `npm run bench -- [options]
  --only NAME     ${Object.keys(measurements).join(', ')}; may be given more than once
  --json FILE     where all numbers of all rounds go, beside those of measurements that are there and
                  did not run; docs/performance.json by default
  --plot          draws docs/images/performance.svg from that file and measures nothing
  --rounds N      5 by default; growth and start take twice as many
  --rows N        jobs on the large side of growth, observables on that of similar, known and rules-try; 1000000 by default
  --seconds N     how long load lasts; 60 by default
  --program FILE  main.js of another build, to compare two
  --against DIR   the checkout of another version, for postgres, rules and submit-before
  --profile DIR   lets the program write a processor profile; its numbers are then not comparable`

const { values: flags } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    json: { type: 'string' },
    plot: { type: 'boolean' },
    seconds: { type: 'string', default: '60' },
    rounds: { type: 'string', default: '5' },
    rows: { type: 'string', default: '1000000' },
    program: { type: 'string' },
    profile: { type: 'string' },
    against: { type: 'string' },
    help: { type: 'boolean' },
  },
})

const beside = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const built = beside('../server/dist/main.js')
const jsonFile = resolve(flags.json ?? beside('../docs/performance.json'))

async function run(): Promise<void> {
  const chosen = flags.only ?? Object.keys(measurements)
  const unknown = chosen.find((name) => !Object.hasOwn(measurements, name))
  if (flags.help || unknown !== undefined) {
    console.log(unknown === undefined ? usage : `There is no ${unknown}.\n${usage}`)
    process.exitCode = unknown === undefined ? 0 : 1
    return
  }
  if (flags.plot) return plot()
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'))
  const options: BenchOptions = {
    folder,
    program: flags.program === undefined ? built : resolve(flags.program),
    rounds: Number(flags.rounds),
    rows: Number(flags.rows),
    seconds: Number(flags.seconds),
    ...(flags.against === undefined ? {} : { against: resolve(flags.against) }),
    ...(flags.profile === undefined ? {} : { profile: resolve(flags.profile) }),
  }
  // Numbers belong to a build; an old build with new sources is the usual way to be wrong.
  const builtAt = (await stat(options.program)).mtime.toISOString()
  const machine = describeMachine()
  console.log(
    `${machine.processor}, ${machine.cores} cores, ${machine.memoryGiB} GiB, ${machine.node}`,
  )
  console.log(`${options.program}, built ${builtAt}`)
  const results: Measured[] = []
  try {
    for (const name of chosen) {
      console.log(`\n[load ${loadavg()[0]?.toFixed(1)} before ${name}]`)
      const measured = (await measurements[name]?.(options)) ?? []
      for (const result of measured) console.log(describe(result))
      results.push(...measured)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  console.log(`\n${tableOf(results)}`)
  const names = new Set(results.map(({ name }) => name))
  const others = (await earlier())?.results.filter(({ name }) => !names.has(name)) ?? []
  const document = { at: new Date().toISOString(), builtAt, machine }
  const all: BenchDocument = { ...document, results: [...others, ...results] }
  await writeFile(jsonFile, `${JSON.stringify(all, null, 2)}\n`)
}

async function earlier(): Promise<BenchDocument | undefined> {
  const text = await readFile(jsonFile, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as BenchDocument)
}

async function plot(): Promise<void> {
  const document = await earlier()
  if (!document) throw new Error(`There is no ${jsonFile} yet: npm run bench writes it`)
  await writeFile(beside('../docs/images/performance.svg'), plotOf(document))
  console.log('docs/images/performance.svg')
}

const describeMachine = () => ({
  processor: cpus()[0]?.model ?? 'unknown',
  cores: availableParallelism(),
  memoryGiB: Math.round(totalmem() / 1024 ** 3),
  node: `Node ${process.version}`,
})

await run()
