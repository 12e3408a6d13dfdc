import { expect, it } from 'vitest'
import { loadTexts } from '../../../base/texts/index.ts'
import { blocks, facts, foundFile, hash, of, partsOf } from './read-panels.ts'

await loadTexts(['facts'])

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
  const panels = of('mail', mail, [foundFile('Statement.pdf.exe', 12)])

  expect(facts(panels)).toMatchObject({
    From: 'Example Bank service@bank.example spoofed',
    'Reply-To': 'collect@mailer.example',
    To: 'ben@corp.example and 1 more',
    Subject: 'Your account is locked',
  })
  expect(facts(panels).Sent).toContain('3 s later')
  expect(blocks(panels, 'checks')[0]?.checks).toEqual([
    { level: 'suspicious', title: 'SPF failed', note: 'It may not.' },
    { level: 'none', title: 'No DKIM result', note: 'Not checked' },
    expect.objectContaining({ level: 'suspicious', title: 'DMARC failed' }),
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
  const panels = of('mail', {
    ...mail,
    authentication: { results: { spf: 'pass', dmarc: 'pass' } },
  })

  expect(facts(panels).From).toBe('Example Bank service@bank.example')
})

it('a name agrees with a content only if both say the same type', () => {
  const types = [
    'html',
    'txt',
    'pdf',
    'docx',
    'xlsx',
    'doc',
    'zip',
    'jar',
    'jpg',
    'png',
    'exe',
    'eml',
  ]
  const says = (ending: string, extension: string) =>
    JSON.stringify(
      of('file', { size: 1, extension: ending, mismatch: null, type: { extension, mime: 'a/b' } }),
    ).includes('matches extension')
  const agreeing = types.flatMap((named) =>
    types.flatMap((found) => (says(named, found) ? [`${named} ${found}`] : [])),
  )
  expect(agreeing).toEqual(types.map((type) => `${type} ${type}`))
  expect([says('JPEG', 'jpg'), says('htm', 'html')]).toEqual([true, true])
})

it('a file says its type by content against its name, and whether it looks packed', () => {
  const panels = of('file', {
    size: 388_000,
    type: { extension: 'exe', mime: 'application/x-msdownload' },
    extension: 'pdf',
    mismatch: 'exe named pdf',
    hashes: { sha256: hash, md5: 'cd'.repeat(16), tlsh: null },
    entropy: { whole: 7.9 },
    strings: { interesting: [{ kind: 'url', text: 'http://evil.example' }] },
  })

  expect(facts(panels)['File type']).toBe('exe application/x-msdownload exe named pdf')
  expect(facts(panels).Entropy).toBe('likely packed or encrypted 7.9 of 8 bits')
  expect(blocks(panels, 'hashes')[0]?.hashes).toEqual([
    ['SHA-256', hash],
    ['MD5', 'cd'.repeat(16)],
  ])
  expect(blocks(panels, 'table')[0]?.table.rows).toEqual([['url', 'http://evil.example']])
})

it('a program says whether it is signed, when it was built and what it can do', () => {
  const panels = of('program', {
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
    'document',
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

  expect(facts(panels)).toMatchObject({ Kind: 'docm', Pages: '3', 'Runs on open': 'AutoOpen' })
  expect(blocks(panels, 'said')[0]?.items[0]?.title).toBe('It runs')
  expect(blocks(panels, 'code')[0]?.sources).toEqual([{ name: 'M', text: 'Sub' }])
  expect(partsOf(panels)).toHaveLength(2)
})

it('an archive lists its members by path, with what was not unpacked', () => {
  const panels = of(
    'archive',
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

  expect(facts(panels)).toMatchObject({ Format: 'zip', Files: '2', 'Opened with': 'infected' })
  expect(partsOf(panels).map(({ name, note }) => [name, note])).toEqual([
    ['a.txt', 'not extracted: limit of members, 40 B'],
    ['b/run.exe', 'encrypted, 60 B'],
  ])
})

it('a script shows its language and what lay under its tricks', () => {
  const panels = of('script', {
    isScript: true,
    language: 'PowerShell',
    length: 1200,
    layers: [{ layer: 1, how: 'base64', length: 5, text: 'iex x' }],
    findings: [{ level: 'malicious', explanation: 'It loads a program' }],
  })

  expect(facts(panels)).toMatchObject({ Language: 'PowerShell', Length: '1,200 characters' })
  expect(blocks(panels, 'code')[0]?.sources).toEqual([{ name: 'base64', text: 'iex x' }])
})

it('a certificate says who issued it to whom, how long and for which names', () => {
  const panels = of('certificate', {
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
    Issuer: 'Example CA, Example self-signed',
    Key: 'RSA 2048',
  })
  expect(blocks(panels, 'span')).toHaveLength(1)
  expect(partsOf(panels)).toEqual([
    { dataType: 'domain', data: 'bank.example', shows: '*.bank.example' },
  ])
})

it('a field of another shape than it should have is shown as of any analyzer', () => {
  const panels = of('mail', { ...mail, subject: ['a', 'list'], date: 12, from: 'a@b.example' })

  expect(facts(panels).From).toBe('a@b.example')
  expect(facts(panels).Date).toBe('12')
  expect(facts(panels).Subject).toBe('a list')
})
