// `npm test`: type check, import rules, lint, API, and the tests of the small tier (see test-tiers.ts).
// `npm test -- --all` runs every test, and breaks the guards that the change touches. Every step runs
// even when an earlier one failed, and the last lines name what failed. `npm run check` runs all but the
// tests, `npm test -- only` nothing but them; other arguments choose among all tests, as in `npm test --
// users`. `npm run drill` kills servers far more often. A file with a failed test runs again at the end,
// alone and up to twice: what passes then is named as unstable.
import '../server/bin/end-with-npm.mjs'
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ensureTemporaryFolder } from '../server/src/process/temporary-folder.ts'
import { endGuardRuns } from './guard-runs.ts'
import { type GuardStep, runGuards } from './guard-step.ts'
import { planOf } from './test-plan.ts'
import { describeRun } from './test-summary.ts'
import { describeLeftOut } from './test-tiers.ts'
import { doubled, knownTimes, recordTimes, type Times } from './test-times.ts'
import {
  failedFiles,
  filesToRunAgain,
  judge,
  maxRounds,
  type Report,
  skippedInSpite,
  type Tally,
} from './test-verdict.ts'

const root = dirname(import.meta.dirname)
const tool = (path: string) => join(root, 'node_modules', path)
const typescript = tool('typescript/bin/tsc')
const biome = tool('@biomejs/biome/bin/biome')
const vitest = tool('vitest/vitest.mjs')
/** What is checked together has the types that it shares worked out once. */
const projects = { contract: '', server: ', analyzers', web: '', journeys: ', client' }

interface Step {
  name: string
  args: string[]
}

const color = process.stdout.isTTY === true

const checks: Step[] = [
  ...Object.entries(projects).map(([project, others]) => ({
    name: `types of ${project}${others}`,
    // One checker each: the projects run side by side, and several checkers of one project work out
    // the same types again, which took twice the processor time for the server.
    args: [typescript, '--noEmit', '--checkers', '1', '--pretty', String(color), '-p', project],
  })),
  { name: 'API', args: [join(root, 'scripts', 'api.ts')] },
  { name: 'imports', args: [join(root, 'scripts', 'imports.ts')] },
  { name: 'words', args: [join(root, 'scripts', 'words.ts')] },
  { name: 'lint', args: [biome, 'ci', `--colors=${color ? 'force' : 'off'}`, '.'] },
]

// The setup before the tests lets a failed build pass, so the other steps run; here it counts.
const builds: Step[] = [
  {
    name: 'web page and program are built',
    args: [join(root, 'scripts', 'setup.mjs'), 'verify'],
  },
  {
    name: 'the built program starts',
    args: [join(root, 'server', 'dist', 'main.js'), '--version'],
  },
]

async function runChecks(steps: Step[]): Promise<Tally> {
  // All at once, but reported in order, so two runs read alike.
  const running = steps.map((step) => runQuietly(step))
  let passed = 0
  const failed: string[] = []
  for (const [index, { name }] of steps.entries()) {
    const { code, output } = (await running[index]) ?? { code: 1, output: '' }
    console.log(`${code === 0 ? '✓' : '✗'} ${name}`)
    if (code !== 0) console.log(output.trimEnd())
    if (code === 0) passed += 1
    else failed.push(name)
  }
  return { passed, failed, skipped: [], unstable: [] }
}

async function runTests(tier: 'small' | 'all', filters: readonly string[]): Promise<Tested> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-test-'))
  const environment = {
    TEST_TIER: tier,
    ...(tier === 'small' ? { ASSAY_TEST_DATABASES: 'sqlite' } : {}),
  }
  try {
    const first = await runVitest(join(folder, 'first.json'), filters, {
      ...environment,
      ...timeLimit(),
    })
    const again: Report[] = []
    let failed = filesToRunAgain(first.report)
    if (failed.length < failedFiles(first.report).length)
      console.log('Too much failed to be run again.')
    // A busy machine fails a test once; what is broken fails it each time.
    for (let round = 1; round <= maxRounds && failed.length > 0; round += 1) {
      console.log(`Again, alone (${round} of ${maxRounds}): ${failed.join(', ')}`)
      const args = ['--maxWorkers=1', ...failed]
      const { report } = await runVitest(join(folder, `again-${round}.json`), args, environment)
      again.push(report)
      failed = filesToRunAgain(report)
    }
    return { tally: judge(first.report, first.code, again), times: timesOf(first.report) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Tested {
  readonly tally: Tally
  readonly times: Times
}

const timesOf = ({ files }: Report): Times =>
  Object.fromEntries(files.flatMap(({ path, cost }) => (cost ? [[path, cost]] : [])))

const begun = Date.now()

function endsAt(): number | undefined {
  const minutes = Number(process.env.TEST_MINUTES)
  return minutes > 0 ? begun + minutes * 60_000 : undefined
}

/** Of what runs again there is little. */
function timeLimit(): Record<string, string> {
  const limit = endsAt()
  return limit === undefined ? {} : { TEST_ENDS_AT: String(limit) }
}

async function runVitest(
  path: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<{ report: Report; code: number }> {
  const reporter = `--reporter=${join(root, 'scripts', 'test-report.ts')}`
  const env = { ...process.env, ...environment, TEST_REPORT: path }
  const code = await run([vitest, 'run', reporter, ...args], { stdio: 'inherit', env })
  return { report: readReport(path), code }
}

function readReport(path: string): Report {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    console.log('✗ Vitest ended without a report')
    return { files: [], errors: 1 }
  }
}

async function runQuietly({ args }: Step): Promise<{ code: number; output: string }> {
  let output = ''
  const collect = (chunk: string) => {
    output += chunk
  }
  const code = await run(args, { stdio: ['ignore', 'pipe', 'pipe'] }, collect)
  return { code, output }
}

function run(args: string[], options: SpawnOptions, collect?: (chunk: string) => void) {
  return new Promise<number>((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, ...options })
    running.add(child)
    for (const stream of [child.stdout, child.stderr]) {
      if (collect) stream?.setEncoding('utf8').on('data', collect)
    }
    child.on('error', (error) => {
      console.log(error.message)
      resolve(1)
    })
    child.on('close', (code) => {
      running.delete(child)
      resolve(code ?? 1)
    })
  })
}

const running = new Set<ChildProcess>()

/** To stop the tests stops what runs for them; Ctrl-C reaches it by itself as well. */
function stopOnSignal(): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, async () => {
      const ended = [...running].map(
        (child) => new Promise((resolve) => child.on('close', resolve)),
      )
      for (const child of running) child.kill(signal)
      endGuardRuns()
      await Promise.all(ended)
      console.log(`stopped by ${signal}`)
      process.exit(1)
    })
  }
}

/** CI names what it installed: what is skipped for the want of it is a failure. */
function failInSpite(tally: Tally): Tally {
  const installed = (process.env.TEST_INSTALLED ?? '').split(' ').filter(Boolean)
  const wrong = skippedInSpite(tally.skipped, installed)
  const failed = wrong.map(({ name, reason }) => `${name}: skipped, but it is installed: ${reason}`)
  return { ...tally, failed: [...tally.failed, ...failed] }
}

stopOnSignal()
const problem = ensureTemporaryFolder()
if (problem !== undefined) console.log(problem)
const plan = planOf(process.argv.slice(2))
for (const [name, value] of Object.entries(plan.environment)) process.env[name] ??= value
const tallies: Tally[] = []
if (plan.checks !== 'none')
  tallies.push(await runChecks(plan.checks === 'sources' ? checks : [...checks, ...builds]))
let times: Times = {}
let expensive: string[] = []
let guards: GuardStep | undefined
if (plan.tests) {
  const tested = await runTests(plan.tests.tier, plan.tests.filters)
  tallies.push(failInSpite(tested.tally))
  times = tested.times
  // Only whole files of a whole tier say what a file costs.
  if (plan.isWhole) {
    expensive = doubled(times, knownTimes())
    recordTimes(times)
    guards = await runGuards(endsAt())
    tallies.push(guards.tally)
  }
}
const leftOut = plan.tests?.tier === 'small' ? describeLeftOut() : guards?.leftOut
console.log(describeRun({ tallies, times, doubled: expensive, leftOut }))
process.exitCode = tallies.some(({ failed }) => failed.length > 0) ? 1 : 0
