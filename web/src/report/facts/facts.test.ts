import { expect, it } from 'vitest'
import { loadTexts } from '../../texts/index.ts'
import type { Found } from '../artifacts/list.ts'
import { kindOf, panelsOf, reportPanels } from './index.ts'
import type { Block, Content, PanelModel } from './model.ts'

await loadTexts(['facts'])

const hash = 'ab'.repeat(32)
const foundFile = (name: string, size: number): Found => ({
  id: name,
  dataType: 'file',
  data: undefined,
  attachment: { id: hash, name, size, contentType: 'application/octet-stream' },
  tlp: 2,
  tags: [],
  messages: [],
})

const blocks = <Is extends Block['is']>(panels: readonly PanelModel[], is: Is) =>
  panels
    .flatMap((panel) => panel.blocks)
    .filter((block): block is Extract<Block, { is: Is }> => block.is === is)

const said = (content: Content) => ('text' in content ? content.text : content.data)
/** Label and content of every fact, as they are read. */
const facts = (panels: readonly PanelModel[]) =>
  Object.fromEntries(
    blocks(panels, 'facts')
      .flatMap((block) => block.facts)
      .map(({ label, content }) => [label, content.map(said).join(' ')]),
  )
const partsOf = (panels: readonly PanelModel[]) =>
  blocks(panels, 'parts').flatMap(({ parts }) => parts)
const of = (analyzer: string, full: unknown, found: readonly Found[] = []) =>
  reportPanels(`Assay_${analyzer}_1_0`, 'file', { full, found })

const mail = {
  isMail: true,
  subject: 'Your account is locked',
  date: '2026-11-15T08:00:00Z',
  from: { name: 'Example Bank', address: 'service@bank.example' },
  replyTo: [{ name: '', address: 'collect@mailer.example' }],
  to: [
    { name: '', address: 'ben@corp.example' },
    { name: '', address: 'eve@corp.example' },
  ],
  cc: [],
  authentication: { results: { spf: 'fail', dmarc: 'fail' } },
  findings: [{ level: 'suspicious', predicate: 'SPF', value: 'fail', explanation: 'It may not.' }],
  hops: [
    {
      from: 'mx.bank.test',
      address: '203.0.113.66',
      by: 'relay.example',
      date: null,
      seconds: null,
    },
    {
      from: 'relay.example',
      address: null,
      by: 'mail.corp.example',
      date: '2026-11-15T08:00:03Z',
      seconds: 2,
    },
  ],
  links: [
    { shown: 'www.bank.example', target: 'http://198.51.100.77/gate.php', isMisleading: true },
    { shown: 'x', target: 'javascript:alert(1)', isMisleading: false },
  ],
  textLinks: ['https://mailer.example/u'],
  attachments: [{ filename: 'Statement.pdf.exe', contentType: 'application/pdf', size: 12 }],
  headers: [{ name: 'from', value: 'x' }],
  text: 'Dear customer',
}

it('a mail says who claims to write, whether that is so, and where it leads', () => {
  const panels = of('Mail', mail, [foundFile('Statement.pdf.exe', 12)])

  expect(facts(panels)).toMatchObject({
    From: 'Example Bank service@bank.example forged',
    'Reply-To': 'collect@mailer.example',
    To: 'ben@corp.example and 1 more',
    Subject: 'Your account is locked',
  })
  expect(facts(panels).Sent).toContain('3 s later')
  expect(blocks(panels, 'checks')[0]?.checks).toEqual([
    { level: 'suspicious', title: 'SPF fails', note: 'It may not.' },
    { level: 'none', title: 'No DKIM result', note: 'There was nothing to check' },
    expect.objectContaining({ level: 'suspicious', title: 'DMARC fails' }),
  ])
  expect(blocks(panels, 'way')[0]?.stops.map(({ name }) => name)).toEqual([
    '203.0.113.66',
    'relay.example',
    'mail.corp.example',
  ])
  expect(partsOf(panels)).toEqual([
    expect.objectContaining({ data: 'http://198.51.100.77/gate.php', shows: 'www.bank.example' }),
    // A script has no page of its own.
    { dataType: 'url', name: 'javascript:alert(1)', shows: 'x' },
    { dataType: 'url', data: 'https://mailer.example/u' },
    expect.objectContaining({
      name: 'Statement.pdf.exe',
      attachment: expect.objectContaining({ id: hash }),
    }),
  ])
  expect(blocks(panels, 'prose')).toEqual([{ is: 'prose', text: 'Dear customer' }])
})

it('a mail that passes its checks is not called forged', () => {
  const panels = of('Mail', {
    ...mail,
    authentication: { results: { spf: 'pass', dmarc: 'pass' } },
  })

  expect(facts(panels).From).toBe('Example Bank service@bank.example')
})

it('a file says its type by content against its name, and whether it looks packed', () => {
  const panels = of('File', {
    size: 388_000,
    type: { extension: 'exe', mime: 'application/x-msdownload' },
    extension: 'pdf',
    mismatch: 'exe named pdf',
    hashes: { sha256: hash, md5: 'cd'.repeat(16), tlsh: null },
    entropy: { whole: 7.9 },
    strings: { interesting: [{ kind: 'url', text: 'http://evil.example' }] },
  })

  expect(facts(panels).Type).toBe('exe application/x-msdownload exe named pdf')
  expect(facts(panels).Entropy).toBe('looks packed or encrypted 7.9 of 8 bits')
  expect(blocks(panels, 'hashes')[0]?.hashes).toEqual([
    ['SHA-256', hash],
    ['MD5', 'cd'.repeat(16)],
  ])
  expect(blocks(panels, 'table')[0]?.table.rows).toEqual([['url', 'http://evil.example']])
})

it('a program says whether it is signed, when it was built and what it can do', () => {
  const panels = of('Executable', {
    isExecutable: true,
    format: 'PE32',
    architecture: 'x86',
    kind: 'program',
    compiled: '2026-10-01T00:00:00.000Z',
    signature: { isPresent: false },
    importedFunctions: 41,
    sections: [{ name: 'UPX1', size: 8192, flags: 'rwx', entropy: 7.8 }],
    findings: [
      { level: 'suspicious', predicate: 'Packer', value: 'UPX', explanation: 'Made by UPX' },
      {
        level: 'suspicious',
        predicate: 'Imports',
        value: 'download',
        explanation: 'It can load a file',
      },
    ],
  })

  expect(facts(panels)).toMatchObject({
    Format: 'PE32, x86, program',
    Signature: 'not signed',
    Packed: 'Made by UPX',
    Imports: '41 functions',
  })
  expect(blocks(panels, 'said')[0]?.items).toEqual([
    { level: 'suspicious', title: 'Network:', note: 'It can load a file' },
  ])
  expect(blocks(panels, 'meters')[0]?.meters[0]).toMatchObject({ name: 'UPX1', isHigh: true })
})

it('a document says what it does besides being read', () => {
  const panels = of(
    'Document',
    {
      isDocument: true,
      form: 'docm',
      pages: 3,
      macros: { startsByItself: ['AutoOpen'], modules: [{ name: 'M', length: 3, source: 'Sub' }] },
      findings: [{ level: 'suspicious', predicate: 'x', value: 'y', explanation: 'It runs' }],
      links: [{ url: 'https://evil.example/t.dotm', where: 'template' }],
      files: [{ name: 'M.bas', size: 3, message: 'macro' }],
    },
    [foundFile('M.bas', 3)],
  )

  expect(facts(panels)).toMatchObject({ Kind: 'docm', Pages: '3', 'Runs by itself': 'AutoOpen' })
  expect(blocks(panels, 'said')[0]?.items[0]?.title).toBe('It runs')
  expect(blocks(panels, 'code')[0]?.sources).toEqual([{ name: 'M', text: 'Sub' }])
  expect(partsOf(panels)).toHaveLength(2)
})

it('an archive lists its members by path, with what was not unpacked', () => {
  const panels = of(
    'Archive',
    {
      isArchive: true,
      form: 'zip',
      count: 2,
      unpackedSize: 100,
      passwords: ['infected'],
      members: [
        { path: 'b/run.exe', size: 60, isEncrypted: true },
        { path: 'a.txt', size: 40, isEncrypted: false, leftOut: 'limit of members' },
      ],
    },
    [foundFile('b/run.exe', 60)],
  )

  expect(facts(panels)).toMatchObject({ Form: 'zip', Members: '2', 'Opened with': 'infected' })
  expect(partsOf(panels).map(({ name, note }) => [name, note])).toEqual([
    ['a.txt', 'not unpacked: limit of members, 40 B'],
    ['b/run.exe', 'encrypted, 60 B'],
  ])
})

it('a script shows its language and what lay under its tricks', () => {
  const panels = of('Script', {
    isScript: true,
    language: 'PowerShell',
    length: 1200,
    layers: [{ layer: 1, how: 'base64', length: 5, text: 'iex x' }],
    findings: [{ level: 'malicious', explanation: 'It loads a program' }],
  })

  expect(facts(panels)).toMatchObject({ Language: 'PowerShell', Length: '1,200 characters' })
  expect(blocks(panels, 'code')[0]?.sources).toEqual([{ name: 'base64', text: 'iex x' }])
})

it('a certificate says who vouches for whom, how long and for which names', () => {
  const panels = of('Certificate', {
    isCertificate: true,
    containers: [],
    certificates: [
      {
        subject: { CN: 'bank.example' },
        issuer: { CN: 'Example CA', O: 'Example' },
        validFrom: '2026-01-01T00:00:00.000Z',
        validTo: '2026-04-01T00:00:00.000Z',
        isSelfSigned: true,
        key: { type: 'rsa', bits: 2048 },
        names: [{ kind: 'dns', value: '*.bank.example' }],
        fingerprints: { sha256: hash, sha1: 'ef'.repeat(20) },
        findings: [{ level: 'suspicious', explanation: 'It expired' }],
      },
    ],
  })

  expect(facts(panels)).toMatchObject({
    Subject: 'bank.example',
    Issuer: 'Example CA, Example signed by itself',
    Key: 'RSA 2048',
  })
  expect(blocks(panels, 'span')).toHaveLength(1)
  expect(partsOf(panels)).toEqual([
    { dataType: 'domain', data: 'bank.example', shows: '*.bank.example' },
  ])
})

it('a URL is one line of parts, and says what it hides', () => {
  const panels = reportPanels('Assay_Url_1_0', 'url', {
    found: [],
    full: {
      url: 'http://bank.example@0xc6336407:8080/login?a=1',
      scheme: 'http',
      hasUserName: true,
      hostname: '198.51.100.7',
      writtenHost: '0xc6336407',
      port: 8080,
      path: '/login',
      parameters: [{ name: 'a', value: '1' }],
      layers: [{ service: 'safelinks', target: 'https://evil.example/x', isDomainOnly: false }],
      length: 45,
      host: null,
    },
  })

  expect(blocks(panels, 'line')[0]?.pieces).toEqual([
    { part: 'scheme', text: 'hxxp://' },
    { part: 'user', text: 'name@' },
    { part: 'host', text: '198[.]51[.]100[.]7' },
    { part: 'port', text: ':8080' },
    { part: 'path', text: '/login' },
    { part: 'query', text: '?a=1' },
  ])
  expect(facts(panels).Hides).toContain('an IP address, written as 0xc6336407')
  expect(partsOf(panels).map(({ dataType, data }) => [dataType, data])).toEqual([
    ['ip', '198.51.100.7'],
    ['url', 'https://evil.example/x'],
  ])
})

it('a domain joins what three analyzers know of it', () => {
  const panels = panelsOf('domain', {
    Domain: {
      found: [],
      full: {
        name: 'examp1e-bank.test',
        unicode: 'examp1e-bank.test',
        registrable: 'examp1e-bank.test',
        resemblance: { brand: 'example-bank.example', isSuspicious: true },
      },
    },
    Rdap: {
      found: [],
      full: {
        isRegistered: true,
        registered: '2026-10-24T00:00:00Z',
        contacts: [{ roles: ['registrar'], name: 'Example Names Ltd', mails: [] }],
        nameServers: ['ns1.dns.example'],
      },
    },
    Dns: {
      found: [],
      full: {
        name: 'examp1e-bank.test',
        a: ['198.51.100.77'],
        aaaa: [],
        mx: [{ priority: 10, exchange: 'mx.examp1e-bank.test' }],
        ns: ['ns1.dns.example'],
        spf: null,
        dmarc: null,
      },
    },
  })

  expect(facts(panels)).toMatchObject({
    'Registered part': 'examp1e-bank.test',
    'Looks like': 'imitates example-bank.example',
    Addresses: '198.51.100.77',
    Mail: 'It accepts mail, says nothing about who may send (no SPF), and has no DMARC policy',
    'Name servers': 'ns1.dns.example',
  })
  expect(facts(panels).Age).toContain('with Example Names Ltd')
  expect(partsOf(panels).map(({ data }) => data)).toEqual([
    '198.51.100.77',
    'mx.examp1e-bank.test',
    'ns1.dns.example',
  ])
})

it('an address says whose it is and where, in words', () => {
  const panels = panelsOf('ip', {
    IP: {
      found: [],
      full: {
        address: '198.51.100.7',
        reserved: { range: '198.51.100.0/24', meaning: 'examples' },
        places: [
          { countryCode: 'DE', asn: 64500, owner: 'Example Net', database: 'x', built: 'y' },
        ],
      },
    },
    Dns: { found: [], full: { names: [{ name: 'host.example', isConfirmed: false }] } },
  })

  expect(facts(panels)).toMatchObject({
    'Reverse name': 'host[.]example it does not lead back',
    Owner: 'AS64500 Example Net',
    Country: 'Germany',
    'Reserved for': 'examples 198.51.100.0/24',
  })
})

it('a hash says its algorithm and as what it is known', () => {
  const panels = reportPanels('Assay_Hash_1_0', 'hash', {
    found: [],
    full: {
      algorithm: 'SHA-256',
      algorithms: ['SHA-256', 'SHA3-256'],
      known: { name: 'EICAR test file', level: 'malicious' },
      lists: [{ level: 'malicious', list: 'bad.txt', name: '' }],
      checkedLists: 4,
    },
  })

  expect(facts(panels)).toMatchObject({
    Algorithm: 'SHA-256 or SHA3-256',
    'Known as': 'EICAR test file on the list bad.txt',
  })
})

it('any other report shows its first eight single fields and small tables', () => {
  const full = {
    ...Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`field${at}`, at])),
    note: '<b onclick=x>bold</b>',
    rows: Array.from({ length: 12 }, (_, at) => ({ a: at, b: 1, c: 2, d: 3, e: 4, f: [1] })),
    nested: [[1, [2]]],
  }
  const panels = reportPanels('VirusTotal_3_1', 'domain', { full, found: [] })

  expect(Object.keys(facts(panels))).toHaveLength(8)
  const [table] = blocks(panels, 'table')
  expect(table?.table.columns).toHaveLength(5)
  expect(table?.table.rows).toHaveLength(10)
  expect(table?.table.left).toBe(2)
})

it.each([
  ['a bare text', 'nothing but words', 'nothing but words'],
  ['a number', 7, '7'],
])('a report that is %s is shown as text', (_, full, shown) => {
  const panels = reportPanels('Other_1_0', 'domain', { full, found: [] })

  expect(blocks(panels, 'prose')).toEqual([{ is: 'prose', text: shown }])
})

it('a field of another shape than it should have is shown as of any analyzer', () => {
  const panels = of('Mail', { ...mail, subject: ['a', 'list'], date: 12, from: 'a@b.example' })

  expect(facts(panels).From).toBe('a@b.example')
  expect(facts(panels).Date).toBe('12')
  expect(facts(panels).Subject).toBe('a list')
})

it.each([
  ['a file that is no mail', 'Mail', { isMail: false }],
  ['a file that is no program', 'Executable', { isExecutable: false }],
  ['a file that is no document', 'Document', { isDocument: false }],
])('%s has no panel of that type', (_, kind, full) => {
  expect(panelsOf('file', { [kind]: { full, found: [] } })).toEqual([])
})

it('only built-in analyzers have forms of their own', () => {
  expect(kindOf('Assay_Mail_1_0')).toBe('Mail')
  expect(kindOf('Assay_IP_1_0')).toBe('IP')
  expect(kindOf('Mail_1_0')).toBeUndefined()
  expect(kindOf('Assay_toString_1_0')).toBeUndefined()
})
