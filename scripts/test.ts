// `npm test`: type check, import rules, lint, tests. Every step runs even when an earlier one failed,
// and the last line counts them all. `npm run check` runs all but the tests, `npm test -- only` the last;
// other arguments choose tests, as in `npm test -- users`. `npm run test:fast` runs the tests that
// need neither a server nor a database, `npm run drill` kills a server far more often than `npm test`.
import '../server/bin/end-with-npm.mjs'
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { ensureTemporaryFolder } from '../server/src/temporary-folder.ts'

const root = dirname(import.meta.dirname)
const tool = (path: string) => join(root, 'node_modules', path)
const typescript = tool('typescript/bin/tsc')
const biome = tool('@biomejs/biome/bin/biome')
const vitest = tool('vitest/vitest.mjs')
const projects = ['contract', 'analyzers', 'server', 'web', 'journeys']

interface Skipped {
  name: string
  reason: string
}

interface Tally {
  passed: number
  failed: number
  skipped: Skipped[]
}

interface Step {
  name: string
  args: string[]
}

/** The part of Vitest's JSON report that is read here. */
interface Report {
  testResults: {
    name: string
    status: string
    assertionResults: { fullName: string; status: string; meta?: { reason?: string } }[]
  }[]
}

const color = process.stdout.isTTY === true

const checks: Step[] = [
  ...projects.map((project) => ({
    name: `types of ${project}`,
    args: [typescript, '--noEmit', '--pretty', String(color), '-p', project],
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
  // All at once, but told in order, so that two runs read alike.
  const running = steps.map((step) => runQuietly(step))
  const tally: Tally = { passed: 0, failed: 0, skipped: [] }
  for (const [index, { name }] of steps.entries()) {
    const { code, output } = (await running[index]) ?? { code: 1, output: '' }
    console.log(`${code === 0 ? '✓' : '✗'} ${name}`)
    if (code !== 0) console.log(output.trimEnd())
    if (code === 0) tally.passed += 1
    else tally.failed += 1
  }
  return tally
}

async function runTests(filters: string[]): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-test-'))
  const report = join(folder, 'report.json')
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const code = await run([vitest, 'run', ...reporters, ...filters], { stdio: 'inherit' })
    return countTests(readReport(report), code)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readReport(path: string): Report {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    console.log('✗ Vitest ended without a report')
    return { testResults: [] }
  }
}

function countTests({ testResults }: Report, code: number): Tally {
  const tally: Tally = { passed: 0, failed: 0, skipped: [] }
  for (const file of testResults) {
    const failedBefore = tally.failed
    for (const { fullName, status, meta } of file.assertionResults) {
      if (status === 'passed') tally.passed += 1
      else if (status === 'failed') tally.failed += 1
      else {
        const name = `${relative(root, file.name)}: ${fullName}`
        tally.skipped.push({ name, reason: meta?.reason ?? reasonIn(fullName) })
      }
    }
    // A file that cannot be loaded, or fails outside its tests, fails as one.
    if (file.status === 'failed' && tally.failed === failedBefore) tally.failed += 1
  }
  // A crash, an error outside every test, or a run without any test: never a success.
  const hasRun = tally.passed + tally.failed > 0
  if (tally.failed === 0 && (code !== 0 || !hasRun)) tally.failed += 1
  return tally
}

/** Of a journey the title says it: whole groups of them are skipped before they run. */
const reasonIn = (title: string) => /\(skipped: (.+?)\)(?: |$)/.exec(title)?.[1] ?? ''

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
  const failed = sum((tally) => tally.failed)
  if (skipped.length > 0) console.log(`Skipped:\n${describeSkipped(skipped).join('\n')}\n`)
  const tail = skipped.length > 0 ? `, ${skipped.length} skipped` : ''
  console.log(`${sum((tally) => tally.passed)} passed, ${failed} failed${tail}`)
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
  rest.push('crash-drill')
}
const tallies: Tally[] = []
if (!isTestsOnly) tallies.push(await runChecks(isCheckOnly ? checks : [...checks, ...builds]))
if (!isCheckOnly) tallies.push(await runTests(isTestsOnly ? rest : process.argv.slice(2)))
tell(tallies)
