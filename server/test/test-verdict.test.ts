import { describe, expect, it } from 'vitest'
import {
  countErrors,
  type FileReport,
  filesToRunAgain,
  judge,
  maxRunAgain,
  type Report,
  skippedInSpite,
} from '../../scripts/test-verdict.ts'

const file = (path: string, tests: Record<string, 'passed' | 'failed' | 'skipped'>): FileReport => {
  const reports = Object.entries(tests).map(([name, status]) => ({ name, status }))
  return { path, isFailed: reports.some(({ status }) => status === 'failed'), tests: reports }
}
const run = (...files: FileReport[]): Report => ({ files, errors: 0 })
const unloadable = (path: string): FileReport => ({ path, isFailed: true, tests: [] })

describe('the verdict on a run of all tests', () => {
  it('is a success when everything passed', () => {
    const first = run(file('a', { one: 'passed', two: 'skipped' }))

    expect(filesToRunAgain(first)).toEqual([])
    expect(judge(first, 0)).toEqual({
      passed: 1,
      failed: [],
      skipped: [{ name: 'a: two', reason: '' }],
      unstable: [],
    })
  })

  it('counts as passed, and names, what passes only when its file runs again', () => {
    const first = run(file('a', { one: 'failed', two: 'passed' }), file('b', { three: 'passed' }))
    const second = run(file('a', { one: 'passed', two: 'passed' }))

    expect(filesToRunAgain(first)).toEqual(['a'])
    expect(judge(first, 1, [second])).toMatchObject({
      passed: 3,
      failed: [],
      unstable: ['a: one'],
    })
  })

  it('gives a failed file two more runs, and no third', () => {
    const first = run(file('a', { one: 'failed', two: 'failed' }))
    const again = [
      run(file('a', { one: 'passed', two: 'failed' })),
      run(file('a', { one: 'failed', two: 'passed' })),
    ]

    expect(judge(first, 1, again)).toMatchObject({ passed: 2, failed: [] })
    expect(judge(first, 1, [again[0] ?? run()])).toMatchObject({ passed: 1, failed: ['a: two'] })
  })

  it.each([
    ['fails each time', run(file('a', { one: 'failed', two: 'passed' }))],
    ['is skipped the second time', run(file('a', { one: 'skipped', two: 'passed' }))],
    ['is not there the second time', run(unloadable('a'))],
    ['leads to a run without a report', { files: [], errors: 1 }],
  ])('fails when a test %s', (_what, second) => {
    const first = run(file('a', { one: 'failed', two: 'passed' }))

    expect(judge(first, 1, [second])).toMatchObject({
      passed: 1,
      failed: ['a: one'],
      unstable: [],
    })
  })

  it('says so when the failed test has another name each time', () => {
    const first = run(file('a', { 'one (seed 1)': 'failed' }))
    const second = run(file('a', { 'one (seed 2)': 'passed' }))

    expect(judge(first, 1, [second]).failed).toEqual([
      expect.stringMatching(/^a: one \(seed 1\) \(its file passed when it ran again, but/),
    ])
  })

  it('treats a file that cannot be loaded as one test', () => {
    const first = run(unloadable('a'), file('b', { one: 'passed' }))

    expect(judge(first, 1, [run(unloadable('a'))])).toMatchObject({ passed: 1, failed: ['a'] })
    expect(judge(first, 1, [run(file('a', { two: 'passed' }))])).toMatchObject({
      passed: 1,
      failed: [],
      unstable: ['a'],
    })
  })

  it('fails, without a second run, after an error outside of every test', () => {
    const first = { ...run(file('a', { one: 'failed' })), errors: 1 }

    expect(filesToRunAgain(first)).toEqual([])
    expect(judge({ ...run(file('a', { one: 'passed' })), errors: 1 }, 1).failed).toHaveLength(1)
  })

  it('counts no error that a failed test of the same file left behind', () => {
    const files = [file('a', { one: 'failed' }), file('b', { two: 'passed' })]

    expect(countErrors(files, ['a', 'a'])).toBe(0)
    expect(countErrors(files, ['a', 'b', undefined])).toBe(2)
  })

  it('fails when the second run has an error outside of every test', () => {
    const first = run(file('a', { one: 'failed' }))

    const second = { ...run(file('a', { one: 'passed' })), errors: 1 }

    expect(judge(first, 1, [second]).failed).toHaveLength(1)
  })

  it('fails when nothing ran, and when Vitest failed without a failed test', () => {
    expect(judge(run(), 0).failed).toHaveLength(1)
    expect(judge(run(file('a', { one: 'passed' })), 1).failed).toHaveLength(1)
  })

  it('runs nothing again when more fails than a busy machine breaks', () => {
    const files = Array.from({ length: maxRunAgain + 1 }, (_, n) => file(`${n}`, { one: 'failed' }))

    expect(filesToRunAgain(run(...files))).toEqual([])
    expect(filesToRunAgain(run(...files.slice(1)))).toHaveLength(maxRunAgain)
  })

  it('finds what is skipped for the want of something that is installed', () => {
    const skipped = [
      { name: 'a', reason: 'bubblewrap is not installed (Debian: apt-get install bubblewrap)' },
      { name: 'b', reason: 'no container engine answers' },
      { name: 'c', reason: 'openssl is not installed (Debian: apt-get install openssl)' },
    ]

    expect(skippedInSpite(skipped, ['bubblewrap', 'open']).map(({ name }) => name)).toEqual(['a'])
  })
})
