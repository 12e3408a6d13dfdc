// `npm run mutate`: breaks every marked guard in turn (see guard-marks.ts) and runs its test file, which
// must fail. `npm run mutate -- shares` tries those whose source or test file has *shares* in its path,
// `-- --changed` those that the change at hand touches, `-- --list` names all without trying any.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { touchedGuards } from './changed-lines.ts'
import { type Guard, nameOf, readMarks, shown } from './guard-marks.ts'
import { type Broken, breakGuards, endGuardRuns } from './guard-runs.ts'
import { isEnough, wantedShare } from './guard-verdict.ts'
import { costOfTree, costSince } from './test-cost.ts'
import { inSeconds } from './test-times.ts'

const root = dirname(import.meta.dirname)

const describe = (guard: Guard) =>
  `${nameOf(guard)}: ${shown(readFileSync(join(root, guard.file), 'utf8'), guard).slice(0, 80)}`

function describeBroken({ guard, verdict }: Broken): string {
  const name = describe(guard)
  if (verdict.is === 'caught') return `✓ ${name}\n    caught by ${guard.test}: ${verdict.by}`
  if (verdict.is === 'survived') return `✗ ${name}\n    survived ${guard.test}`
  return `! ${name}\n    ${verdict.why} (${guard.test})`
}

function chosen(guards: readonly Guard[], args: readonly string[]): readonly Guard[] {
  const filters = args.filter((arg) => !arg.startsWith('--'))
  const named = guards.filter(
    (guard) =>
      filters.length === 0 ||
      filters.some((filter) => nameOf(guard).includes(filter) || guard.test.includes(filter)),
  )
  return args.includes('--changed') ? touchedGuards(named).guards : named
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.on(signal, () => {
    endGuardRuns()
    process.exit(1)
  })

const args = process.argv.slice(2)
const { guards, problems } = readMarks()
for (const problem of problems) console.log(problem)
const wanted = chosen(guards, args)
if (problems.length > 0) process.exitCode = 1
else if (args.includes('--list')) {
  for (const guard of wanted) console.log(`${describe(guard)}\n    ${guard.test}`)
  console.log(`${wanted.length} guards`)
} else {
  const before = costOfTree()
  const tried = await breakGuards(wanted, {
    onVerdict: (broken) => console.log(describeBroken(broken)),
  })
  const left = tried.filter(({ verdict }) => verdict.is !== 'caught')
  const errors = left.filter(({ verdict }) => verdict.is === 'error')
  const isDone = errors.length === 0 && isEnough(tried.map(({ verdict }) => verdict))
  const { wallMs, cpuMs } = costSince(before)
  if (left.length > 0) console.log(['', 'Not caught:', ...left.map(describeBroken)].join('\n'))
  console.log(
    `${tried.length} guards broken: ${tried.length - left.length} caught, ${left.length - errors.length} survived, ` +
      `${errors.length} errors; ${inSeconds(wallMs)} on the clock, ${inSeconds(cpuMs)} of processor time`,
  )
  if (!isDone) console.log(`${wantedShare * 100} % must be caught, without errors`)
  process.exitCode = isDone ? 0 : 1
}
