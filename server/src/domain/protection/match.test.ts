import { formatAddress, formatNetwork } from '@assay/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readEntry, readRange } from './entries.ts'
import { overlaps, protecting, targetProblem } from './match.ts'
import { shippedEntries } from './shipped.ts'
import { targetsIn } from './targets.ts'

const suffixes = new Set(['com', 'example', 'co.uk', 'github.io'])
/** As the list does: a name of one label that it does not know is a suffix. */
const isSuffix = (name: string) => suffixes.has(name) || !name.includes('.')
const shipped = shippedEntries('https://assay.example.net:9001/')
const idsFor = (dataType: string, data: string) =>
  protecting(shipped, { dataType, data }, isSuffix).map(({ id }) => id.replace('shipped-', ''))

const entry = (kind: Parameters<typeof readEntry>[0], text: string) => {
  const read = readEntry(kind, text)
  if ('problem' in read) throw new Error(read.problem)
  return [{ id: 'own', kind, value: read.value, note: '' }]
}
const stops = (entries: ReturnType<typeof entry>, dataType: string, data: string) =>
  protecting(entries, { dataType, data }, isSuffix).length > 0

describe('what comes with the program', () => {
  it.each([
    ['ip', '10.1.2.3', 'private-10'],
    ['ip', '172.31.255.255', 'private-172'],
    ['ip', '192.168.0.1', 'private-192'],
    ['ip', '127.0.0.1', 'loopback'],
    ['ip', '::1', 'loopback-v6'],
    ['ip', 'fe80::1%eth0', 'link-local-v6'],
    ['ip', 'fd00::1', 'private-v6'],
    ['ip', '169.254.169.254', 'link-local'],
    ['ip', '8.8.8.8', 'google-1'],
    ['ip', '1.1.1.1', 'cloudflare-1'],
    ['ip', '9.9.9.9', 'quad9-1'],
    ['ip', '2606:4700:4700:0:0:0:0:1111', 'cloudflare-3'],
    ['ip', '::ffff:8.8.8.8', 'google-1'],
    ['ip', '8.8.8.0/24', 'google-1'],
    ['url', 'http://8.8.8.8/login', 'google-1'],
    ['url', 'http://0x08080808/', 'google-1'],
    ['url', 'https://user@[::1]:8443/', 'loopback-v6'],
    ['other', '8.8.8.8', 'google-1'],
    ['other', 'hxxp://8[.]8[.]8[.]8/', 'google-1'],
    ['ip', '8.8.8.8:53', 'google-1'],
    ['domain', 'assay.example.net', 'own-host'],
    ['url', 'https://Assay.Example.NET./x', 'own-host'],
    ['domain', 'example.net', 'own-host'],
    ['domain', 'co.uk', 'suffixes'],
    ['fqdn', 'GitHub.io.', 'suffixes'],
    ['domain', 'com', 'suffixes'],
    ['url', 'https://github.io/', 'suffixes'],
    ['hostname', '127.0.0.1', 'loopback'],
  ])('protects %s %s', (dataType, data, id) => {
    expect(idsFor(dataType, data)).toContain(id)
  })

  it.each([
    ['ip', '203.0.113.7'],
    ['ip', '8.8.8.9'],
    ['ip', '172.32.0.1'],
    ['ip', '2001:4860:4860::8889'],
    ['domain', 'evil.example'],
    ['domain', 'evil.co.uk'],
    ['domain', 'evil-assay.example.net'],
    ['url', 'https://evil.github.io/8.8.8.8'],
    ['mail', 'eve@evil.example'],
    ['hash', 'd41d8cd98f00b204e9800998ecf8427e'],
    ['other', 'some words'],
  ])('does not protect %s %s', (dataType, data) => {
    expect(idsFor(dataType, data)).toEqual([])
  })
})

/** Each of them reaches the protected resolver, in one program or another. */
const spellingsOfAnAddress: readonly (readonly [string, string])[] = [
  ...['http://8.8.8.8:99999/', 'http:8.8.8.8', 'http:/8.8.8.8/', 'http:\\\\8.8.8.8\\x'].map(
    (data) => ['url', data] as const,
  ),
  ...['http://a:b@8.8.8.8/', 'http://8%2e8%2e8%2e8/', 'ssh://0x08080808', '//8.8.8.8/x'].map(
    (data) => ['url', data] as const,
  ),
  ...['http://８.８.８.８/', 'http://8。8。8。8/', 'HTTP://134744072/', 'http://010.8.8.8/'].map(
    (data) => ['url', data] as const,
  ),
  ['url', 'http://[::ffff:8.8.8.8]:8080/'],
  ['url', 'http://[64:ff9b::808:808]/'],
  ['url', '8.8.8.8/login'],
  ['url', 'user@8.8.8.8'],
  ['ip', '134744072'],
  ['ip', '0x08080808'],
  ['ip', '0x8.8.0x8.8'],
  ['ip', '010.8.8.8'],
  ['ip', '８.８.８.８'],
  ['ip', '[8.8.8.8]'],
  ['ip', '8.8.8.*'],
  ['ip', '8.8.8.0-8.8.8.255'],
  ['ip', '8.8.8.5-9'],
  ['ip', '8.8.8.0/255.255.255.0'],
  ['ip', '8.8.8.0 0.0.0.255'],
  ['ip', '8.8.8/24'],
  ['ip', '::8.8.8.8'],
  ['ip', '64:ff9b::8.8.8.8'],
  ['ip', '2002:808:808::1'],
  ['ip', '203.0.113.7,8.8.8.8'],
  ['ip', '203.0.113.7\n8.8.8.8'],
  ['ip', '203.0.113.7 <http://8.8.8.8/>'],
  // Whatever it is called.
  ...[
    'user',
    'account',
    'hostname',
    'hash',
    'filename',
    'mail',
    'domain',
    'regexp',
    'own-type',
  ].flatMap((type) => [
    [type, '8.8.8.8'] as const,
    [type, 'http://8.8.8.8/'] as const,
    [type, '8[.]8[.]8[.]8'] as const,
    [type, '0x08080808'] as const,
  ]),
]

describe('a protected address', () => {
  it.each(spellingsOfAnAddress)('is protected as %s %j', (dataType, data) => {
    expect(idsFor(dataType, data)).toContain('google-1')
  })

  it('is protected in every form that it can be written in, whatever else is in the list', () => {
    const octets = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255))
    fc.assert(
      fc.property(octets, fc.nat(11), (parts, form) => {
        const plain = parts.join('.')
        const number = parts.reduce((sum, one) => sum * 256 + one, 0)
        const hex = number.toString(16).padStart(8, '0')
        const forms = [
          plain,
          String(number),
          `0x${hex}`,
          parts.map((one) => `0${one.toString(8)}`).join('.'),
          parts.map((one) => `0x${one.toString(16)}`).join('.'),
          `::ffff:${plain}`,
          `64:ff9b::${plain}`,
          `http://u:p@${plain}.:65536/`,
          `ftp://${number}/x`,
          parts.join('[.]'),
          `${plain}:443`,
          `203.0.113.7; ${plain}`,
        ]
        expect(stops(entry('range', plain), 'ip', forms[form] ?? '')).toBe(true)
      }),
    )
  })
})

describe('a protected name', () => {
  it.each([
    ['hostname', 'www.bank.example'],
    ['hostname', 'BANK.example.'],
    ['user', 'bank.example'],
    ['hash', 'bank.example'],
    ['url', 'http://x@bank.example:99999/'],
    ['url', 'bank.example/login'],
    ['url', 'https:bank.example'],
    ['url', '//bank.example'],
    ['domain', 'bank.example:8443'],
    ['domain', '*.bank.example'],
    ['domain', 'bank[.]example'],
    ['domain', 'ｂａｎｋ.example'],
    ['domain', 'ba\u00adnk.example'],
    ['domain', 'evil.test, bank.example'],
    ['other', 'see http://bank.example/x'],
    ['mail', 'Ada <ada@bank.example>'],
    ['mail', 'mailto:ada@bank.example?subject=x'],
    ['mail', '"ada"@mail.bank.example.'],
  ])('is protected as %s %j', (dataType, data) => {
    expect(stops(entry('domain', 'bank.example'), dataType, data)).toBe(true)
  })

  it('is protected in its letters and in those of DNS', () => {
    for (const [own, data] of [
      ['bücher.example', 'xn--bcher-kva.example'],
      ['xn--bcher-kva.example', 'http://BÜCHER.example/'],
    ] as const)
      expect(stops(entry('domain', own), 'url', data)).toBe(true)
    expect(stops(entry('domain', 'localhost'), 'url', 'http://localhost/')).toBe(true)
    expect(stops(entry('host', 'dc01'), 'url', 'https://dc01/')).toBe(true)
    expect(stops(entry('host', 'dc01'), 'other', '\\\\dc01\\share')).toBe(true)
  })

  it('protects sub-addresses of a mailbox, and no other mailbox', () => {
    const own = entry('mail', 'ceo@bank.example')
    for (const data of ['ceo+x@bank.example', 'CEO+a+b@Bank.example', 'mailto:ceo@bank.example'])
      expect(stops(own, 'mail', data), data).toBe(true)
    for (const data of ['ceox@bank.example', 'x+ceo@bank.example', 'ceo@evil.example'])
      expect(stops(own, 'mail', data), data).toBe(false)
    expect(stops(entry('account', 'ceo@bank.example'), 'user', 'ceo+x@bank.example')).toBe(true)
  })
})

describe('words that are no observables', () => {
  it.each([
    ['user-agent', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36'],
    ['other', '24/7'],
    ['other', '167772161'],
    ['port', '443'],
    ['other', 'administrator'],
    ['user', 'ada'],
    ['hostname', 'dc01'],
    ['other', 'com/example/Main'],
    ['filename', 'C:\\Windows\\System32\\cmd.exe'],
    ['mail', 'eve@net.example'],
    ['mail-subject', 'Re: your order 10.1, as discussed'],
  ])('are not protected: %s %j', (dataType, data) => {
    expect(idsFor(dataType, data)).toEqual([])
    expect(targetProblem({ dataType, data })).toBeUndefined()
  })
})

describe('an entry', () => {
  it('of a domain protects its subdomains, the names above it, its URLs and addresses', () => {
    const own = entry('domain', '*.Bank.Example.')

    for (const [type, data] of [
      ['domain', 'bank.example'],
      ['fqdn', 'www.bank.example'],
      ['domain', 'example'],
      ['url', 'https://login.bank.example/x'],
      ['mail', 'ada@mail.bank.example'],
    ] as const)
      expect(stops(own, type, data), data).toBe(true)
    for (const data of ['mybank.example', 'bank.example.evil.test'])
      expect(stops(own, 'domain', data), data).toBe(false)
    expect(stops(own, 'url', 'https://evil.test/bank.example')).toBe(false)
  })

  it('of a mail address, hash, account or host protects that one, in any case', () => {
    const hash = 'D41D8CD98F00B204E9800998ECF8427E'
    expect(stops(entry('mail', 'CEO@bank.example'), 'mail', 'ceo@Bank.example')).toBe(true)
    expect(stops(entry('mail', 'ceo@bank.example'), 'mail', 'cfo@bank.example')).toBe(false)
    expect(stops(entry('hash', hash), 'hash', hash.toLowerCase())).toBe(true)
    expect(stops(entry('account', 'Administrator'), 'account', 'administrator')).toBe(true)
    expect(stops(entry('account', 'ada@bank.example'), 'user', 'Ada@bank.example')).toBe(true)
    expect(stops(entry('account', 'ada'), 'hostname', 'ada')).toBe(false)
    // Whatever type it is sent as, and also where it does not read like a name.
    expect(stops(entry('account', 'svc-backup'), 'other', 'SVC-Backup')).toBe(true)
    expect(stops(entry('account', 'corp\\backup 2'), 'account', 'CORP\\Backup 2')).toBe(true)
    expect(stops(entry('host', 'DC01'), 'hostname', 'dc01.corp.example')).toBe(true)
    expect(stops(entry('host', 'dc01'), 'fqdn', 'dc01.corp.example')).toBe(true)
    expect(stops(entry('host', 'dc01'), 'fqdn', 'dc011.corp.example')).toBe(false)
  })

  it.each([
    ['range', '10.0.0.0/33'],
    ['range', 'example.org'],
    ['domain', 'two words'],
    ['domain', '10.0.0.1'],
    ['mail', 'nobody'],
    ['hash', 'abc'],
    ['account', ' '],
    ['host', 'a\u0000b'],
  ] as const)('of the kind %s is not %j', (kind, text) => {
    expect(readEntry(kind, text)).toMatchObject({ problem: expect.stringContaining('value must') })
  })
})

const address = fc.oneof(
  fc.bigInt({ min: 0n, max: 2n ** 32n - 1n }).map((value) => ({ version: 4 as const, value })),
  fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }).map((value) => ({ version: 6 as const, value })),
)
const bits = { 4: 32, 6: 128 }
const network = fc.tuple(address, fc.nat(128)).map(([{ version, value }, length]) => {
  const prefix = length % (bits[version] + 1)
  const rest = BigInt(bits[version] - prefix)
  return { version, value: (value >> rest) << rest, prefix }
})
const lastOf = ({ version, value, prefix }: { version: 4 | 6; value: bigint; prefix: number }) =>
  value + 2n ** BigInt(bits[version] - prefix) - 1n

describe('ranges', () => {
  it('overlap exactly if one begins before the other ends', () => {
    fc.assert(
      fc.property(network, network, (one, other) => {
        const naive =
          one.version === other.version && one.value <= lastOf(other) && other.value <= lastOf(one)
        expect(overlaps(one, other)).toBe(naive)
        expect(overlaps(other, one)).toBe(naive)
      }),
    )
  })

  it('protect each of their addresses, however it is written, and no other', () => {
    fc.assert(
      fc.property(network, address, fc.boolean(), (range, other, isInside) => {
        const value = isInside
          ? range.value + (other.value % (lastOf(range) - range.value + 1n))
          : other.value
        const version = isInside ? range.version : other.version
        // IPv4 written as IPv6 is compared as IPv4.
        fc.pre(version === 4 || (value >> 32n !== 0xffffn && range.value >> 32n !== 0xffffn))
        const own = entry('range', formatNetwork(range))
        const text = formatAddress({ version, value })
        const isWithin = version === range.version && value >= range.value && value <= lastOf(range)
        const host = version === 6 ? `[${text}]` : text
        expect(stops(own, 'ip', text)).toBe(isWithin)
        expect(stops(own, 'url', `https://${host}:8080/x`)).toBe(isWithin)
      }),
    )
  })

  it('wider than /24 and /48 are refused as a target', () => {
    for (const data of ['192.0.2.0/23', '0.0.0.0/0', '2001:db8::/47'])
      expect(targetProblem({ dataType: 'ip', data }), data).toContain('wider than')
    for (const data of [
      '8.8.*.*',
      '8.8.0.0-8.8.9.1',
      '10.0.0.0/255.0.0.0',
      '64:ff9b::/96',
      'x '.repeat(9_000),
    ])
      expect(targetProblem({ dataType: 'ip', data }), data).toMatch('than')
    for (const data of ['192.0.2.0/24', '192.0.2.7', '2001:db8::/48', 'a.example'])
      expect(targetProblem({ dataType: 'ip', data }), data).toBeUndefined()
    expect(readRange('::ffff:10.0.0.0/104')).toEqual(readRange('10.0.0.0/8'))
  })
})

describe('targets', () => {
  const of = (data: unknown, dataType = 'thehive:case_artifact', hashes: string[] = []) =>
    targetsIn(dataType, data === undefined ? undefined : JSON.stringify(data), hashes)

  it('are found in an observable, in an alert, and in what is submitted', () => {
    const one = { dataType: 'ip', data: '192.0.2.1' }
    const file = { dataType: 'file', attachment: { hashes: ['aa', 'bb'] } }
    expect(of(one)).toEqual([one])
    expect(of(file)).toEqual(['aa', 'bb'].map((data) => ({ dataType: 'hash', data })))
    expect(of({ title: 'An alert', artifacts: [one, file] }, 'thehive:alert')).toHaveLength(3)
    expect(of({ title: 'A case', dataType: 1 }, 'thehive:case')).toEqual([])
    expect(of('192.0.2.1', 'ip')).toEqual([one])
    expect(of(['192.0.2.1', one, null], 'ip')).toEqual([one, one])
    expect(of(undefined, 'file', ['cc'])).toEqual([{ dataType: 'hash', data: 'cc' }])
  })

  it('are found wherever in it they are, and however much is around them', () => {
    const data = '192.0.2.1'
    const found = (value: unknown, type?: string) => of(value, type).map((target) => target.data)
    for (const value of [
      { data },
      { data: [[data]] },
      { data: { data } },
      [[{ data }]],
      { artifacts: [[{ dataType: 'ip', data }]] },
      { observables: [{ data }] },
      { case: { artifacts: [{ data }] } },
      JSON.stringify({ dataType: 'ip', data }),
    ])
      expect(found(value), JSON.stringify(value)).toContain(data)
    for (const value of [{ value: data }, { ip: [data] }, [[data]], { a: { b: data } }])
      expect(found(value, 'ip'), JSON.stringify(value)).toEqual([data])
    const deep = `${'['.repeat(5_000)}${JSON.stringify({ data })}${']'.repeat(5_000)}`
    expect(targetsIn('thehive:alert', deep, [])).toEqual([{ dataType: 'other', data }])
    expect(found({ title: data, tags: [data], customFields: { x: { string: data } } })).toEqual([])
  })
})
