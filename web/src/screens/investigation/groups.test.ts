import type { InvestigationJob, InvestigationState, InvestigationValue } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { enterGroups, filtered, groupsOf, inOrderOfEntry } from './groups.ts'

const value = (data: string, state: InvestigationState, more = {}): InvestigationValue =>
  ({
    key: data,
    dataType: 'domain',
    data,
    state,
    level: null,
    reasons: [],
    cases: [],
    alerts: 0,
    asked: 0,
    answered: 0,
    ...more,
  }) as InvestigationValue
const job = (key: string, analyzerId: string) => ({ key, analyzerId }) as InvestigationJob

const every = { all: true, failed: false, typed: '', types: [], analyzers: [] }
const keys = (values: readonly InvestigationValue[]) => values.map(({ key }) => key)

describe('what is shown', () => {
  const values = [
    value('bad.test', 'malicious', { reasons: [{ text: 'On your block list' }] }),
    value('quiet.test', 'none'),
    value('broken.test', 'failed', { dataType: 'url' }),
    value('good.test', 'safe'),
  ]
  const investigation = { values, jobs: [job('bad.test', 'lists'), job('quiet.test', 'dns')] }

  it('is what needs attention, unless all is asked for', () => {
    expect(keys(filtered(investigation, { ...every, all: false }))).toEqual([
      'bad.test',
      'broken.test',
    ])
    expect(filtered(investigation, every)).toHaveLength(4)
  })

  it('is what an analyzer failed for, whatever others said, when that is asked for', () => {
    const broken = { key: 'quiet.test', analyzerId: 'dns', status: 'Failure' } as InvestigationJob
    expect(
      keys(filtered({ values, jobs: [broken] }, { ...every, all: false, failed: true })),
    ).toEqual(['quiet.test'])
  })

  it('fits words of the value, also defanged, and of its reasons, the type and the analyzer', () => {
    const by = (filter: object) => keys(filtered(investigation, { ...every, ...filter }))
    expect(by({ typed: 'BLOCK LIST' })).toEqual(['bad.test'])
    expect(by({ typed: 'quiet[.]' })).toEqual(['quiet.test'])
    expect(by({ types: ['url'] })).toEqual(['broken.test'])
    expect(by({ analyzers: ['dns'] })).toEqual(['quiet.test'])
  })

  it('stands in one group each, the worst first', () => {
    expect(groupsOf(values).map(({ state }) => state)).toEqual([
      'malicious',
      'failed',
      'none',
      'safe',
    ])
  })
})

it('a value that changes its group enters the new one at the end', () => {
  const before = [value('a', 'running'), value('b', 'none'), value('c', 'none')]
  const after = [value('a', 'none'), value('b', 'none'), value('c', 'none')]
  const entered = enterGroups(after, enterGroups(before, new Map()))
  expect(keys(inOrderOfEntry(after, entered))).toEqual(['b', 'c', 'a'])
  expect(keys(inOrderOfEntry(after, enterGroups(after, entered)))).toEqual(['b', 'c', 'a'])
})
