import { describe, expect, it } from 'vitest'
import { levelOf, taxonomiesOf, worstLevel } from './levels.ts'
import { markingOf } from './marking.ts'
import { plainValue, sameType, shownValue } from './observable.ts'
import { isFinal, statusOf } from './statuses.ts'
import { ago, duration, fileSize } from './times.ts'

describe('the level of a finding', () => {
  it.each([
    ['malicious', 'malicious'],
    [' Suspicious ', 'suspicious'],
    ['SAFE', 'safe'],
    ['critical', 'unknown'],
    [undefined, 'unknown'],
    [['safe'], 'unknown'],
  ])('%j is %s', (value, level) => {
    expect(levelOf(value)).toBe(level)
  })

  it('of many is the worst one, and nothing is not safe', () => {
    expect(worstLevel([{ level: 'safe' }, { level: 'malicious' }, { level: 'info' }])).toBe(
      'malicious',
    )
    expect(worstLevel([])).toBeUndefined()
  })

  it('is read from whatever an analyzer sends', () => {
    expect(taxonomiesOf('no list')).toEqual([])
    expect(taxonomiesOf([null, 'x', { level: 'info', value: 3 }])).toEqual([
      { level: 'info', namespace: '', predicate: '', value: '3' },
    ])
  })
})

it.each([
  [0, 'CLEAR'],
  [3, 'RED'],
  [4, undefined],
  [-1, undefined],
  ['2', undefined],
  [1.5, undefined],
])('marking %j is %s', (value, name) => {
  expect(markingOf(value)).toBe(name)
})

it('an unknown status is final and has no name of ours', () => {
  expect(statusOf('Exploded')).toBeUndefined()
  expect(isFinal('Exploded')).toBe(true)
  expect(isFinal('InProgress')).toBe(false)
})

describe('an observable', () => {
  it.each([
    ['url', 'http://evil.example/a.b', 'hxxp://evil[.]example/a.b'],
    ['user-agent', 'Mozilla/5.0', 'Mozilla/5.0'],
    ['filename', 'a.pdf', 'a.pdf'],
  ])('of type %s is shown harmless, and only where there is harm', (dataType, data, shown) => {
    expect(shownValue({ dataType, data })).toBe(shown)
  })

  it('that is a file is its name and size', () => {
    const attachment = { name: 'invoice.doc', size: 49_152 }
    expect(shownValue({ dataType: 'file', attachment })).toBe('invoice.doc (48 KiB)')
    expect(plainValue({ dataType: 'file', attachment })).toBe('invoice.doc')
  })

  it('knows both spellings of a type', () => {
    expect(sameType('mail_subject', 'mail-subject')).toBe(true)
    expect(sameType('mail', 'mail-subject')).toBe(false)
  })
})

it.each([
  [-5, '0 ms'],
  [94, '94 ms'],
  [95, '0.1 s'],
  [420, '0.4 s'],
  [9_949, '9.9 s'],
  [38_000, '38 s'],
  [250_000, '4 min 10 s'],
  [7_500_000, '2 h 5 min'],
])('%i ms is %s', (ms, shown) => {
  expect(duration(ms)).toBe(shown)
})

it('a moment is relative to now', () => {
  expect(ago(1_000_000, 1_000_000 + 12 * 60_000)).toBe('12 minutes ago')
})

it.each([
  [0, '0 B'],
  [1023, '1,023 B'],
  [1536, '1.5 KiB'],
  [5_242_880, '5 MiB'],
])('%i bytes are %s', (bytes, shown) => {
  expect(fileSize(bytes)).toBe(shown)
})
