import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fateOfLostJob, restoredResponder, stoppedResponder } from '../lost-job.ts'
import {
  approvalProblem,
  expiredMessage,
  isUnknownFate,
  needsApproval,
  type Plan,
  planHash,
  undoPauseMs,
} from './plan.ts'

const plan: Plan = {
  workerId: 'w',
  definitionId: 'Block_1_0',
  program: null,
  configurationHash: 'c',
  dataType: 'ip',
  data: '"192.0.2.1"',
  file: null,
  parameters: { a: 1, b: [1, 2] },
}

describe('the hash of a plan', () => {
  it('is the same for equal plans, whatever the order of their parameters', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (parameters) => {
        const reversed = Object.fromEntries(Object.entries(parameters).reverse())
        expect(planHash({ ...plan, parameters: reversed })).toBe(planHash({ ...plan, parameters }))
      }),
    )
  })

  it('is another one for each thing that is different', () => {
    const changes: Partial<Plan>[] = [
      ...(Object.keys(plan) as (keyof Plan)[]).map((name) => ({ [name]: 'another' })),
      { parameters: { a: 1, b: [2, 1] } },
      { parameters: { a: '1', b: [1, 2] } },
    ]
    const hashes = new Set(
      [plan, ...changes.map((change) => ({ ...plan, ...change }))].map(planHash),
    )
    expect(hashes.size).toBe(changes.length + 1)
  })
})

describe('an approval', () => {
  it.each([
    ['never', 'person', false, false],
    ['never', 'agent', false, true],
    ['never', 'person', true, true],
    ['automated', 'person', false, false],
    ['automated', 'key', false, false],
    ['automated', 'rule', false, true],
    ['automated', 'agent', false, true],
    ['always', 'person', false, true],
    ['always', 'key', false, true],
  ] as const)(
    'with the rule %s is needed of a %s, overriding %s: %s',
    (approval, kind, isOverriding, is) => {
      expect(needsApproval({ approval }, kind, isOverriding)).toBe(is)
    },
  )

  it('is not needed of a dry run, but of agents', () => {
    for (const approval of ['always', 'automated'] as const)
      for (const kind of ['person', 'rule', 'agent'] as const)
        expect(needsApproval({ approval }, kind, false, true)).toBe(kind === 'agent')
  })

  it('is given with a session, by another user, who is named if some are', () => {
    const asked = { requested_by: 'alan', rule_author: null, approvers: [] }
    const by = (login: string, via = 'session') => ({ login, via })
    expect(approvalProblem(asked, by('ada'))).toBeUndefined()
    expect(approvalProblem(asked, by('ada', 'key'))).toContain('never an API key')
    expect(approvalProblem(asked, by('ada', 'basic'))).toContain('never an API key')
    expect(approvalProblem(asked, by('alan'))).toContain('You asked')
    expect(approvalProblem({ ...asked, approvers: ['rita'] }, by('ada'))).toContain('Only rita')
    expect(approvalProblem({ ...asked, approvers: ['rita'] }, by('rita'))).toBeUndefined()
    expect(approvalProblem({ ...asked, approvers: ['alan'] }, by('alan'))).toContain('You asked')
    const byRule = { ...asked, rule_author: 'rita' }
    expect(approvalProblem(byRule, by('rita'))).toContain('You wrote the rule')
    expect(approvalProblem({ ...byRule, approvers: ['rita'] }, by('rita'))).toContain('You wrote')
    expect(approvalProblem(byRule, by('ada'))).toBeUndefined()
  })

  it('that did not come says so', () => {
    expect(expiredMessage(0, 24 * 3_600_000)).toBe('No one approved within 24 h. Nothing happened.')
  })
})

it('the fate of a responder is unknown exactly where the server lost it', () => {
  const lost = fateOfLostJob('responder', 1)
  expect(isUnknownFate('message' in lost ? lost.message : '')).toBe(true)
  expect(isUnknownFate(stoppedResponder)).toBe(true)
  expect(isUnknownFate(restoredResponder)).toBe(true)
  expect(isUnknownFate('No such account')).toBe(false)
  expect(isUnknownFate(null)).toBe(false)
})

it('a failed undo is tried again after pauses that grow', () => {
  expect([1, 2].map(undoPauseMs)).toEqual([60_000, 300_000])
})
