import { expect, it } from 'vitest'
import { initialPolicy, isCareful, isDryRun, policyProblem } from './responder-policy.ts'

const inverse = { responder: 'other', parameters: {} }

it('a policy starts with values that are in order', () => {
  expect(policyProblem(initialPolicy)).toBeUndefined()
  expect(policyProblem({ ...initialPolicy, inverse, undoAfterMinutes: 60 })).toBeUndefined()
})

it.each([
  [{ undoAfterMinutes: 60 }, 'needs inverse'],
  [{ inverse: { ...inverse, parameters: { text: 'x'.repeat(20_000) } } }, '16,384'],
  [{ dryRun: { parameter: 'test', value: 'x'.repeat(20_000) } }, '16,384'],
  [{ dryRun: { parameter: 'user', value: 'alan' } }, 'the server sets user'],
  [{ approvers: ['ada', 'ada'] }, 'once'],
])('%j is refused', (change, words) => {
  expect(policyProblem({ ...initialPolicy, ...change })).toContain(words)
})

it('a responder that only informs may be run on anything', () => {
  expect(isCareful({ effect: 'inform' })).toBe(false)
  expect(isCareful({ effect: 'change' })).toBe(true)
  expect(isCareful({ effect: 'contain' })).toBe(true)
})

it('a run is dry with exactly the value of the policy, and only then', () => {
  const policy = { dryRun: { parameter: 'mode', value: { test: true, level: 1 } } }
  expect(isDryRun(policy, { mode: { level: 1, test: true }, other: 1 })).toBe(true)
  const others = [{}, { mode: { test: true } }, { mode: true }, { Mode: policy.dryRun.value }]
  for (const parameters of others) expect(isDryRun(policy, parameters)).toBe(false)
  expect(isDryRun({ dryRun: { parameter: 'dry', value: true } }, { dry: 'true' })).toBe(false)
  expect(isDryRun({ dryRun: { parameter: 'dry', value: undefined } }, {})).toBe(false)
  expect(isDryRun({ dryRun: null }, { dry: true })).toBe(false)
})
