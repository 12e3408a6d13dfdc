// A process of `npm run mutate`: runs one test file as it is, and then once for each guard that the file
// proves, broken. What the guards have in common is loaded once, which halves their cost.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createVitest } from 'vitest/node'
import { baselineProblem, type Verdict, verdictOf } from './guard-verdict.ts'
import { isListed, onSystemPostgres, withPrograms } from './test-tiers.ts'
import type { Report } from './test-verdict.ts'

/** Arguments: the test file, a folder for its reports, and the guards as `file:line`. */
const [test = '', folder = '', ...guards] = process.argv.slice(2)

/** What it reports to its parent: first about the file itself, then about each guard. */
export type Said =
  | { readonly problem: string | null }
  | { readonly guard: string; readonly verdict: Verdict }

const root = dirname(import.meta.dirname)
const project = projectOf(test)

const report = join(folder, 'report.json')
const seen = join(folder, 'seen')
Object.assign(process.env, { TEST_REPORT: report, BREAK_GUARD_SEEN: seen, TEST_TIER: 'all' })
// What a guard is about no database changes.
process.env.ASSAY_TEST_DATABASES = 'sqlite'
process.on('disconnect', () => process.exit(1))

const vitest = await createVitest('test', {
  root,
  watch: false,
  project: [project],
  bail: 1,
  maxWorkers: 1,
  reporters: [join(root, 'scripts', 'test-report.ts')],
})
const specification = vitest.getProjectByName(project).createSpecification(join(root, test))

function projectOf(path: string): string {
  if (!path.startsWith('server/test/')) return 'unit'
  if (isListed(path, withPrograms)) return 'programs'
  return isListed(path, onSystemPostgres) ? 'storage' : 'server'
}

async function run(guard: string) {
  const source = join(root, guard.slice(0, guard.lastIndexOf(':')))
  process.env.BREAK_GUARD = guard
  for (const path of [report, seen]) writeFileSync(path, '')
  if (guard !== '') vitest.invalidateFile(source)
  await vitest.runTestSpecifications([specification])
  if (guard !== '') vitest.invalidateFile(source)
  const isSeen = readFileSync(seen, 'utf8') !== ''
  return { report: readReport(), isSeen, isStopped: false }
}

function readReport(): Report | undefined {
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    return undefined
  }
}

const say = (said: Said) => process.send?.(said)

const problem = baselineProblem(await run('')) ?? null
say({ problem })
if (problem === null)
  for (const guard of guards) say({ guard, verdict: verdictOf(await run(guard)) })
await vitest.close()
process.exit(0)
