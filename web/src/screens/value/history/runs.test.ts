import type { ValueRun } from '@assay/contract'
import { expect, it } from 'vitest'
import { choiceOf, comparedAt, moveA, moveB, stretchesOf, whyNot } from './runs.ts'

type State = ValueRun['analyzers'][number]['state']

const ran = (analyzer: string, jobId: string, state: State = 'report') => ({
  analyzer,
  analyzerId: analyzer,
  jobId,
  level: null,
  state,
})
const run = (id: string, more: Partial<ValueRun> = {}): ValueRun => ({
  id,
  at: 0,
  from: 'none',
  to: 'none',
  cause: { kind: 'reanalysis' },
  analyzers: [ran('DNS', id)],
  ...more,
})
const decision = (id: string) =>
  run(id, { analyzers: [], analyzersLevel: 'malicious', to: 'safe', cause: { kind: 'decision' } })

it('says why a row cannot be compared', () => {
  expect(whyNot(run('a'))).toBeUndefined()
  expect(whyNot(decision('a'))).toBeUndefined()
  expect(whyNot(run('a', { analyzers: [ran('DNS', 'a', 'removed')] }))).toBe('removed')
  expect(whyNot(run('a', { analyzers: [ran('DNS', 'a', 'failed')] }))).toBe('failed')
  expect(whyNot(run('a', { analyzers: [ran('DNS', 'a', 'running')] }))).toBe('running')
})

it('of one run there is nothing to compare', () => {
  expect(choiceOf([], null, null)).toBeUndefined()
  expect(choiceOf([decision('d'), run('a')], null, null)).toBeUndefined()
  const gone = run('b', { analyzers: [ran('DNS', 'b', 'removed')] })
  expect(choiceOf([run('a'), gone], null, null)).toBeUndefined()
})

it('compares the newest change of analyzers with the row before, unless the address says otherwise', () => {
  const runs = [run('d'), decision('c'), run('b', { to: 'malicious' }), run('a')]
  expect(choiceOf(runs, null, null)).toEqual({ a: 'a', b: 'b' })
  expect(choiceOf(runs, 'c', 'd')).toEqual({ a: 'c', b: 'd' })
  expect(choiceOf(runs, 'd', 'a')).toEqual({ a: 'a', b: 'd' })
  expect(choiceOf(runs, 'x', 'd')).toEqual({ a: 'a', b: 'b' })
  expect(choiceOf([run('b'), run('a')], null, null)).toEqual({ a: 'a', b: 'b' })
})

it('A and B move to every row, A stays the older one, and rows without reports are left out', () => {
  const gone = run('x', { analyzers: [ran('DNS', 'x', 'removed')] })
  const runs = [run('d'), run('c'), gone, run('b'), run('a')]
  expect(moveA(runs, { a: 'c', b: 'd' })).toEqual({ a: 'b', b: 'd' })
  expect(moveA(runs, { a: 'a', b: 'd' })).toEqual({ a: 'c', b: 'd' })
  expect(moveA(runs, { a: 'a', b: 'b' })).toEqual({ a: 'a', b: 'b' })
  expect(moveB(runs, { a: 'a', b: 'b' })).toEqual({ a: 'a', b: 'c' })
  expect(moveB(runs, { a: 'a', b: 'd' })).toEqual({ a: 'a', b: 'b' })
})

it('pairs the last report of each analyzer at either row', () => {
  const runs = [
    run('d', { analyzers: [ran('DNS_2_1', 'd1'), ran('New_1_0', 'd2')] }),
    run('c', { analyzers: [ran('Lists', 'c1', 'failed')] }),
    run('b', { analyzers: [ran('Old', 'b1', 'removed'), ran('Lists', 'b2')] }),
    run('a', { analyzers: [ran('DNS_2_0', 'a1'), ran('Lists', 'a2'), ran('Old', 'a3')] }),
  ]
  expect(comparedAt(runs, { a: 'a', b: 'd' })).toEqual({
    pairs: [
      { analyzer: 'DNS_2_1', before: 'a1', after: 'd1' },
      { analyzer: 'Lists', before: 'a2', after: 'b2' },
    ],
    onlyAfter: ['New_1_0'],
    deleted: ['Old'],
  })
  expect(comparedAt([decision('e'), ...runs], { a: 'd', b: 'e' }).pairs).toEqual([])
})

it('shows stretches of one verdict, a decision apart from analyzers that say the same', () => {
  const runs = [
    run('d', { at: 4, to: 'safe' }),
    { ...decision('c'), at: 3 },
    run('b', { at: 2, to: 'malicious' }),
    run('a', { at: 1, to: 'malicious' }),
  ]
  expect(stretchesOf(runs)).toEqual([
    { level: 'malicious', from: 1, isDecided: false },
    { level: 'safe', from: 3, isDecided: true },
    { level: 'safe', from: 4, isDecided: false },
  ])
})
