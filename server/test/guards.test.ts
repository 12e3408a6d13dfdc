import { describe, expect, it } from 'vitest'
import { baseOf, changesIn, touchedIn } from '../../scripts/changed-lines.ts'
import { broke, marksIn, nameOf, readMarks } from '../../scripts/guard-marks.ts'
import { baselineProblem, isEnough, type Verdict, verdictOf } from '../../scripts/guard-verdict.ts'
import type { TestReport } from '../../scripts/test-verdict.ts'

const file = 'server/src/domain/rule.ts'
const inFile = (source: string, isThere = true) => marksIn(file, source, () => isThere)
/** The source as it is with each of its guards broken. */
const broken = (source: string) => inFile(source).guards.map((guard) => broke(source, guard))

describe('marks of guards', () => {
  it('stand in this checkout above conditions that can be broken, with test files that are there', () => {
    const { guards, problems } = readMarks()

    expect(problems).toEqual([])
    expect(guards.length).toBeGreaterThan(200)
    expect(new Set(guards.map(nameOf)).size).toBe(guards.length)
  })

  it.each([
    ['an if', 'if (isBad(x)) throw y', 'if ((false)) throw y'],
    ['a call', 'refuse(x)\nnext()', '(void 0)\nnext()'],
    ['a call that is waited for', 'await refuse(x)', '(void 0)'],
    ['a throw', "throw new Error('no')", '(void 0)'],
    ['a loop', 'for (const x of all) refuse(x)', '(void 0)'],
  ])('break %s', (_what, source, expected) => {
    const mark = '// guard: rule.test.ts\n'
    expect(broken(mark + source)).toEqual([mark + expected])
  })

  it('leave out a call of a chain, or put another in its place', () => {
    const source = (mark: string) => `const rows = db\n  ${mark}\n  .where('a', '=', b)\n  .all()\n`

    const [left] = broken(source('// guard: rule.test.ts'))
    const [other] = broken(source("// guard (open = .where('c', '=', d)): rule.test.ts"))

    expect(left).toBe('const rows = db\n  // guard: rule.test.ts\n  \n  .all()\n')
    expect(other).toContain("\n  .where('c', '=', d)\n  .all()")
  })

  it('leave out an operand', () => {
    const mark = '// guard: rule.test.ts'
    const source = `const may =\n  ${mark}\n  a === 1 &&\n  ${mark}\n  (b || c) &&\n  d`

    expect(broken(source)).toEqual([
      source.replace('a === 1', '(true)'),
      source.replace('b || c', '(true)'),
    ])
  })

  it.each([
    ['what is returned', 'return a === b', 'return (true)'],
    ['what is assigned', 'const x = a === b', 'const x = (true)'],
    [
      'what a function returns',
      'const may = (a) => (b) => a === b',
      'const may = (a) => (b) => (true)',
    ],
  ])('say what stands in place of %s', (_what, code, expected) => {
    const wrapped = (text: string) => `function f(a, b) {\n${text}\n}`
    const mark = '// guard (open = true): rule.test.ts\n'

    expect(broken(wrapped(mark + code))).toEqual([wrapped(mark + expected)])
    expect(inFile(wrapped(`// guard: rule.test.ts\n${code}`)).problems).toEqual([
      `${file}:2: say what stands in its place: (open = …)`,
    ])
  })

  it('of a function stand for each condition in it that ends something', () => {
    const source = [
      '// guards: rule.test.ts',
      'export function f(a) {',
      '  if (a > 1) return 1',
      '  if (a > 2) a = 2',
      '  for (const b of a) if (b > 3) continue',
      '  if (a > 4) {',
      '    log(a)',
      '    throw a',
      '  }',
      '}',
      'if (a > 5) throw a',
    ].join('\n')

    expect(inFile(source).guards.map(({ line, lines }) => [line, ...lines])).toEqual([
      [3, 3, 3],
      [5, 5, 5],
      [6, 6, 9],
    ])
  })

  it('of one condition count before that of its function', () => {
    const source =
      '// guards: rule.test.ts\nfunction f(a) {\n  // guard: other.test.ts\n  if (a) return 1\n}'
    expect(inFile(source).guards.map(({ test }) => test)).toEqual([
      'server/src/domain/other.test.ts',
    ])
  })

  it('name a file next to theirs, or one from the root', () => {
    const source = '// guard: server/test/a.test.ts\nif (a) f()\n// guard: a.test.ts\nif (b) f()\n'
    expect(inFile(source).guards.map(({ test }) => test)).toEqual([
      'server/test/a.test.ts',
      'server/src/domain/a.test.ts',
    ])
  })

  it.each([
    ['// guard\nif (a) f()', 'this is not how guards are marked'],
    ['// guard: rule.ts\nif (a) f()', 'this is not how guards are marked'],
    ['// guards (open = true): rule.test.ts\nfunction f() {}', 'this is not how guards are marked'],
    ['// guards: rule.test.ts\nfunction f() {}', 'nothing that can be broken'],
    ['// guard: rule.test.ts\n', 'nothing that can be broken'],
    ['// guard (open = )(): rule.test.ts\nif (a) f()', 'broken, this is not a program'],
  ])('are refused: %j', (source, problem) => {
    expect(inFile(source)).toMatchObject({
      guards: [],
      problems: [expect.stringContaining(problem)],
    })
  })

  it('are refused without their test file', () => {
    expect(inFile('// guard: rule.test.ts\nif (a) f()', false).problems).toEqual([
      `${file}:1: there is no test file server/src/domain/rule.test.ts`,
    ])
  })
})

describe('the verdict on a broken guard', () => {
  const run = (tests: TestReport[], more: { isFailed?: boolean; errors?: number } = {}) => ({
    report: {
      files: [{ path: 'a', isFailed: more.isFailed ?? false, tests }],
      errors: more.errors ?? 0,
    },
    isStopped: false,
    isSeen: true,
  })
  const passed: TestReport = { name: 'one', status: 'passed' }
  const failed: TestReport = { name: 'two', status: 'failed', error: 'expected 1 to be 2' }
  const late: TestReport = { name: 'three', status: 'failed', error: 'Test timed out in 9 ms.' }
  const notRun: TestReport = { name: 'four', status: 'failed' }

  it('is caught when a test fails, and says which', () => {
    expect(verdictOf(run([passed, failed, notRun]))).toEqual({ is: 'caught', by: 'two' })
    expect(verdictOf(run([late, failed]))).toEqual({ is: 'caught', by: 'two' })
  })

  it('is survived when all pass', () => {
    expect(verdictOf(run([passed]))).toEqual({ is: 'survived' })
  })

  it.each([
    ['a time-out', run([passed, late])],
    ['a file that cannot be loaded', run([], { isFailed: true, errors: 1 })],
    ['a crash', run([passed, notRun], { isFailed: true })],
    ['an error outside of every test', run([passed], { errors: 1 })],
    ['a file without tests', run([])],
    ['a run that was stopped', { ...run([failed]), isStopped: true }],
    ['a run without a report', { ...run([failed]), report: undefined }],
    ['a source that was not loaded', { ...run([failed]), isSeen: false }],
  ])('is an error after %s', (_what, what) => {
    expect(verdictOf(what).is).toBe('error')
  })

  it('counts only where the file passes as it is', () => {
    expect(baselineProblem(run([passed]))).toBeUndefined()
    expect(baselineProblem(run([passed, failed], { isFailed: true }))).toContain('fails as it is')
    expect(baselineProblem(run([{ name: 'one', status: 'skipped' }]))).toContain('no test')
    expect(baselineProblem({ report: undefined, isStopped: true })).toContain('does not end')
  })

  it('is enough for nine of ten', () => {
    const verdicts = (caught: number, left: Verdict): Verdict[] => [
      ...Array.from({ length: caught }, (): Verdict => ({ is: 'caught', by: 'x' })),
      left,
    ]
    expect(isEnough(verdicts(9, { is: 'survived' }))).toBe(true)
    expect(isEnough(verdicts(8, { is: 'survived' }))).toBe(false)
    expect(isEnough(verdicts(8, { is: 'error', why: '' }))).toBe(false)
    expect(isEnough(verdicts(9, { is: 'survived' }), 1)).toBe(false)
    expect(isEnough([])).toBe(true)
  })
})

describe('what a change touches', () => {
  const source =
    '\n// guard: rule.test.ts\nif (a) throw b\n\n\n// guard: rule.test.ts\nif (c) throw d\n'
  const { guards } = inFile(source)
  const diff = (path: string, ...hunks: string[]) =>
    changesIn(`diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n${hunks.join('\n')}\n`)
  const lines = (changes: ReturnType<typeof changesIn>) =>
    touchedIn(guards, changes).map(({ line }) => line)

  it('are guards whose mark or condition changed', () => {
    expect(lines(diff(file, '@@ -3 +3 @@', '-x', '+y'))).toEqual([3])
    expect(lines(diff(file, '@@ -0,0 +6,2 @@', '+x', '+y'))).toEqual([7])
    expect(lines(diff(file, '@@ -1,9 +1,9 @@'))).toEqual([3, 7])
    expect(lines(diff(file, '@@ -9 +9 @@'))).toEqual([])
    expect(lines(diff('server/src/other.ts', '@@ -3 +3 @@'))).toEqual([])
  })

  it('are all guards of a function whose mark changed', () => {
    const marked = inFile(
      '// guards: rule.test.ts\nfunction f(a) {\n\n  if (a) return 1\n\n  if (!a) return 2\n}\n',
    )
    const changes = diff(file, '@@ -0,0 +1 @@', '+// guards')
    expect(touchedIn(marked.guards, changes).map(({ line }) => line)).toEqual([4, 6])
  })

  it('are guards before which something is gone', () => {
    expect(lines(diff(file, '@@ -2,3 +1,0 @@', '-x'))).toEqual([3])
  })

  it('are all guards of a test file that lost something, and none of one that grew', () => {
    const test = 'server/src/domain/rule.test.ts'
    expect(lines(diff(test, '@@ -4,2 +4 @@', '-x', '-y', '+z'))).toEqual([3, 7])
    expect(lines(diff(test, '@@ -4,0 +5,9 @@', '+z'))).toEqual([])
  })

  it('are all guards of a new file', () => {
    expect(touchedIn(guards, new Map(), new Set([file]))).toHaveLength(2)
  })

  it.each([
    ['a branch', { head: 'c', fork: 'a', parent: 'b' }, 'a'],
    ['main as it was pushed', { head: 'c', fork: 'c', parent: 'b' }, 'b'],
    ['a clone without origin', { head: 'c', parent: 'b' }, 'b'],
    ['a clone without history', { head: 'c', fork: 'c' }, undefined],
    ['no repository', {}, undefined],
  ])('begins where it left main: %s', (_what, known: Record<string, string>, expected) => {
    const git = (command: string, ...args: string[]) =>
      command === 'merge-base' ? known.fork : args.includes('HEAD~1') ? known.parent : known.head
    expect(baseOf(git)).toBe(expected)
  })
})
