import { maxRuleDepth, maxRuleTargets, type RuleStep } from '@assay/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ruleEventsOf } from './events.ts'
import { chainProblem, maxPlannedSteps, planSteps } from './plan.ts'
import type { LiveRule } from './rule.ts'

const rule = (steps: readonly RuleStep[], more: Partial<LiveRule> = {}): LiveRule => ({
  ...{ id: 'r', organization: 'alpha', name: 'R', position: 1, state: 'on', version: 1 },
  ...{ trigger: 'observable.created', on: 'observable.created', if: {}, do: steps, runAs: 'ada' },
  ...{ runsPerHour: 1, jobsPerDay: 1, expiresAt: null },
  ...more,
})
const target = (objectId: string, objectType: 'observable' | 'case' = 'observable') => ({
  ...{ objectId, objectType, title: objectId },
})
const root = target('c', 'case')

describe('planning a run', () => {
  it('has a part for each analyzer and observable, and one for the case', () => {
    const steps = planSteps({
      rule: rule([
        { analyze: { analyzers: ['A', 'B', 'A'] } },
        { tag: { tags: ['x'] } },
        { tag: { tags: ['x'], on: 'root' } },
        { comment: { text: 'x' } },
      ]),
      root,
      objects: [target('o1'), target('o2')],
      observables: [],
    })
    expect(
      steps.map(({ seq, position, kind, target: { objectId }, arguments: given }) => [
        ...[seq, position, kind, objectId],
        given.analyzer,
      ]),
    ).toEqual([
      [1, 1, 'analyze', 'o1', 'A'],
      [2, 1, 'analyze', 'o1', 'B'],
      [3, 1, 'analyze', 'o2', 'A'],
      [4, 1, 'analyze', 'o2', 'B'],
      [5, 2, 'tag', 'o1', undefined],
      [6, 2, 'tag', 'o2', undefined],
      [7, 3, 'tag', 'c', undefined],
      [8, 4, 'comment', 'c', undefined],
    ])
  })

  it('has a part for each analyzer of a set, with its types, and says when there is no such set', () => {
    const sets = new Map([['Links', { analyzers: ['A', 'B'], dataTypes: ['url'] }]])
    const steps = planSteps({
      rule: rule([{ analyze: { set: 'Links' } }, { analyze: { set: 'Gone' } }]),
      root,
      objects: [target('o1')],
      observables: [],
      sets,
    })
    expect(steps.map(({ arguments: given }) => given)).toEqual([
      { analyzer: 'A', set: 'Links', dataTypes: ['url'] },
      { analyzer: 'B', set: 'Links', dataTypes: ['url'] },
      { set: 'Gone' },
    ])
    expect(steps.at(-1)).toMatchObject({ state: 'skipped', reason: { id: 'reason.set' } })
  })

  it('of a trial only says what it would do, and of too many says so', () => {
    const objects = Array.from({ length: 102 }, (_, at) => target(`o${at}`))
    const steps = planSteps({
      rule: rule([{ tag: { tags: ['x'] } }], { state: 'trial' }),
      root,
      objects,
      observables: [],
    })
    expect(steps).toHaveLength(101)
    expect(steps.slice(0, 100).every(({ state }) => state === 'would')).toBe(true)
    expect(steps.at(-1)).toMatchObject({ state: 'skipped', reason: { id: 'reason.tooMany' } })
  })

  it('has 1,000 steps at most, and the last one says how many there would be', () => {
    const analyzers = Array.from({ length: 50 }, (_, at) => `A${at}`)
    const objects = Array.from({ length: 100 }, (_, at) => target(`o${at}`))
    const steps = planSteps({
      rule: rule([{ analyze: { analyzers } }, { comment: { text: 'x' } }]),
      ...{ root, objects, observables: [] },
    })
    expect(steps).toHaveLength(1_001)
    expect(steps.filter(({ state }) => state === 'planned')).toHaveLength(1_000)
    expect(steps.at(-1)).toMatchObject({
      ...{ seq: 1_001, state: 'skipped' },
      reason: { id: 'reason.tooManySteps', parameters: { count: 5_001, max: 1_000 } },
    })
  })

  it('ends a chain at its fourth rule, and a rule that is in it already', () => {
    expect(chainProblem('a', [])).toBeUndefined()
    expect(chainProblem('d', ['a', 'b', 'c'])).toBeUndefined()
    expect(chainProblem('a', ['a'])?.id).toBe('not.chain')
    expect(chainProblem('e', ['a', 'b', 'c', 'd'])?.id).toBe('not.depth')
  })
})

describe('what rules start with', () => {
  it('is each kind of change once, however often an object was changed', () => {
    const change = (objectType: 'case' | 'alert' | 'comment', details = {}) => ({
      ...{ objectType, operation: 'update' as const, objectId: 'x', rootId: 'x', details },
    })
    expect(
      ruleEventsOf([
        change('case'),
        change('case', { status: 'Resolved' }),
        change('case'),
        change('comment'),
        { ...change('alert'), operation: 'delete' },
      ]).map(({ kind }) => kind),
    ).toEqual(['case.updated', 'case.closed'])
  })
})

const names = fc.uniqueArray(fc.constantFrom('A', 'B', 'C', 'D'), { minLength: 1 })
const anyStep: fc.Arbitrary<RuleStep> = fc.oneof(
  names.map((analyzers) => ({ analyze: { analyzers } })),
  fc.constantFrom('Set', 'Gone').map((set) => ({ analyze: { set } })),
  fc.constantFrom('root' as const, 'object' as const).map((on) => ({
    tag: { tags: ['x'], ...(on === 'root' && { on }) },
  })),
  fc.constant({ respond: { responder: 'Block' } }),
  fc.constant({ comment: { text: 'x' } }),
  fc.constant({ stop: {} }),
)
const anyTargets = fc
  .integer({ min: 0, max: maxRuleTargets + 20 })
  .map((count) => Array.from({ length: count }, (_, n) => target(`o${n}`)))

describe('any plan', () => {
  it('has each part once under a number of its own, is never too long, and of a trial does nothing', () => {
    fc.assert(
      fc.property(
        fc.array(anyStep, { minLength: 1, maxLength: 10 }),
        anyTargets,
        anyTargets,
        fc.boolean(),
        (steps, objects, observables, isTrial) => {
          const planned = planSteps({
            rule: rule(steps, { state: isTrial ? 'trial' : 'on' }),
            ...{ root, objects, observables },
            sets: new Map([['Set', { analyzers: ['A', 'B'], dataTypes: [] }]]),
          })
          expect(planned.map(({ seq }) => seq)).toEqual(planned.map((_, n) => n + 1))
          expect(planned.length).toBeLessThanOrEqual(maxPlannedSteps + 1)
          const done = planned.filter(({ state }) => state !== 'skipped')
          expect(done.every(({ state }) => state === (isTrial ? 'would' : 'planned'))).toBe(true)
          expect(
            planned.every(({ state, reason }) => (state === 'skipped') === (reason !== null)),
          ).toBe(true)
          // By this a job is started once, whatever is repeated.
          const keys = done.map(({ position, target: { objectId }, arguments: given }) =>
            [position, objectId, given.analyzer].join(' '),
          )
          expect(new Set(keys).size).toBe(keys.length)
        },
      ),
    )
  })

  it('follows from a chain in which its rule is not, and that is not too long', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<string>('a', 'b', 'c'),
        fc.array(fc.constantFrom<string>('a', 'b', 'd')),
        (id, chain) => {
          const may = !chain.includes(id) && chain.length < maxRuleDepth
          expect(chainProblem(id, chain) === undefined).toBe(may)
        },
      ),
    )
  })
})
