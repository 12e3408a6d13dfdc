import { badgeSentence } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { normalised, valueKey } from './key.ts'
import { saidIn } from './said.ts'
import { changeText, movesOf, readChanges, withPast } from './verdict.ts'

const badge = (level: string, namespace: string, predicate: string, value: string) => ({
  level,
  namespace,
  predicate,
  value,
})

describe('a sentence of a badge', () => {
  it.each([
    ['VT', 'detection', '32/94', 'VirusTotal: detection is 32/94.'],
    ['Abuse_Finder', 'GetReport', 'a@b.test', 'Abuse Finder: get report is a@b.test.'],
    ['DNS', 'SPF', 'none!', 'DNS: SPF is none!'],
    ['', 'hits', '3', 'Hits is 3.'],
    ['MISP', '', '', ''],
    ['X', 'said', 'two\nlines \u0000', 'X: said is two lines \ufffd.'],
    ['Lists', 'Hits', '0', 'Not on any of your lists'],
    ['Feeds', 'Hits', '0', 'Not in any threat feed'],
    ['Text', 'Observables', '0', 'No observables found in the text'],
    ['File', 'Type', 'txt', 'File type by content: txt'],
    ['File', 'Size', '2629', ''],
    ['Archive', 'Members', '1', 'Contains 1 file'],
    ['Archive', 'Members', 'many', 'Archive: members is many.'],
    ['Mail', 'SPF', 'pass', 'SPF according to the receiving server: pass'],
  ])('%s:%s="%s" reads %j', (namespace, predicate, value, sentence) => {
    expect(badgeSentence(badge('info', namespace, predicate, value)).text).toBe(sentence)
  })
})

describe('what a report says', () => {
  const summary = (...levels: string[]) =>
    JSON.stringify({ taxonomies: levels.map((level) => badge(level, 'X', 'is', level)) })

  it('is the worst of its badges; a fact is not a verdict', () => {
    expect(saidIn(summary('info', 'suspicious', 'safe'), '{}').rank).toBe(2)
    expect(saidIn(summary('info', 'strange'), '{}').rank).toBe(0)
    expect(saidIn('{}', '{}')).toEqual({ rank: 0, reasons: [] })
  })

  it('is explained in its own sentences before those made of badges, the worst first', () => {
    const full = JSON.stringify({
      findings: [
        { level: 'info', explanation: 'A fact' },
        {
          id: 'mail.spf',
          level: 'malicious',
          explanation: 'It is bad',
          parameters: { a: 1, b: [] },
        },
        { level: 'malicious', explanation: 'It is bad' },
        { level: 'info', explanation: 7 },
        null,
      ],
    })
    expect(saidIn(summary('suspicious'), full).reasons).toEqual([
      // No reason is worse than the verdict.
      { rank: 2, text: 'It is bad', id: 'mail.spf', parameters: { a: 1 } },
      { rank: 0, text: 'A fact' },
    ])
  })

  it('is kept in a few bytes, whatever a report holds', () => {
    const findings = Array.from({ length: 50 }, (_, at) => ({
      id: 'x.y',
      level: 'malicious',
      explanation: `${at} ${'é'.repeat(5000)}`,
      parameters: { long: 'x'.repeat(5000) },
    }))
    const { reasons } = saidIn(summary('malicious'), JSON.stringify({ findings }))

    expect(reasons.length).toBeLessThanOrEqual(6)
    expect(reasons.every(({ text }) => text.length <= 300)).toBe(true)
    expect(Buffer.byteLength(JSON.stringify(reasons))).toBeLessThanOrEqual(4096)
  })
})

describe('the key of a value', () => {
  it.each([
    ['domain', 'Example.TEST.', 'example.test'],
    ['mail', 'A@b.Test', 'a@b.test'],
    ['url', 'HTTPS://Example.test/Path?Q', 'https://example.test/Path?Q'],
    ['other', 'As It Is', 'As It Is'],
  ])('of %s %s is that of %s', (dataType, data, usual) => {
    expect(normalised(dataType, data)).toBe(usual)
    expect(valueKey({ dataType, data })).toBe(valueKey({ dataType, data: usual }))
  })

  it('of a file is that of its bytes, under whatever type it was sent', () => {
    const hash = 'AB'.repeat(32)
    expect(valueKey({ dataType: 'file', hash })).toBe(
      valueKey({ dataType: 'sample', hash: hash.toLowerCase() }),
    )
  })
})

describe('how a verdict moved', () => {
  it('follows the worst of all analyzers', () => {
    const first = [
      { at: 3, rank: 0, jobId: 'c' },
      { at: 1, rank: 3, jobId: 'a' },
    ]
    const second = [{ at: 2, rank: 2, jobId: 'b' }]
    expect(movesOf([first, second])).toEqual([
      { at: 3, rank: 2, from: 3, by: 0, jobId: 'c' },
      { at: 1, rank: 3, from: undefined, by: 0, jobId: 'a' },
    ])
  })

  it('is read from a text of which the end may be cut off', () => {
    const changes = [1, 2, 3].map((at) => ({ at, rank: at, jobId: `job-${at}` }))
    const text = changes.map(changeText).join('')
    expect(readChanges(text)).toEqual(changes)
    expect(readChanges(text.slice(0, -3))).toEqual(changes.slice(0, 2))
  })

  it('reaches back by what was said earlier', () => {
    const known = [{ at: 5, rank: 2, jobId: 'b' }]
    expect(withPast(known, { at: 3, rank: 2, jobId: 'a' })).toEqual([
      { at: 3, rank: 2, jobId: 'a' },
    ])
    expect(withPast(known, { at: 3, rank: 0, jobId: 'a' })).toEqual([
      ...known,
      { at: 3, rank: 0, jobId: 'a' },
    ])
  })

  it('is the same from the oldest on as from the newest back, and once more', () => {
    const said = [
      { at: 1, rank: 3, jobId: 'a' },
      { at: 2, rank: 3, jobId: 'b' },
      { at: 3, rank: 1, jobId: 'c' },
      { at: 4, rank: 3, jobId: 'd' },
    ]
    const changes = [said[3], said[2], said[0]]
    for (const order of [said, said.toReversed()]) {
      const found = order.reduce(withPast, [] as typeof said)
      expect(found).toEqual(changes)
      expect(said.reduce(withPast, found)).toEqual(changes)
    }
  })
})
