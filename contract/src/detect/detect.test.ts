import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter, webAddress } from '../../../scripts/web-addresses.ts'
import { detect } from './detect.ts'
import { defang, refang } from './refang.ts'

const md5 = '44d88612fea8a8f36de82e1278abb02f'

describe('refanging', () => {
  it.each([
    ['hxxp://evil[.]example', 'http://evil.example'],
    ['hXXps[:]//evil(.)example/a', 'https://evil.example/a'],
    ['h**p://evil{.}example', 'http://evil.example'],
    ['meow://evil[dot]example', 'http://evil.example'],
    ['fxp://evil.example', 'ftp://evil.example'],
    ['http[://]evil.example', 'http://evil.example'],
    ['http:[//]evil.example[/]a', 'http://evil.example/a'],
    ['evil [ . ] example', 'evil.example'],
    ['evil (dot) example', 'evil.example'],
    ['joe[at]evil[.]example', 'joe@evil.example'],
    ['joe[@]evil.example', 'joe@evil.example'],
    ['8\\.8\\.8\\.8', '8.8.8.8'],
    ['1[.]1[.]1[.]1', '1.1.1.1'],
    ['ev\u200bil.example', 'evil.example'],
    ['http://[2001:db8::1]:80/', 'http://[2001:db8::1]:80/'],
    ['https://a.example/hxxp', 'https://a.example/hxxp'],
    ['a [note] (at home) stays', 'a [note] (at home) stays'],
  ])('%j reads %j', (text, expected) => {
    expect(refang(text)).toBe(expected)
  })

  it.each([
    ['url', 'https://evil.example/a.b?c=d.e', 'hxxps://evil[.]example/a.b?c=d.e'],
    ['url', 'evil.example/a.b', 'evil[.]example/a.b'],
    ['ip', '8.8.8.8', '8[.]8[.]8[.]8'],
    ['ip', '2001:db8::1', '2001[:]db8[:][:]1'],
    ['network', '8.8.8.0/24', '8[.]8[.]8[.]0/24'],
    ['mail', 'joe@evil.example', 'joe[@]evil[.]example'],
    ['domain', 'evil.example', 'evil[.]example'],
    ['user-agent', 'Mozilla/5.0', 'Mozilla/5.0'],
    ['filename', 'a.pdf', 'a.pdf'],
    ['hash', md5, md5],
  ])('%s %s is shown as %s', (dataType, value, expected) => {
    expect(defang(dataType, value)).toBe(expected)
  })

  it('undoes what defanging did', () => {
    const values = [
      ['url', 'https://evil.example/a?b=c'],
      ['ip', '192.0.2.1'],
      ['mail', 'a.b@c.example'],
      ['fqdn', 'a.b.example'],
    ] as const
    for (const [dataType, value] of values) expect(refang(defang(dataType, value))).toBe(value)
  })
})

describe('detection', () => {
  it.each([
    ['CVE-2021-44228', 'cve', 'CVE-2021-44228'],
    ['cve-2021-44228', 'cve', 'CVE-2021-44228'],
    [md5, 'hash', md5],
    [md5.toUpperCase(), 'hash', md5],
    ['a'.repeat(40), 'hash', 'a'.repeat(40)],
    ['a'.repeat(56), 'hash', 'a'.repeat(56)],
    ['a'.repeat(64), 'hash', 'a'.repeat(64)],
    ['a'.repeat(96), 'hash', 'a'.repeat(96)],
    ['a'.repeat(128), 'hash', 'a'.repeat(128)],
    ['a'.repeat(41), 'other', 'a'.repeat(41)],
    ['8.8.8.8', 'ip', '8.8.8.8'],
    [' 8[.]8[.]8[.]8 ', 'ip', '8.8.8.8'],
    ['2001:DB8::1', 'ip', '2001:db8::1'],
    ['[2001:db8::1]', 'ip', '2001:db8::1'],
    ['fe80::1%eth0', 'ip', 'fe80::1'],
    ['8.8.8.8:53', 'ip', '8.8.8.8'],
    ['[::1]:80', 'ip', '::1'],
    ['10.0.0.0/8', 'network', '10.0.0.0/8'],
    ['2001:db8::/32', 'network', '2001:db8::/32'],
    ['999.1.1.1', 'other', '999.1.1.1'],
    ['1.2.3', 'other', '1.2.3'],
    ['8.8.8.8/99', 'url', '8.8.8.8/99'],
    ['hxxps://evil[.]example/a,b', 'url', 'https://evil.example/a,b'],
    ['HTTP://Evil.example/A', 'url', 'http://Evil.example/A'],
    ['ftp://a.example/x', 'url', 'ftp://a.example/x'],
    ['http://[2001:db8::1]/', 'url', 'http://[2001:db8::1]/'],
    ['http://', 'other', 'http://'],
    ['evil.example/login', 'url', 'evil.example/login'],
    ['evil.example:8443', 'domain', 'evil.example'],
    ['joe.doe+x@evil.example', 'mail', 'joe.doe+x@evil.example'],
    ['mailto:joe@evil.example?subject=x', 'mail', 'joe@evil.example'],
    ['joe@localhost', 'other', 'joe@localhost'],
    ['HKLM\\Software\\Run', 'registry', 'HKLM\\Software\\Run'],
    ['HKEY_LOCAL_MACHINE\\A b', 'registry', 'HKEY_LOCAL_MACHINE\\A b'],
    ['AS15169', 'autonomous-system', 'AS15169'],
    ['ASN 15169', 'autonomous-system', 'AS15169'],
    ['Mozilla/5.0 (X11; Linux)', 'user-agent', 'Mozilla/5.0 (X11; Linux)'],
    ['evil.example', 'domain', 'evil.example'],
    ['Evil.Example.', 'domain', 'evil.example'],
    ['www.evil.example', 'fqdn', 'www.evil.example'],
    ['_dmarc.evil.example', 'fqdn', '_dmarc.evil.example'],
    ['xn--e1awd7f.com', 'domain', 'xn--e1awd7f.com'],
    ['bücher.example', 'domain', 'bücher.example'],
    ['пример.рф', 'domain', 'пример.рф'],
    ['invoice.zip', 'filename', 'invoice.zip'],
    ['my invoice.pdf', 'filename', 'my invoice.pdf'],
    ['C:\\Users\\x\\a.exe', 'filename', 'C:\\Users\\x\\a.exe'],
    ['setup_1.0.exe', 'filename', 'setup_1.0.exe'],
    ['hello world', 'other', 'hello world'],
    ['', 'other', ''],
    ['-bad-.example', 'filename', '-bad-.example'],
  ])('%j is %s', (text, dataType, value) => {
    expect(detect(text)).toMatchObject({ dataType, value })
  })

  it('offers what else it could be', () => {
    expect(detect('evil.zip').alternatives).toEqual(['domain', 'fqdn'])
    expect(detect('a.evil.example').alternatives).toEqual(['domain'])
    expect(detect('server.unknowntld')).toMatchObject({
      dataType: 'domain',
      alternatives: ['fqdn', 'filename'],
      notes: ['unknown TLD'],
    })
  })

  it('says what it left out', () => {
    expect(detect('8.8.8.8:53').notes).toEqual(['port 53 removed'])
    expect(detect('evil.example/login').notes).toEqual(['no scheme'])
  })

  it('answers something for every text', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (text) => {
        expect(detect(text).dataType).not.toBe('')
      }),
      { numRuns: 2000 },
    )
  })

  it('finds the same again in what it found', () => {
    fc.assert(
      fc.property(fc.oneof(webAddress, fc.ipV4(), fc.ipV6(), fc.domain()), (text) => {
        const first = detect(text)
        expect(detect(first.value)).toMatchObject({ dataType: first.dataType, value: first.value })
      }),
      { numRuns: 1000 },
    )
  })
})
