import { describe, expect, it } from 'vitest'
import { isAccepted } from '../needs.ts'
import { heldNeeds, orderOfHeads } from './fairness.ts'

const heads = [{ priority: 0 }, { priority: 1 }, { priority: -1 }]
const first = (openings: number) => orderOfHeads(heads, openings)[0]?.priority

describe('the line for a budget', () => {
  it('serves people before keys before automation', () => {
    expect(orderOfHeads(heads, 0).map(({ priority }) => priority)).toEqual([1, 0, -1])
    expect(orderOfHeads([], 4)).toEqual([])
  })

  it('gives every fifth opening to the lowest that waits', () => {
    const served = Array.from({ length: 10 }, (_, openings) => first(openings))
    expect(served).toEqual([1, 1, 1, 1, -1, 1, 1, 1, 1, -1])
    expect(orderOfHeads([{ priority: 1 }], 4)).toEqual([{ priority: 1 }])
  })

  it('is something that no node accepts', () => {
    expect(isAccepted(heldNeeds, ['default/builtin', 'default/any', 'default/process/*'])).toBe(
      false,
    )
  })
})
