import type { RuleStep } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { ruleEventsOf } from './events.ts'
import { chainProblem, planSteps } from './plan.ts'
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
