import type { ResponderPolicy } from '@assay/contract'
import { beforeAll, expect, it } from 'vitest'
import { loadTexts } from '../../../base/texts/index.ts'
import { firstPolicy, policyInput, wrongPolicy } from './policy-values.ts'

beforeAll(() => loadTexts(['brakes']))

const policy: ResponderPolicy = {
  responderId: 'w1',
  isSet: true,
  effect: 'change',
  approval: 'automated',
  approvers: ['lead', 'oa'],
  approvalHours: 12,
  perHour: 30,
  maxTargets: 10,
  inverse: { responder: 'w2', parameters: { mode: 'undo' } },
  undoAfterMinutes: 1_440,
  dryRun: { parameter: 'dry', value: true },
}

it('a policy is sent as it was read', () => {
  const { responderId: _, isSet: __, ...rules } = policy
  expect(policyInput(firstPolicy(policy))).toEqual(rules)
})

it('one that is not set yet proposes the strictest: contains, always approved', () => {
  expect(firstPolicy({ ...policy, isSet: false })).toMatchObject({
    effect: 'contain',
    approval: 'always',
  })
})

it('what is wrong is said at its field', () => {
  const values = {
    ...firstPolicy(policy),
    approvalHours: '721',
    perHour: 'many',
    inverseParameters: '[1]',
  }
  expect(Object.keys(wrongPolicy(values)).sort()).toEqual([
    'approvalHours',
    'inverseParameters',
    'perHour',
  ])
  expect(wrongPolicy({ ...firstPolicy(policy), inverse: '' })).toEqual({
    undoAfterMinutes: 'Choose the responder that undoes it first.',
  })
  expect(wrongPolicy({ ...firstPolicy(policy), perHour: '' })).toEqual({})
})
