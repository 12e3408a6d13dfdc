import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { describeRun } from '../../scripts/test-summary.ts'
import { doubled, knownTimes, medians } from '../../scripts/test-times.ts'

const cost = (seconds: number) => ({ wallMs: seconds * 1000, cpuMs: seconds * 1000 })
const nothing = { passed: 0, failed: [], skipped: [], unstable: [] }

describe('the record of test times', () => {
  it('names files that are there', () => {
    const root = new URL('../../', import.meta.url)

    expect(Object.keys(knownTimes()).filter((path) => !existsSync(new URL(path, root)))).toEqual([])
  })

  it('keeps the median of recent runs', () => {
    expect(medians({ b: [cost(9), cost(1), cost(2)], a: [cost(3), cost(5)] })).toEqual({
      a: cost(3),
      b: cost(2),
    })
  })

  it('names what costs twice as much as before, unless that is little', () => {
    const now = { a: cost(21), b: cost(19), c: cost(3), d: cost(50) }

    expect(doubled(now, { a: cost(10), b: cost(10), c: cost(1) })).toEqual([
      'a: 21.0 s, was 10.0 s',
    ])
  })
})

describe('the last lines of a run', () => {
  it('name failures, unstable tests, skips by reason and the slowest files', () => {
    const times = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`file${n}`, cost(n)]))
    const skipped = Array.from({ length: 5 }, (_, n) => ({ name: `s${n}`, reason: 'no browser' }))
    const tally = { passed: 3, failed: ['a: b'], skipped, unstable: ['c: d'] }

    const lines = describeRun({ tallies: [tally], times, doubled: ['e: 2 s, was 1 s'] })

    expect(lines).toContain('5 tests: no browser')
    expect(lines).toContain('and 2 more')
    expect(lines).toContain('    11.0 s   11.0 s  file11')
    expect(lines).not.toContain('file1\n')
    expect(lines).toMatch(/Failed:\n {2}a: b\n/)
    expect(lines).toMatch(/Unstable.*:\n {2}c: d\n/)
    expect(lines).toContain('e: 2 s, was 1 s')
    expect(lines.split('\n').at(-1)).toBe('3 passed, 1 failed, 5 skipped, 1 unstable')
  })

  it('say what a small run left out', () => {
    const lines = describeRun({
      tallies: [nothing],
      times: {},
      doubled: [],
      leftOut: 'Left out: x',
    })

    expect(lines).toBe('Left out: x\n0 passed, 0 failed')
  })
})
