import { describe, expect, it } from 'vitest'
import {
  changedTags,
  checkStatuses,
  firstValues,
  mergeOfCases,
  prefixed,
  withAlert,
} from './case-rules.ts'

describe('tags after a change', () => {
  it.each([
    [{}, ['a', 'b']],
    [{ tags: ['c', 'c'] }, ['c']],
    [{ tags: [] }, []],
    [{ addTags: ['b', 'c'] }, ['a', 'b', 'c']],
    [{ removeTags: ['a', 'z'] }, ['b']],
    [{ tags: ['c'], addTags: ['d'], removeTags: ['c'] }, ['d']],
    // Removing and adding the same tag means that it should be there.
    [{ addTags: ['a'], removeTags: ['a'] }, ['b', 'a']],
  ])('%j', (change, tags) => {
    expect(changedTags(['a', 'b'], change)).toEqual(tags)
  })

  it('are at most 1,000', () => {
    const many = Array.from({ length: 999 }, (_, index) => `${index}`)

    expect(changedTags(many, { addTags: ['x'] })).toHaveLength(1_000)
    expect(() => changedTags(many, { addTags: ['x', 'y'] })).toThrow('Limit of 1000 tags exceeded')
  })
})

describe('a title', () => {
  it.each([
    [null, 'A title'],
    ['', 'A title'],
    ['[P]', '[P] A title'],
    ['[P] ', '[P] A title'],
  ])('with the prefix %j', (prefix, title) => {
    expect(prefixed(prefix, 'A title')).toBe(title)
  })
})

describe('resolution and impact', () => {
  it('may be empty or known', () => {
    checkStatuses({})
    checkStatuses({ resolutionStatus: null, impactStatus: null })
    checkStatuses({ resolutionStatus: 'Duplicated', impactStatus: 'NotApplicable' })
  })

  it('are not found when they are unknown', () => {
    expect(() => checkStatuses({ resolutionStatus: 'x' })).toThrow('ResolutionStatus x not found')
    expect(() => checkStatuses({ impactStatus: '' })).toThrow('ImpactStatus  not found')
  })
})

const one = {
  title: 'One',
  description: 'First',
  severity: 1,
  flag: 0,
  tlp: 3,
  pap: 0,
  start_date: 20,
  summary: null,
  tags: '["a"]',
  custom_fields: '{"x":{"type":"string","value":null,"order":1}}',
}
const two = {
  ...one,
  title: 'Two',
  description: 'Second',
  severity: 3,
  tlp: 1,
  pap: 2,
  flag: 1,
  start_date: 10,
  summary: 'Sum',
  tags: '["b","a"]',
  custom_fields: '{"x":{"type":"string","value":"v","order":2}}',
}

describe('cases that become one', () => {
  it('lose nothing, and the gravest level counts', () => {
    expect(mergeOfCases([one, two])).toEqual({
      title: 'One / Two',
      description: 'First\n\nSecond',
      severity: 3,
      tlp: 3,
      pap: 2,
      flag: 1,
      start_date: 10,
      summary: 'Sum',
      tags: ['a', 'b'],
      custom_fields: { x: { type: 'string', value: 'v', order: 2 } },
    })
  })

  it('have a title that a case may have, cut between characters', () => {
    const { title } = mergeOfCases([{ ...one, title: '\u{1F600}'.repeat(256) }, two])

    expect(title).toBe(`${'\u{1F600}'.repeat(255)}…`)
    expect(mergeOfCases([{ ...one, title: 'x'.repeat(512) }, two]).title).toHaveLength(512)
  })

  it('stop when their texts are too long together', () => {
    const long = { ...one, description: 'x'.repeat(3 * 1_048_576) }

    expect(() => mergeOfCases([long, long])).toThrow('Shorten the descriptions first')
  })
})

it('says of which alert a text came', () => {
  const alert = { source_ref: 'r-1', title: 'Alarm', description: 'Seen' }

  expect(withAlert('Before', alert)).toBe('Before\n\n#### Merged with alert #r-1 Alarm\n\nSeen')
})

it('takes of each field the first value that there is', () => {
  const value = (text: string | null) => ({ type: 'string', value: text, order: null }) as const

  expect(
    firstValues([
      { a: value(null), b: value('1') },
      { a: value('2'), b: value('3') },
    ]),
  ).toEqual({ a: value('2'), b: value('1') })
})
