import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { extract, splitValues } from './extract.ts'

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

  // A quadratic step would take hours; here the slowest takes a second.
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
    ['long runs of parentheses', `http://a.example/${')'.repeat(8000)} `],
    ['long runs of schemes', `${'a://'.repeat(2000)} `],
    ['long runs of at-signs', `${'a@'.repeat(4000)} `],
    ['long runs of dots', `${'a.'.repeat(4000)} `],
    ['long runs of commas', `${'a.example,'.repeat(800)} `],
    ['long runs of colons', `${'ab:'.repeat(150)} `],
  ])(
    'two megabytes of %s take seconds',
    (_, unit) => {
      const text = unit.repeat(Math.floor(2_000_000 / unit.length))
      const start = performance.now()
      extract(text)
      expect(performance.now() - start).toBeLessThan(15_000)
    },
    30_000,
  )

  it('ten megabytes of a log take seconds', () => {
    const line = 'Nov 15 05:00:01 host sshd[123]: Failed password for root from 8.8.4.4 port 22\n'
    const start = performance.now()
    expect(found(line.repeat(Math.ceil(10_000_000 / line.length)))).toEqual(['ip 8.8.4.4'])
    expect(performance.now() - start).toBeLessThan(15_000)
  }, 30_000)

  it('answers for every text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
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

describe('a pasted list', () => {
  it('has one value per line, blank, bar or comma, and comments', () => {
    const text =
      '# from the ticket\r\n8.8.8.8, 1.1.1.1;evil[.]example\n\nhttp://a.example/x,y|b.example\nHKLM\\A b\n' +
      'Mozilla/5.0 (X11; Linux)\nhttp://a.example/1,http://b.example/2'
    expect(splitValues(text)).toEqual([
      '8.8.8.8',
      '1.1.1.1',
      'evil.example',
      'http://a.example/x,y',
      'b.example',
      'HKLM\\A b',
      'Mozilla/5.0 (X11; Linux)',
      'http://a.example/1',
      'http://b.example/2',
    ])
  })
})
