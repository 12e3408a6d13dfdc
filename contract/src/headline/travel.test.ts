import { describe, expect, it } from 'vitest'
import { convictionOf } from './conviction.ts'
import {
  allowed,
  blocked,
  composeHeadline,
  downloads,
  edge,
  fact,
  listed,
  mail,
  packer,
  reason,
  rule,
  say,
  subject,
  url,
  virusTotal,
} from './headline-samples.ts'
import type { HeadlineEdge, HeadlineReason } from './subject.ts'
import { maxReached, maxSteps, travelKinds } from './travel.ts'

describe('what it leads to', () => {
  const chainOf = (length: number, kind: string, end: HeadlineReason) => {
    const names = Array.from({ length: length + 1 }, (_, at) => `${at}.zip`)
    return composeHeadline({
      subject: subject('0.zip'),
      others: names.slice(1).map((name, at) => subject(name, at === length - 1 ? [end] : [])),
      edges: names.slice(1).map((name, at) => edge(names[at] ?? '', kind, name)),
    })
  }

  it('weighs less with each step, and nothing from a distance', () => {
    const weights = [1, 2, 3, 4, 5, 6, 7].map(
      (steps) => chainOf(steps, 'contains', rule).inherited[0]?.weight,
    )
    expect(weights).toEqual([63, 57, 51, 46, 41, 37, undefined])
    expect(chainOf(1, 'contains', rule).level).toBe('malicious')
    expect(chainOf(2, 'contains', rule).level).toBe('suspicious')
    expect(chainOf(maxSteps + 1, 'contains', blocked)).toMatchObject({
      level: 'none',
      notExamined: [{ kind: 'cut' }],
    })
  })

  it('leaves a file suspicious however deep it is wrapped, and a link not', () => {
    const doubtful = reason('url.generated', { name: 'x', score: 9 })
    expect(convictionOf(doubtful).weight).toBeLessThan(32)
    for (const kind of ['contains', 'attachment'])
      expect([1, 2, 3, 4, 5, 6].map((steps) => chainOf(steps, kind, doubtful).level)).toEqual(
        Array.from({ length: 6 }, () => 'suspicious'),
      )
    expect(chainOf(2, 'link', doubtful).level).toBe('none')
  })

  it('passes a link if a letter of a brand is replaced, not if its name is a part', () => {
    const levelBy = (kind: string, way: string) =>
      chainOf(1, kind, reason('url.resembles', { brand: 'bank.example', name: 'x', way })).level
    const disguises = [
      '1 replaces l, words added',
      'homoglyphs',
      'look-alike characters in a subdomain',
    ]
    expect(disguises.map((way) => levelBy('link', way))).toEqual(disguises.map(() => 'suspicious'))
    for (const way of ['name plus added words', 'one character different'])
      expect(levelBy('link', way)).toBe('none')
    expect(disguises.map((way) => levelBy('found in', way))).toEqual(disguises.map(() => 'none'))
  })

  it('shows the chain', () => {
    expect(chainOf(2, 'contains', rule).inherited[0]?.chain).toEqual([
      { kind: 'contains', dataType: 'file', hash: '1.zip', filename: '1.zip', level: 'none' },
      { kind: 'contains', dataType: 'file', hash: '2.zip', filename: '2.zip', level: 'malicious' },
    ])
  })

  it('is followed once, also around in circles', () => {
    const { level, inherited } = composeHeadline({
      subject: subject('a.zip'),
      others: [subject('b.zip'), subject('c.zip', [blocked])],
      edges: [
        edge('a.zip', 'contains', 'b.zip'),
        edge('b.zip', 'contains', 'c.zip'),
        edge('c.zip', 'contains', 'b.zip'),
        edge('c.zip', 'contains', 'a.zip'),
        edge('a.zip', 'contains', 'a.zip'),
      ],
    })
    expect([level, inherited.length]).toEqual(['malicious', 1])
  })

  it('of a link has no host that a list describes in words', () => {
    const noted = reason('lists.blocked', { list: 'SOC', entry: 'imitates bank.example' })
    const { inherited } = composeHeadline({
      subject: subject('a.eml'),
      others: [subject('https://big.test/a', [noted])],
      edges: [edge('a.eml', 'link', 'https://big.test/a')],
    })
    expect(inherited.map(({ chain }) => chain.map(({ kind }) => kind))).toEqual([['link']])
  })

  it('is bounded in breadth, and says so', () => {
    const names = Array.from({ length: maxReached + 50 }, (_, at) => `${at}.zip`)
    const { notExamined } = composeHeadline({
      subject: subject('root.zip'),
      others: names.map((name) => subject(name)),
      edges: names.map((name) => edge('root.zip', 'contains', name)),
    })
    expect(notExamined).toEqual([{ kind: 'cut', reason: '', chain: [] }])
  })

  it.each<[string, HeadlineEdge[]]>([
    [
      'another link to the same host',
      [
        edge('https://big.test/a', 'host', 'big.test'),
        edge('https://big.test/b', 'host', 'big.test'),
      ],
    ],
    ['what it was found in', [edge('https://big.test/b', 'link', 'https://big.test/a')]],
    ['a name server', [edge('https://big.test/a', 'name server', 'https://big.test/b')]],
    [
      'a relation that no one names',
      [edge('https://big.test/a', 'anything', 'https://big.test/b')],
    ],
  ])('is not %s', (_, edges) => {
    const { level } = composeHeadline({
      subject: subject('https://big.test/a'),
      others: [subject('big.test'), subject('https://big.test/b', [virusTotal])],
      edges,
    })
    expect(level).toBe('none')
  })

  it.each(['lists.warning', 'lists.service', 'lists.allowed'] as const)(
    'a host that %s calls common is judged by own lists only',
    (id) => {
      const common = reason(id, { list: 'x', entry: 'big.test' })
      const levelWith = (other: HeadlineReason) =>
        composeHeadline({
          subject: subject('https://big.test/a'),
          others: [subject('big.test', [common, other])],
          edges: [edge('https://big.test/a', 'host', 'big.test')],
        }).level
      expect([levelWith(virusTotal), levelWith(listed), levelWith(blocked)]).toEqual([
        'none',
        'none',
        'malicious',
      ])
    },
  )

  it.each(['address', 'registered part', 'first server'])(
    '%s is shared: feeds do not condemn it',
    (kind) => {
      const levelWith = (other: HeadlineReason) =>
        composeHeadline({
          subject: subject('a.test'),
          others: [subject('192.0.2.1', [other], { dataType: 'ip' })],
          edges: [edge('a.test', kind, '192.0.2.1')],
        }).level
      expect(levelWith(listed)).toBe('none')
      expect(levelWith(blocked)).toBe(kind === 'registered part' ? 'malicious' : 'suspicious')
    },
  )

  it('of what is allowed only own block lists count', () => {
    const levelWith = (other: HeadlineReason) =>
      composeHeadline({
        subject: subject(mail, [allowed]),
        others: [subject(url, [other])],
        edges: [edge(mail, 'link', url)],
      }).level
    expect([levelWith(listed), levelWith(blocked)]).toEqual(['safe', 'malicious'])
  })

  it('a doubt does not travel along a link, a fact and a hint never', () => {
    const levelWith = (kind: string, other: HeadlineReason) =>
      composeHeadline({
        subject: subject(mail),
        others: [subject(kind === 'link' ? url : 'a.zip', [other])],
        edges: [edge(mail, kind, kind === 'link' ? url : 'a.zip')],
      }).level
    const hint = reason('script.download', { evidence: 'x' })
    expect([
      levelWith('attachment', packer),
      levelWith('attachment', hint),
      levelWith('attachment', fact),
    ]).toEqual(['suspicious', 'none', 'none'])
    expect([levelWith('link', packer), levelWith('link', downloads)]).toEqual([
      'none',
      'suspicious',
    ])
  })

  it.each(travelKinds)('%s has its words', (kind) => {
    for (const dataType of ['file', 'url', 'ip']) {
      const input = {
        subject: subject('https://a.test/'),
        others: [subject('x', [blocked], { dataType })],
        edges: [edge('https://a.test/', kind, 'x')],
      }
      const { lead } = composeHeadline(input)
      if (lead) expect(say(input)).toMatch(/^[A-Z].+ (?:is|leads to .+) on your block list “SOC”$/)
    }
  })
})
