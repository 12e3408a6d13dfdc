import type { RuleOn, RuleStep } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { filterOf, rowsOf } from './conditions.ts'
import { draftOf, draftProblems, emptyDraft, inputOf, isSameDraft, shownBody } from './draft.ts'
import { emptyStep, stepDraftOf, stepOf } from './steps.ts'

const source = (more: object = {}) => ({
  ...{ name: 'R', on: 'alert.created' as RuleOn, if: {}, do: [{ stop: {} }] as RuleStep[] },
  ...{ budget: { runsPerHour: 1, jobsPerDay: 0 }, runAs: 'ada', expires: null },
  ...more,
})

describe('the conditions of a rule in the editor', () => {
  it.each<[string, Record<string, unknown>]>([
    ['a type', { dataType: 'url' }],
    ['several types', { _in: { _field: 'dataType', _values: ['ip', 'url'] } }],
    ['a marking', { _lte: { _field: 'tlp', _value: 2 } }],
    ['a part of a text', { _like: { _field: 'data', _value: '*login*' } }],
    ['the alert around it', { _parent: { _type: 'alert', _query: { source: 'mailbox' } } }],
    ['being in an alert', { _parent: { _type: 'alert', _query: {} } }],
    ['a flag', { ioc: true }],
    ['alternatives', { _or: [{ tlp: 0 }, { tlp: 1 }] }],
    ['a number as text', { tlp: '2' }],
    ['a custom field', { 'customFields.score.integer': 7 }],
    ['all of them', { _and: [{ dataType: 'url' }, { _lte: { _field: 'tlp', _value: 2 } }] }],
  ])('%s is stored as it was read', (_, filter) => {
    expect(filterOf('observable', rowsOf('observable', filter))).toEqual(filter)
  })

  it('keep what no row can say as it is written', () => {
    const [row] = rowsOf('observable', { _or: [{ tlp: 0 }, { tlp: 1 }] })
    expect(row).toMatchObject({ kind: 'search', search: '{"_or":[{"tlp":0},{"tlp":1}]}' })
    expect(rowsOf('observable', { tlp: '2' })[0]).toMatchObject({ kind: 'search' })
  })

  it('are shown as rows, also when they are spelled in another way', () => {
    expect(rowsOf('observable', { _lte: { tlp: 2 } })).toMatchObject([
      { kind: 'compare', field: 'tlp', comparison: 'lte', wanted: ['2'] },
    ])
  })
})

describe('the steps of a rule in the editor', () => {
  it.each<[string, RuleStep]>([
    ['analyze', { analyze: { analyzers: ['A', 'B'] } }],
    ['analyzeAgain', { analyzeAgain: {} }],
    ['respond', { respond: { responder: 'Block', on: 'root', parameters: { hours: 24 } } }],
    ['tag', { tag: { tags: ['a', 'b'], on: 'root' } }],
    ['set', { set: { severity: 3, tlp: 2, pap: 1, assignee: 'ada' } }],
    ['comment', { comment: { text: '{value}' } }],
    ['task', { task: { title: 'Look', description: 'closely' } }],
    ['openCase', { openCase: { template: 'T', groupBy: ['source'], within: '4h' } }],
    ['dismiss', { dismiss: { reason: 'benign' } }],
    ['notify', { notify: { people: ['assignee'] } }],
    ['stop', { stop: {} }],
  ])('%s is stored as it was read', (_, step) => {
    expect(stepOf(stepDraftOf(step))).toEqual(step)
  })
})

describe('a rule in the editor', () => {
  it.each<[RuleOn]>([
    ['case.closed'],
    ['verdict.changed'],
    [{ 'verdict.changed': { from: ['safe'], to: ['malicious'], analyzer: 'A' } }],
    [{ stale: { in: 'watches', olderThan: '2d', levels: ['malicious'], perDay: 5 } }],
  ])('keeps its trigger %j', (on) => {
    expect(shownBody(draftOf(source({ on }), 'off')).on).toEqual(on)
  })

  it('ends with the day that was chosen', () => {
    const draft = draftOf(source({ expires: Date.UTC(2027, 3, 1) - 1 }), 'off')
    expect(draft.expires).toBe('2027-03-31')
    expect(inputOf(draft)).toMatchObject({ expires: '2027-03-31' })
  })

  it('is unchanged when it is opened again, whatever its rows are called', () => {
    const rule = source({ if: { tlp: 1 } })
    expect(isSameDraft(draftOf(rule, 'off'), draftOf(rule, 'off'))).toBe(true)
    expect(isSameDraft(draftOf(rule, 'off'), draftOf(rule, 'on'))).toBe(false)
  })

  it('names what is missing by the names of the server', () => {
    const draft = {
      ...emptyDraft(''),
      ...{ runsPerHour: '0', expires: '2020-01-01' },
      conditions: rowsOf('observable', { _or: [] }).map((row) => ({ ...row, search: '{' })),
      steps: [emptyStep('respond'), emptyStep('comment'), emptyStep('set')],
    }
    expect(Object.keys(draftProblems(draft, Date.UTC(2026, 0))).sort()).toEqual([
      ...['do[0].respond.responder', 'do[1].comment.text', 'do[2].set', 'expires', 'if[0]'],
      ...['name', 'runAs', 'runsPerHour'],
    ])
  })
})
