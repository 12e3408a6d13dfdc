import { describe, expect, it } from 'vitest'
import { dayMs, keptForMs, retentionProblem } from './retention.ts'

const limits = (days: { byDefault?: number; min?: number; max?: number }) => ({
  defaultMs: (days.byDefault ?? 0) * dayMs,
  minMs: (days.min ?? 0) * dayMs,
  maxMs: (days.max ?? 0) * dayMs,
})

describe('retention', () => {
  it.each([
    [undefined, {}, 0],
    [undefined, { byDefault: 30 }, 30],
    [undefined, { byDefault: 30, min: 60 }, 30],
    [undefined, { max: 90 }, 90],
    [7, { byDefault: 30 }, 7],
    [90, { byDefault: 30 }, 90],
    [0, { byDefault: 30 }, 0],
    [0, { max: 90 }, 90],
    [400, { max: 90 }, 90],
    // Chosen before the limit was set.
    [1, { min: 14 }, 14],
  ])('keeps jobs, with %j of its own and %j, for %j days', (own, given, days) => {
    expect(keptForMs(own, limits(given)) / dayMs).toBe(days)
  })

  it.each([
    [0, {}, undefined],
    [1, {}, undefined],
    [0, { max: 90 }, 'at most 90'],
    [91, { max: 90 }, 'at most 90'],
    [13, { min: 14 }, 'at least 14'],
    [14, { min: 14 }, undefined],
  ])('judges %j days with %j', (days, given, problem) => {
    const found = retentionProblem(days, limits(given))
    if (problem === undefined) expect(found).toBeUndefined()
    else expect(found).toContain(problem)
  })
})
