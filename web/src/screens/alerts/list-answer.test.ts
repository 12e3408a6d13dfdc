import { expect, it } from 'vitest'
import { loadTexts } from '../../base/texts/index.ts'
import type { AlertFacts } from './facts.ts'
import { listAnswer } from './list-answer.ts'
import { noVerdicts } from './next-step.ts'

await loadTexts(['alerts'])

const facts = (verdicts: Partial<AlertFacts['verdicts']>): AlertFacts => ({
  verdicts: { ...noVerdicts, ...verdicts },
  similar: [],
})

const known = new Map([
  ['a', facts({ malicious: 1, none: 3 })],
  ['b', facts({ none: 2 })],
  ['c', facts({ unasked: 2 })],
])

it('says how many alerts wait and how bad they are, and never adds the kinds of nothing', () => {
  expect(listAnswer(3, ['a', 'b', 'c'], known)).toBe(
    '3 alerts wait: 1 malicious, 1 without a verdict, 1 not analyzed.',
  )
})

it('claims nothing about alerts whose observables it does not know yet', () => {
  expect(listAnswer(4, ['a', 'b', 'c', 'd'], known)).toBe('4 alerts wait.')
  expect(listAnswer(0, [], known)).toBe('')
})
