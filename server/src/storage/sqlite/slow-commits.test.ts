import { describe, expect, it } from 'vitest'
import { watchCommits } from './slow-commits.ts'

/** A commit every second. */
const after = (seconds: number, waitedMs: (second: number) => number) => {
  const told: number[] = []
  const watch = watchCommits((meanMs) => told.push(meanMs))
  for (let second = 0; second < seconds; second += 1) watch(waitedMs(second), second * 1_000)
  return told
}

describe('a slow disk', () => {
  it('is reported after a minute, and then every ten minutes', () => {
    expect(after(62, () => 30)).toEqual([30])
    expect(after(600, () => 30)).toHaveLength(1)
    expect(after(700, () => 30)).toHaveLength(2)
  })

  it('is not one slow commit, nor a few', () => {
    expect(after(200, (second) => (second % 60 === 5 ? 500 : 1))).toEqual([])
    expect(after(200, (second) => (second < 10 ? 30 : 1))).toEqual([])
  })
})
