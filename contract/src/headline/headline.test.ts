import { describe, expect, it } from 'vitest'
import { type CatalogueId, catalogue, catalogueIds } from '../findings/index.ts'
import { fillSentence, inEnglish } from '../findings/sentence.ts'
import { englishSpeech } from './english.ts'
import { byConviction, composeHeadline as compose, convictionOf, headlineGraph } from './index.ts'
import { sayHeadline } from './say.ts'
import type { HeadlineEdge, HeadlineInput, HeadlineReason, HeadlineSubject } from './subject.ts'
import { maxReached, maxSteps, travelKinds } from './travel.ts'

const levels = {
  info: 'none',
  safe: 'safe',
  suspicious: 'suspicious',
  malicious: 'malicious',
} as const

const reason = (
  id: CatalogueId,
  parameters: Record<string, string | number> = {},
  analyzer = id.startsWith('lists.') ? 'Assay_Lists' : 'Assay_Other',
): HeadlineReason => ({
  level: levels[catalogue[id].level],
  text: fillSentence(catalogue[id].sentence, parameters, inEnglish) ?? id,
  id,
  parameters,
  analyzer,
})

const order = ['none', 'safe', 'suspicious', 'malicious'] as const
const subject = (
  name: string,
  reasons: readonly HeadlineReason[] = [],
  rest: Partial<HeadlineSubject> = {},
): HeadlineSubject => ({
  key: name,
  dataType: /^https?:/.test(name)
    ? 'url'
    : /\.(?:eml|zip|js|html|pdf|exe)$/.test(name)
      ? 'file'
      : 'domain',
  ...(/\.(?:eml|zip|js|html|pdf|exe)$/.test(name)
    ? { hash: name, filename: name }
    : { data: name }),
  level: order[Math.max(0, ...reasons.map(({ level }) => order.indexOf(level)))] ?? 'none',
  reasons,
  gaps: [],
  failures: [],
  answered: 3,
  ...rest,
})
const edge = (from: string, kind: string, to: string): HeadlineEdge => ({ from, kind, to })

interface Input extends Omit<HeadlineInput, 'graph'> {
  readonly others?: readonly HeadlineSubject[]
  readonly edges?: readonly HeadlineEdge[]
}
const composeHeadline = ({ others = [], edges = [], ...input }: Input) =>
  compose({ ...input, graph: headlineGraph(others, edges) })

const say = (input: Input) => sayHeadline(composeHeadline(input), englishSpeech)
const told = (input: Input) => {
  const { level, ownLevel, state } = composeHeadline(input)
  return [state, level, ownLevel, say(input)]
}

const brand = reason('mail.brand-in-name', {
  name: 'Example Bank',
  address: 'a@b.test',
  domain: 'b.test',
  brand: 'Example Bank',
})
const misleading = reason('mail.link-misleading', {
  shown: 'bank.example',
  target: 'https://evil.test/',
})
const blocked = reason('lists.blocked', { list: 'SOC', entry: 'evil.test' })
const listed = reason('feeds.malicious', {
  feed: 'URLhaus',
  entry: 'evil.test',
  why: 'malware',
  seen: 'x',
  age: 5,
})
const rule = reason('yara.malicious', {
  rule: 'MAL_x1',
  file: 'a.yar',
  description: 'Ransom note text',
})
const unnamedRule = reason('yara.malicious', {
  rule: 'MAL_x1',
  file: 'a.yar',
  description: 'no description',
})
const downloads = reason('script.download-run', { evidence: 'iwr x | iex' })
const smuggles = reason('page.smuggling', { way: 'blob', evidence: 'new Blob' })
const password = reason('page.password-elsewhere', { target: 'https://evil.test/p' })
const packer = reason('executable.packer', { section: 'UPX0', packer: 'UPX' })
const fact = reason('badge.type', { value: 'PDF' })
const allowed = reason('lists.allowed', { list: 'Ours', entry: 'a.test' })
const virusTotal: HeadlineReason = {
  level: 'malicious',
  text: 'VirusTotal: detection is 32/94.',
  analyzer: 'VirusTotal_GetReport_3_1',
}

const mail = 'a.eml'
const url = 'https://evil.test/x'

describe('the answer in one sentence', () => {
  it.each<[string, Input, unknown[]]>([
    [
      'a mail that imitates a bank and whose link leads to a blocked host',
      {
        subject: subject(mail, [brand, misleading]),
        others: [subject(url), subject('evil.test', [blocked])],
        edges: [edge(mail, 'link', url), edge(url, 'host', 'evil.test')],
      },
      [
        'judged',
        'malicious',
        'suspicious',
        'Phishing imitating Example Bank: its link leads to a host on your block list “SOC”',
      ],
    ],
    [
      'the same with a page that asks for the password',
      {
        subject: subject(mail, [brand]),
        others: [subject('login.html', [password]), subject(url, [blocked])],
        edges: [edge(mail, 'attachment', 'login.html'), edge(mail, 'link', url)],
      },
      [
        'judged',
        'malicious',
        'suspicious',
        'Credential phishing imitating Example Bank: its link leads to a host on your block list “SOC”',
      ],
    ],
    [
      'a phishing page',
      { subject: subject('login.html', [password, fact]) },
      [
        'judged',
        'suspicious',
        'suspicious',
        'Likely credential phishing: password form submits to another site: https://evil.test/p',
      ],
    ],
    [
      'a mail without a verdict and with one blocked link',
      {
        subject: subject(mail, [fact]),
        others: [subject(url, [blocked])],
        edges: [edge(mail, 'link', url)],
      },
      ['judged', 'malicious', 'none', 'Its link leads to a host on your block list “SOC”'],
    ],
    [
      'mail → attachment → archive → script',
      {
        subject: subject(mail, [fact]),
        others: [subject('a.zip'), subject('b.zip'), subject('run.js', [downloads])],
        edges: [
          edge(mail, 'attachment', 'a.zip'),
          edge('a.zip', 'contains', 'b.zip'),
          edge('b.zip', 'contains', 'run.js'),
        ],
      },
      [
        'judged',
        'suspicious',
        'none',
        'Likely malware delivery: its attachment a.zip contains the file run.js: downloads and executes code: iwr x | iex',
      ],
    ],
    [
      'archive → member in a feed',
      {
        subject: subject('a.zip'),
        others: [
          subject('run.exe', [{ ...listed, parameters: { ...listed.parameters, entry: 'ab12' } }]),
        ],
        edges: [edge('a.zip', 'contains', 'run.exe')],
      },
      ['judged', 'malicious', 'none', 'The file run.exe inside is in the threat feed “URLhaus”'],
    ],
    [
      'document → link → host in a feed',
      {
        subject: subject('a.pdf'),
        others: [subject(url), subject('evil.test', [listed])],
        edges: [edge('a.pdf', 'link', url), edge(url, 'host', 'evil.test')],
      },
      ['judged', 'malicious', 'none', 'Its link leads to a host in the threat feed “URLhaus”'],
    ],
    [
      'a blocked address',
      { subject: subject('192.0.2.1', [fact, listed, blocked], { dataType: 'ip' }) },
      ['judged', 'malicious', 'malicious', 'On your block list “SOC”'],
    ],
    [
      'a link whose host is blocked',
      { subject: subject(url, [blocked]) },
      ['judged', 'malicious', 'malicious', 'Its host is on your block list “SOC”'],
    ],
    [
      'only a rule',
      { subject: subject('a.exe', [rule]) },
      ['judged', 'malicious', 'malicious', 'Matches a YARA rule for: Ransom note text'],
    ],
    [
      'only a rule without a description',
      { subject: subject('a.exe', [unnamedRule]) },
      ['judged', 'malicious', 'malicious', 'Matches the YARA rule MAL_x1'],
    ],
    [
      'a rule beside something else',
      { subject: subject('a.exe', [rule, packer]) },
      [
        'judged',
        'malicious',
        'malicious',
        'Packed with UPX (section UPX0); matches a YARA rule for: Ransom note text',
      ],
    ],
    [
      'a category that the sentence says already',
      {
        subject: subject('a.html', [
          { ...smuggles, id: undefined, text: 'HTML smuggling (blob)' },
          smuggles,
        ]),
      },
      [
        'judged',
        'suspicious',
        'suspicious',
        'HTML smuggling (blob): the page builds and saves a file: new Blob',
      ],
    ],
    [
      'another program',
      { subject: subject('evil.test', [virusTotal]) },
      ['judged', 'malicious', 'malicious', 'VirusTotal: detection is 32/94'],
    ],
    [
      'allowed, yet blocked',
      { subject: subject('a.test', [allowed, blocked]) },
      [
        'judged',
        'malicious',
        'malicious',
        'On your block list “SOC”, although on your allow list “Ours”',
      ],
    ],
    [
      'allowed',
      { subject: subject('a.test', [fact, allowed]) },
      ['judged', 'safe', 'safe', 'Benign: on your allow list “Ours”'],
    ],
    [
      'allowed, and something was left out',
      {
        subject: subject('a.test', [allowed], {
          gaps: [{ analyzer: 'Assay_File', reason: 'it ends too early' }],
        }),
      },
      [
        'judged',
        'safe',
        'safe',
        'Benign: on your allow list “Ours”; not examined: it ends too early',
      ],
    ],
    [
      'nothing',
      { subject: subject('a.test', [fact]) },
      ['noVerdict', 'none', 'none', 'No verdict: 3 analyzers found nothing for or against it'],
    ],
    [
      'only incomplete',
      {
        subject: subject('a.zip', [fact], {
          gaps: [
            {
              analyzer: 'Assay_Archive',
              reason: '3 encrypted files not examined: no known password worked.',
            },
            { analyzer: 'Assay_File', reason: 'x' },
          ],
        }),
      },
      [
        'noVerdict',
        'none',
        'none',
        'No verdict; not examined: 3 encrypted files not examined: no known password worked (and 1 more)',
      ],
    ],
    [
      'incomplete in its attachment',
      {
        subject: subject(mail, [fact]),
        others: [
          subject('a.zip', [fact], { gaps: [{ analyzer: 'Assay_Archive', reason: 'encrypted' }] }),
        ],
        edges: [edge(mail, 'attachment', 'a.zip')],
      },
      ['noVerdict', 'none', 'none', 'No verdict; not examined: its attachment a.zip: encrypted'],
    ],
    [
      'an attachment that was not analyzed',
      {
        subject: subject(mail, [fact]),
        others: [subject('a.zip', [], { level: null, answered: 0 })],
        edges: [edge(mail, 'attachment', 'a.zip')],
      },
      [
        'noVerdict',
        'none',
        'none',
        'No verdict; not examined: its attachment a.zip was not analyzed',
      ],
    ],
    [
      'more than is followed',
      { subject: subject('a.zip'), isCut: true },
      ['noVerdict', 'none', 'none', 'No verdict; not examined: too many observables to follow'],
    ],
    [
      'analyzers still running',
      { subject: subject('a.test', [packer]), running: 4 },
      [
        'running',
        null,
        'suspicious',
        'No verdict yet: 3 of 7 analyzers finished; so far: packed with UPX (section UPX0)',
      ],
    ],
    [
      'analyzers still running, nothing so far',
      { subject: subject('a.test', [fact], { answered: 0, level: null }), running: 1 },
      ['running', null, null, 'No verdict yet: 0 of 1 analyzer finished'],
    ],
    [
      'analyzers still running, and blocked',
      { subject: subject('a.test', [blocked]), running: 4 },
      ['judged', 'malicious', 'malicious', 'On your block list “SOC”'],
    ],
    [
      'all failed',
      {
        subject: subject('a.test', [], {
          level: null,
          answered: 0,
          failures: [
            { analyzer: 'Assay_DNS_1_0', reason: 'The name servers do not answer' },
            { analyzer: 'B', reason: 'x' },
          ],
        }),
      },
      [
        'failed',
        null,
        null,
        'No verdict: 2 analyzers failed; not examined: DNS failed (The name servers do not answer) (and 1 more)',
      ],
    ],
    [
      'one failed',
      { subject: subject('a.test', [fact], { failures: [{ analyzer: 'B', reason: 'timeout' }] }) },
      ['noVerdict', 'none', 'none', 'No verdict; not examined: B failed (timeout)'],
    ],
    [
      'a name that does not resolve beside others',
      {
        subject: subject('a.test', [fact], {
          failures: [{ analyzer: 'B', reason: 'getaddrinfo ENOTFOUND a.test' }],
        }),
      },
      ['noVerdict', 'none', 'none', 'No verdict: 3 analyzers found nothing for or against it'],
    ],
    [
      'only a name that does not resolve',
      {
        subject: subject('a.test', [], {
          level: null,
          answered: 0,
          failures: [{ analyzer: 'B', reason: 'a.test is a name for the inside of a network' }],
        }),
      },
      ['notApplicable', null, null, 'No verdict: no analyzer applies to this observable'],
    ],
    [
      'never asked',
      { subject: subject('a.test', [], { level: null, answered: 0 }) },
      ['notAnalyzed', null, null, 'Not analyzed'],
    ],
    [
      'a type that no analyzer takes',
      { subject: subject('a', [], { level: null, answered: 0 }), isSupported: false },
      ['notSupported', null, null, 'Not analyzed: no enabled analyzer supports this type'],
    ],
  ])('%s', (_, input, expected) => expect(told(input)).toEqual(expected))

  it('is the same whatever the order of its input', () => {
    const others = [
      subject(url, [blocked]),
      subject('evil.test', [blocked]),
      subject('b.zip', [rule]),
      subject('run.js', [downloads]),
    ]
    const edges = [
      edge(mail, 'link', url),
      edge(url, 'host', 'evil.test'),
      edge(mail, 'attachment', 'b.zip'),
      edge('b.zip', 'contains', 'run.js'),
    ]
    const reasons = [brand, misleading, fact, rule, packer]
    const input = { subject: subject(mail, reasons), others, edges }
    const turned = {
      subject: subject(mail, reasons.toReversed()),
      others: others.toReversed(),
      edges: edges.toReversed(),
    }
    expect(composeHeadline(turned)).toEqual(composeHeadline(input))
  })

  it('fits in a line, and keeps names as they are', () => {
    const long = { ...downloads, parameters: { evidence: 'x'.repeat(500) } }
    expect(say({ subject: subject('a.js', [long]) })).toHaveLength(300)
    const excel = reason('mail.attachment-program', { name: 'Invoice.exe' })
    expect(say({ subject: subject(mail, [excel]) })).toBe('Executable attachment: Invoice.exe')
    const sender = { address: 'Office@examp1e.test', domain: 'examp1e.test', brand: 'example.test' }
    const alike = reason('mail.look-alike', { ...sender, way: '1 replaces l' })
    expect(say({ subject: subject(mail, [alike]) })).toContain(': Office@examp1e.test: examp1e')
    expect(
      say({ subject: subject(mail, [excel, { ...brand, parameters: { ...brand.parameters } }]) }),
    ).toContain('imitating Example Bank')
  })
})

describe('reasons', () => {
  it('are ranked: own lists, feeds, what is proven or strong, doubts, rules, hints, facts', () => {
    const hint = reason('script.download', { evidence: 'x' })
    const shuffled = [hint, fact, rule, downloads, packer, listed, blocked]
    const ranked = shuffled.toSorted(byConviction).map(({ id }) => id)
    expect(ranked).toEqual([
      'lists.blocked',
      'feeds.malicious',
      'script.download-run',
      'executable.packer',
      'yara.malicious',
      'script.download',
      'badge.type',
    ])
  })

  it.each(catalogueIds.filter((id) => !id.startsWith('yara.') && !id.startsWith('verdict.')))(
    'a rule comes after %s where that is more convincing',
    (id) => {
      const other = reason(id)
      const { level, confidence } = catalogue[id]
      const convinces = (level === 'suspicious' && confidence !== 'low') || level === 'malicious'
      const [first] = [rule, other].toSorted(byConviction)
      expect(first).toBe(convinces ? other : rule)
    },
  )

  it.each(catalogueIds.filter((id) => catalogue[id].level === 'info'))('%s never leads', (id) => {
    expect(convictionOf(reason(id))).toEqual({ rank: 0, weight: 0 })
    expect(composeHeadline({ subject: subject('a.test', [reason(id)]) }).lead).toBeUndefined()
  })

  it('of another program do not speak as a list of the organization', () => {
    const forged = reason('lists.blocked', { list: 'SOC', entry: 'a' }, 'Somebody_1_0')
    expect(convictionOf(forged)).toEqual(convictionOf(virusTotal))
    expect(composeHeadline({ subject: subject('a.test', [forged]), running: 1 }).state).toBe(
      'running',
    )
  })
})

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
