import type { SimilarCase } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { bestCase, nextStep, noVerdicts, worstOf } from './next-step.ts'

const similar = (shared: number, status = 'Open') =>
  ({ similarObservableCount: shared, case: { status } }) as unknown as SimilarCase

describe('the next step', () => {
  it.each([
    ['merge', { ...noVerdicts, malicious: 2, none: 2 }, similar(2)],
    ['case', { ...noVerdicts, malicious: 2, none: 2 }, similar(1)],
    ['case', { ...noVerdicts, malicious: 1 }, similar(1, 'Resolved')],
    ['merge', { ...noVerdicts, unasked: 2 }, similar(5)],
    ['analyze', { ...noVerdicts, unasked: 2 }, undefined],
    ['case', { ...noVerdicts, unasked: 2, none: 1 }, undefined],
    ['dismiss', { ...noVerdicts, safe: 3 }, undefined],
    ['case', { ...noVerdicts, safe: 3, none: 1 }, undefined],
    ['case', noVerdicts, undefined],
  ])('is %s', (step, counts, found) => {
    expect(nextStep(counts, found)).toBe(step)
  })
})

describe('the verdict of an alert', () => {
  it.each([
    ['malicious', { ...noVerdicts, malicious: 1, safe: 4 }],
    ['suspicious', { ...noVerdicts, suspicious: 1, none: 4 }],
    ['safe', { ...noVerdicts, safe: 2 }],
    ['none', { ...noVerdicts, safe: 2, none: 1 }],
    [null, { ...noVerdicts, safe: 2, unasked: 1 }],
    [null, noVerdicts],
  ])('is %s', (level, counts) => {
    expect(worstOf(counts)).toBe(level)
  })
})

it('an open case is offered before a closed one', () => {
  const open = similar(1)
  expect(bestCase([similar(3, 'Resolved'), open])).toBe(open)
  expect(bestCase([])).toBeUndefined()
})
