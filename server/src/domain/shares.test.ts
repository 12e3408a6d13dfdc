import { describe, expect, it } from 'vitest'
import { makeShares } from './shares.ts'

describe('shares', () => {
  it('count what is held under each name, and all of it', () => {
    const shares = makeShares(3)
    const a = { of: 'a', limit: 2 }
    const slow = { of: 'slow', limit: 1 }
    const first = shares.take([a, slow])
    expect([shares.hasRoom([a]), shares.hasRoom([a, slow])]).toEqual([true, false])
    const second = shares.take([a])
    expect([shares.hasRoom([a]), shares.hasRoom([{ of: 'b', limit: 1 }])]).toEqual([false, true])
    shares.take([{ of: 'b', limit: 1 }])
    expect(shares.hasRoom([{ of: 'c', limit: 1 }])).toBe(false)
    first()
    first()
    expect([shares.free(), shares.held('a'), shares.held('slow')]).toEqual([1, 1, 0])
    second()
    expect([shares.free(), shares.held('a')]).toEqual([2, 0])
  })
})
