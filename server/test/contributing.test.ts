import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readMarks } from '../../scripts/guard-marks.ts'
import { planOf, type TestPlan } from '../../scripts/test-plan.ts'
import { projects, serverTests } from '../../scripts/test-tiers.ts'

const root = dirname(dirname(import.meta.dirname))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const page = read('CONTRIBUTING.md')
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

/**
 * How a command of the page is tried. Expensive ones are not run for this test: another test runs them, or what
 * they decide by their arguments, or it is looked at whether they are there, with the options that the page names.
 */
type Trial =
  | { readonly plan: Partial<TestPlan> }
  | { readonly by: string; readonly holds: string }
  | { readonly prints: RegExp; readonly args: readonly string[] }
  | { readonly isThere: readonly string[] }

const byFile = (by: string, holds: string): Trial => ({ by, holds })
const run = (args: readonly string[], prints: RegExp): Trial => ({ args, prints })
const small: Partial<TestPlan> = { tests: { tier: 'small', filters: [] } }
const chosen = (...filters: string[]): Partial<TestPlan> => ({ tests: { tier: 'all', filters } })
const both = 'sources and builds'

const trials: Readonly<Record<string, Trial>> = {
  'npm start': byFile('server/test/checkout/commands.test.ts', "[...npm, 'start']"),
  'npm pack': byFile('server/test/install/package.test.ts', "['pack',"),
  'npm test': { plan: { ...small, checks: both, isWhole: false } },
  'npm test -- --all': { plan: { ...chosen(), checks: both, isWhole: true } },
  'npm test -- users': { plan: { ...chosen('users'), checks: both, isWhole: false } },
  'npm test -- only users': { plan: { ...chosen('users'), checks: 'none' } },
  'npm test -- only users --sequence.shuffle.tests': {
    plan: { ...chosen('users', '--sequence.shuffle.tests'), checks: 'none' },
  },
  'npm test -- only --project=unit': { plan: { ...chosen('--project=unit'), checks: 'none' } },
  'npm run check': { plan: { checks: 'sources', tests: undefined } },
  'npm run drill': {
    plan: { ...chosen('crash-drill', 'cluster-drill'), checks: 'none', isWhole: false },
  },
  'npm run mutate': byFile('.ci/run', 'npm test -- --all'),
  'npm run mutate -- shares': byFile('scripts/mutate.ts', 'args.filter('),
  'npm run mutate -- --changed': byFile('scripts/guard-step.ts', 'touchedGuards('),
  'npm run mutate -- --list': run(['scripts/mutate.ts', '--list', 'shares'], /shares\/access\.ts/),
  'npm run test:times': byFile('server/test/test-times.test.ts', 'medians'),
  'npm run truth': byFile('server/test/truth.test.ts', 'measure('),
  'npm run truth -- --type mail': { isThere: ['scripts/truth/corpus/mails.ts'] },
  'npm run truth -- --whole': byFile('scripts/truth.ts', 'whole: {'),
  'npm run truth -- --keep folder': byFile('scripts/truth.ts', 'keep: {'),
  'npm run truth -- --also folder': byFile('scripts/truth.ts', 'also: {'),
  'npm run truth:tools': { isThere: ['scripts/truth/tools.ts'] },
  'npm run format': byFile('scripts/test.ts', "[biome, 'ci'"),
  'npm run dev': { isThere: ['server/src/main.ts', 'node_modules/vite/bin/vite.js'] },
  'npm run docs': byFile('server/test/documents.test.ts', 'generatedDocuments()'),
  'npm run licences': byFile('server/test/licences.test.ts', 'licences'),
  'npm run screenshots': { isThere: ['docs/images/overview.png', 'journeys/browser.ts'] },
  'BREAK_GUARD=server/src/domain/roles.ts:23 BREAK_GUARD_SEEN=/dev/null npx vitest run roles':
    byFile('scripts/guard-plugin.ts', 'BREAK_GUARD'),
}

const codesIn = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
const isCommand = (code: string) => /^(?:\w+=\S+ )*np[mx] /.test(code)

/** `-- --list` after a command of the table means the command with it. */
const commands = new Set(
  page.split('\n').flatMap((line) => {
    const codes = codesIn(line).map((code) => code.replace(/^time /, ''))
    const [first = ''] = codes
    const isRow = line.startsWith('| `npm ')
    const more = isRow ? codes.filter((code) => code.startsWith('-- ')) : []
    return [...codes.filter(isCommand), ...more.map((options) => `${first} ${options}`)]
  }),
)

/** What npm runs, with what follows `--`. */
function scriptOf(command: string): string {
  const [words = '', options] = command.split(' -- ')
  const name = words.replace(/^npm (?:run )?/, '')
  return [scripts[name], options].filter((part) => part !== undefined).join(' ')
}

const argsOf = (command: string) => scriptOf(command).split('scripts/test.ts')[1] ?? ''

describe('CONTRIBUTING.md', () => {
  it('names no command without a trial, and each trial is of a command', () => {
    expect([...commands].sort()).toEqual(Object.keys(trials).sort())
  })

  it.each(Object.entries(trials))('tells the truth about %s', (command, trial) => {
    if (/^npm (?!pack)/.test(command)) {
      const file = /[\w./-]+\.(?:ts|mjs)\b/.exec(scriptOf(command))?.[0]
      expect(scriptOf(command)).not.toBe('')
      if (file) expect(existsSync(join(root, file)), file).toBe(true)
    }
    if ('plan' in trial)
      expect(planOf(argsOf(command).split(' ').filter(Boolean))).toMatchObject(trial.plan)
    else if ('by' in trial) expect(read(trial.by)).toContain(trial.holds)
    else if ('isThere' in trial)
      expect(trial.isThere.filter((path) => !existsSync(join(root, path)))).toEqual([])
    else {
      const ran = spawnSync(process.execPath, [...trial.args], { cwd: root, encoding: 'utf8' })
      expect(ran).toMatchObject({ status: 0, stdout: expect.stringMatching(trial.prints) })
    }
  })

  it('chooses by names that are there: project, drills, guard', () => {
    expect(projects).toContain('unit')
    const files = globSync(serverTests, { cwd: root })
    for (const name of ['crash-drill', 'cluster-drill', 'users'])
      expect(files.some((file) => file.includes(name))).toBe(true)
    const { guards } = readMarks()
    expect(guards.map(({ file, line }) => `${file}:${line}`)).toContain(
      'server/src/domain/roles.ts:23',
    )
  })

  it('names files and folders that are there', () => {
    const named = codesIn(page.replaceAll(/^```.*?^```$/gms, ''))
      .map((code) => code.replace(/:\d+$/, ''))
      .filter((code) => /^\.?[\w-]+(?:\/[\w.-]+)+$/.test(code) && !code.startsWith('origin/'))
    const made = ['contract/dist/routes.ts', 'docs/openapi.json']
    const isThere = (path: string) =>
      ['', 'server/src', 'node_modules'].some((folder) => existsSync(join(root, folder, path)))

    expect(
      named.filter((path) => !isThere(path) && !made.includes(path) && !path.includes('.cache')),
    ).toEqual([])
  })
})
