import { describe, expect, it } from 'vitest'
import {
  allowed,
  blocked,
  brand,
  composeHeadline,
  downloads,
  edge,
  fact,
  type Input,
  listed,
  mail,
  misleading,
  packer,
  password,
  reason,
  rule,
  say,
  smuggles,
  subject,
  told,
  unnamedRule,
  url,
  virusTotal,
} from './headline-samples.ts'

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
