import { expect, it } from 'vitest'
import { initialPolicy, isCareful, policyProblem } from './responder-policy.ts'

const inverse = { responder: 'other', parameters: {} }

it('a policy starts with values that are in order', () => {
  expect(policyProblem(initialPolicy)).toBeUndefined()
  expect(policyProblem({ ...initialPolicy, inverse, undoAfterMinutes: 60 })).toBeUndefined()
})

it.each([
  [{ undoAfterMinutes: 60 }, 'needs inverse'],
  [{ inverse: { ...inverse, parameters: { text: 'x'.repeat(20_000) } } }, '16,384'],
  [{ dryRun: { parameter: 'test', value: 'x'.repeat(20_000) } }, '16,384'],
  [{ approvers: ['ada', 'ada'] }, 'once'],
])('%j is refused', (change, words) => {
  expect(policyProblem({ ...initialPolicy, ...change })).toContain(words)
})

it('a responder that only informs may be run on anything', () => {
  expect(isCareful({ effect: 'inform' })).toBe(false)
  expect(isCareful({ effect: 'change' })).toBe(true)
  expect(isCareful({ effect: 'contain' })).toBe(true)
})
