import { describe, expect, it } from 'vitest'
import { rarity, similarityScore } from './similarity.ts'

describe('the score of a similar case', () => {
  it('grows with every value that is shared', () => {
    expect(similarityScore(100, [5, 5])).toBeGreaterThan(similarityScore(100, [5]))
  })

  it('weighs one rare value above several common ones', () => {
    expect(similarityScore(1_000, [1])).toBeGreaterThan(similarityScore(1_000, [900, 900, 900]))
  })

  it('never subtracts: even a value of all cases says a little', () => {
    expect(rarity(1, 1)).toBeGreaterThan(0)
    expect(rarity(1_000_000, 1_000_000)).toBeGreaterThan(0)
  })

  it('of nothing is nothing', () => {
    expect(similarityScore(10, [])).toBe(0)
  })
})
