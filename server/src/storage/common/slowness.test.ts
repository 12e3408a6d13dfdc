import { describe, expect, it } from 'vitest'
import { watchSlowness } from './slowness.ts'

const commits = (count: number, ms: number, seconds: number) => {
  const slowness = watchSlowness()
  for (let n = 0; n < count; n += 1) slowness.committed(ms, n * 100)
  return slowness.reasons(seconds * 1_000)
}

describe('a slow database', () => {
  it('is one whose commits take more than 20 ms on average', () => {
    expect(commits(50, 30, 10)).toEqual(['slow commits (30 ms): check the database disk'])
    expect(commits(50, 19, 10)).toEqual([])
  })

  it('is not one with a few slow commits', () => {
    expect(commits(19, 500, 10)).toEqual([])
  })

  it('is one with statements that take longer than a second', () => {
    const slowness = watchSlowness()
    slowness.answered(1_000, 0)
    expect(slowness.reasons(1)).toEqual([])
    slowness.answered(1_001, 2)
    slowness.answered(9_000, 3)

    expect(slowness.reasons(4)).toEqual([
      '2 statements took longer than a second in the last two minutes',
    ])
  })

  it('is forgotten after two minutes', () => {
    expect(commits(50, 30, 70)).toHaveLength(1)
    expect(commits(50, 30, 130)).toEqual([])
  })
})
