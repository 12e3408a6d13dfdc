// `npm test`: type check, import rules, lint, tests. Every step runs even when an earlier one failed,
// and the last line counts them all. `npm run check` runs all but the tests, `npm test -- only` the last;
// other arguments choose tests, as in `npm test -- users`. `npm run test:fast` runs the tests that
// need neither a server nor a database, `npm run drill` kills servers far more often than `npm test`.
// A file with a failed test runs once more at the end, alone: what passes then is named as unstable.
import '../server/bin/end-with-npm.mjs'
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ensureTemporaryFolder } from '../server/src/temporary-folder.ts'
import {
  failedFiles,
  filesToRunAgain,
  judge,
  type Report,
  type Skipped,
  type Tally,
} from './test-verdict.ts'

const root = dirname(import.meta.dirname)
const tool = (path: string) => join(root, 'node_modules', path)
const typescript = tool('typescript/bin/tsc')
const biome = tool('@biomejs/biome/bin/biome')
const vitest = tool('vitest/vitest.mjs')
const projects = ['contract', 'client', 'analyzers', 'server', 'web', 'journeys']

interface Step {
  name: string
  args: string[]
}

const color = process.stdout.isTTY === true

const checks: Step[] = [
  ...projects.map((project) => ({
    name: `types of ${project}`,
    // One checker each: the projects run side by side, and several checkers of one project work out
    // the same types again, which took twice the processor time for the server.
    args: [typescript, '--noEmit', '--checkers', '1', '--pretty', String(color), '-p', project],
  })),
  { name: 'imports', args: [join(root, 'scripts', 'imports.ts')] },
  { name: 'lint', args: [biome, 'ci', `--colors=${color ? 'force' : 'off'}`, '.'] },
]

// The setup before the tests lets a failed build pass, so that the other steps run; here it counts.
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
  // All at once, but reported in order, so that two runs read alike.
  const running = steps.map((step) => runQuietly(step))
  let [passed, failed] = [0, 0]
  for (const [index, { name }] of steps.entries()) {
    const { code, output } = (await running[index]) ?? { code: 1, output: '' }
    console.log(`${code === 0 ? '✓' : '✗'} ${name}`)
    if (code !== 0) console.log(output.trimEnd())
    if (code === 0) passed += 1
    else failed += 1
  }
  return { passed, failed, skipped: [], unstable: [] }
}

async function runTests(filters: string[]): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-test-'))
  try {
    const first = await runVitest(join(folder, 'first.json'), filters, timeLimit())
    const failed = failedFiles(first.report)
    const again = filesToRunAgain(first.report)
    if (again.length < failed.length) console.log('Too much failed to be run again.')
    if (again.length === 0) return judge(first.report, first.code)
    // A machine that was busy for a moment fails a test once; what is broken fails it twice.
    console.log(`Once more, alone: ${again.join(', ')}`)
    const second = await runVitest(join(folder, 'second.json'), ['--maxWorkers=1', ...again])
    return judge(first.report, first.code, second.report)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Of what runs once more there is little. */
function timeLimit(): Record<string, string> {
  const minutes = Number(process.env.TEST_MINUTES)
  return minutes > 0 ? { TEST_ENDS_AT: String(Date.now() + minutes * 60_000) } : {}
}

async function runVitest(
  path: string,
  args: string[],
  environment: Record<string, string> = {},
): Promise<{ report: Report; code: number }> {
  const reporters = ['--reporter=default', `--reporter=${join(root, 'scripts', 'test-report.ts')}`]
  const env = { ...process.env, ...environment, TEST_REPORT: path }
  const code = await run([vitest, 'run', ...reporters, ...args], { stdio: 'inherit', env })
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

/** Whoever stops the tests stops what runs for them; Ctrl-C reaches it by itself as well. */
function stopOnSignal(): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, async () => {
      const ended = [...running].map(
        (child) => new Promise((resolve) => child.on('close', resolve)),
      )
      for (const child of running) child.kill(signal)
      await Promise.all(ended)
      console.log(`stopped by ${signal}`)
      process.exit(1)
    })
  }
}

function tell(tallies: Tally[]): void {
  const sum = (pick: (tally: Tally) => number) => tallies.reduce((n, tally) => n + pick(tally), 0)
  const skipped = tallies.flatMap((tally) => tally.skipped)
  const unstable = tallies.flatMap((tally) => tally.unstable)
  const failed = sum((tally) => tally.failed)
  if (skipped.length > 0) console.log(`Skipped:\n${describeSkipped(skipped).join('\n')}\n`)
  if (unstable.length > 0)
    console.log(
      `Unstable, passed only when run once more:\n${unstable.map((name) => `  ${name}`).join('\n')}\n`,
    )
  const counts = [
    `${sum((tally) => tally.passed)} passed, ${failed} failed`,
    ...(skipped.length > 0 ? [`${skipped.length} skipped`] : []),
    ...(unstable.length > 0 ? [`${unstable.length} unstable`] : []),
  ]
  console.log(counts.join(', '))
  process.exitCode = failed > 0 ? 1 : 0
}

/** By name where a reason has few tests; hundreds that miss the same thing are one line. */
function describeSkipped(skipped: Skipped[]): string[] {
  const byReason = Map.groupBy(skipped, ({ reason }) => reason)
  return [...byReason].flatMap(([reason, tests]) => {
    const because = reason === '' ? '' : ` (${reason})`
    if (tests.length <= 10) return tests.map(({ name }) => `  ${name}${because}`)
    return [`  ${tests.length} tests${because}, for example:`, `    ${tests[0]?.name}`]
  })
}

const [first, ...rest] = process.argv.slice(2)
stopOnSignal()
const problem = ensureTemporaryFolder()
if (problem !== undefined) console.log(problem)
const isCheckOnly = first === 'check' && rest.length === 0
const isFast = first === 'fast'
const isDrill = first === 'drill'
const isTestsOnly = first === 'only' || isFast || isDrill
if (isFast) rest.push('--project=unit')
if (isDrill) {
  process.env.DRILL_ROUNDS ??= '20'
  process.env.ASSAY_DRILL_JOBS ??= '5000'
  rest.push('crash-drill', 'cluster-drill')
}
const tallies: Tally[] = []
if (!isTestsOnly) tallies.push(await runChecks(isCheckOnly ? checks : [...checks, ...builds]))
if (!isCheckOnly) tallies.push(await runTests(isTestsOnly ? rest : process.argv.slice(2)))
tell(tallies)
