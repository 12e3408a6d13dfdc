import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growth, nearlyLinear } from '../../../scripts/test-growth.ts'
import { anyCharacter, webAddress } from '../kit/any-text.ts'
import { reportOf, runAnalyzer } from '../kit/try.ts'
import { analyzer } from './analyzer.ts'

const look = (data: string, config = {}) => reportOf(analyzer, { dataType: 'url', data, config })

const badges = async (data: string, config = {}) =>
  (await look(data, config)).taxonomies
    .filter(({ predicate }) => predicate !== 'Domain')
    .map(({ level, predicate, value }) => `${level} ${predicate}=${value}`)

const artifacts = async (data: string) =>
  (await look(data)).artifacts.map((found) => 'data' in found && `${found.dataType} ${found.data}`)

const base64 = (text: string) => Buffer.from(text).toString('base64url')

it('takes an address apart', async () => {
  const { full, taxonomies } = await look('HTTPS://joe:secret@www.Example.co.uk:8444/a/b?c=1&d=#e')
  expect(taxonomies[0]).toMatchObject({ predicate: 'Domain', value: 'example.co.uk' })
  expect(full).toMatchObject({
    scheme: 'https',
    hostname: 'www.example.co.uk',
    port: 8444,
    path: '/a/b',
    parameters: [
      { name: 'c', value: '1' },
      { name: 'd', value: '' },
    ],
    fragment: 'e',
    hasPassword: true,
    host: { registrable: 'example.co.uk', suffix: 'co.uk' },
  })
  expect(JSON.stringify(full)).not.toContain('secret')
})

describe('what stands out', () => {
  it.each([
    ['https://www.wikipedia.org/wiki/A', []],
    ['evil.se/login', ['info Scheme=missing']],
    ['evil.se:8080/login', ['info Scheme=missing']],
    ['https://paypal.com@evil.se/', ['suspicious Credentials=a host name before the @']],
    ['https://paypal.com%2Flogin@evil.se/', ['suspicious Credentials=a host name before the @']],
    ['ftp://joe:x@files.se/', ['info Credentials=user name and password']],
    ['http://8.8.8.8/', ['info Host=IP address']],
    ['http://10.0.0.1/', ['info Host=IP address, private']],
    ['http://[2001:db8::1]/', ['info Host=IP address, documentation']],
    [
      'http://3232235777/',
      ['suspicious Host=disguised IP address', 'info Host=IP address, private'],
    ],
    ['http://0x8.0x8.8.8/', ['suspicious Host=disguised IP address', 'info Host=IP address']],
    ['http://0177.1/', ['suspicious Host=disguised IP address', 'info Host=IP address, loopback']],
    ['https://a.se:80/', ['suspicious Port=80 with https']],
    ['http://a.se:443/', ['suspicious Port=443 with http']],
    ['http://a.se:4444/', ['info Port=4444']],
    ['https://bit.ly/3abc', ['info Shortener=bit.ly']],
    ['https://a.se/invoice.pdf.exe', ['suspicious Path=two file endings']],
    ['https://a.se/setup.msi', ['info Path=program (.msi)']],
    ['https://a.se/%252e%252e/x', ['info Encoding=escaped twice']],
    ['https://a.se/a%00.jpg', ['suspicious Encoding=control characters']],
    ['https://pаypal.com/', expect.arrayContaining(['suspicious Resembles=paypal.com'])],
    ['https://paypal.com.evil.se/', ['suspicious Resembles=paypal.com']],
    ['javascript:alert(1)', ['suspicious Scheme=javascript']],
    ['data:text/html;base64,PGI+', ['suspicious Scheme=data']],
    ['search-ms:query=x&crumb=location:\\\\evil', ['suspicious Scheme=search-ms']],
  ])('%s says %j', async (data, expected) => {
    expect(await badges(data)).toEqual(expected)
  })

  it('a program from a bare address', async () => {
    expect(await badges('http://8.8.8.8/a/setup.exe')).toContain(
      'suspicious Path=program from an address',
    )
    expect((await badges('http://10.0.0.8/setup.exe')).join()).not.toContain('suspicious')
    expect((await badges('https://example.org/setup.exe')).join()).not.toContain('suspicious')
  })
})

describe('unwrapping', () => {
  const target = 'https://evil.se/a?b=1'
  const escaped = encodeURIComponent(target)

  it.each([
    [
      'Microsoft Safe Links',
      `https://eur01.safelinks.protection.outlook.com/?url=${escaped}&data=x`,
    ],
    ['Proofpoint URL Defense', `https://urldefense.proofpoint.com/v1/url?u=${escaped}&k=x`],
    [
      'Proofpoint URL Defense',
      'https://urldefense.proofpoint.com/v2/url?u=https-3A__evil.se_a-3Fb-3D1&d=x',
    ],
    [
      'Proofpoint URL Defense',
      `https://urldefense.com/v3/__https://evil.se/a*b=1__;${base64('?')}!!x$`,
    ],
    ['Google', `https://www.google.de/url?sa=t&q=${escaped}`],
    ['Facebook', `https://l.facebook.com/l.php?u=${escaped}&h=x`],
    ['Barracuda', `https://linkprotect.cudasvc.com/url?a=${escaped}&c=x`],
    ['Sophos', `https://eu-west-1.protection.sophos.com/?d=evil.se&u=${base64(target)}`],
    ['Cisco', `https://secure-web.cisco.com/1abc/${escaped}`],
    ['Bing', `https://www.bing.com/ck/a?p=x&u=a1${base64(target)}`],
    ['DuckDuckGo', `https://duckduckgo.com/l/?uddg=${escaped}`],
    ['YouTube', `https://www.youtube.com/redirect?q=${escaped}`],
    ['AMP cache', 'https://evil-se.cdn.ampproject.org/c/s/evil.se/a?b=1'],
    [
      'Mailchimp',
      `https://mandrillapp.com/track/click/1/evil.se?p=${base64(
        JSON.stringify({ p: JSON.stringify({ url: target }) }),
      )}`,
    ],
    ['Google Translate', 'https://evil-se.translate.goog/a?b=1&_x_tr_sl=auto&_x_tr_tl=en'],
    ['Google Translate', `https://translate.google.com/translate?sl=auto&u=${escaped}`],
    ['tracker.se', `https://tracker.se/click?id=7&to=${escaped}`],
    ['tracker.se', `https://tracker.se/click?r=${base64(target)}`],
    ['web.archive.org', 'https://web.archive.org/web/2020/https://evil.se/a?b=1'],
  ])('%s', async (service, wrapped) => {
    const { full } = await look(wrapped)
    expect(full.layers).toMatchObject([{ service, target }])
    expect(await artifacts(wrapped)).toEqual(
      expect.arrayContaining([`url ${target}`, 'domain evil.se']),
    )
  })

  it('reads a host with hyphens, and http, out of a translated page', async () => {
    const { full } = await look(
      'https://www-my--bank-se.translate.goog/?_x_tr_sch=http&_x_tr_sl=de',
    )
    expect(full.layers).toMatchObject([{ target: 'http://www.my-bank.se/' }])
  })

  it('gives the domain that Mimecast names, and invents no address', async () => {
    for (const link of [
      'https://protect-eu.mimecast.com/s/AbC1?domain=evil.se',
      'https://url.uk.m.mimecastprotect.com/s/AbC1?domain=evil.se',
    ]) {
      const found = await artifacts(link)
      expect(found).toContain('domain evil.se')
      expect(found.filter((one) => String(one).startsWith('url '))).toEqual([])
    }
  })

  it('reads runs of replaced characters of URL Defense', async () => {
    const packed = base64('é??')
    const wrapped = `https://urldefense.com/v3/__https://evil.se/*a**Ab__;${packed}!!x$`
    expect((await look(wrapped)).full.layers).toMatchObject([{ target: 'https://evil.se/éa??b' }])
  })

  it('goes through several layers, and judges the last one', async () => {
    const inner = 'https://paypa1.com/login'
    const middle = `https://www.google.com/url?q=${encodeURIComponent(inner)}`
    const outer = `https://nam02.safelinks.protection.outlook.com/?url=${encodeURIComponent(middle)}`
    expect((await look(outer)).full.layers).toMatchObject([{ target: middle }, { target: inner }])
    expect(await badges(outer)).toEqual(
      expect.arrayContaining(['info Wrapped by=Google', 'suspicious Resembles=paypal.com']),
    )
  })

  it('ends with an address that holds itself', async () => {
    const self = 'https://a.se/?u=https://a.se/'
    expect((await look(self)).full.layers).toHaveLength(1)
  })
})

it.each([
  ['https://evil.se/login?e=joe@corp.se', 'mail joe@corp.se'],
  ['https://evil.se/login#joe@corp.se', 'mail joe@corp.se'],
  [`https://evil.se/login#${base64('joe@corp.se')}`, 'mail joe@corp.se'],
  [`https://evil.se/x/${base64('joe@corp.se')}`, 'mail joe@corp.se'],
])('finds whom %s is meant for', async (data, expected) => {
  expect(await artifacts(data)).toContain(expected)
})

it('gives host and registered part as artifacts', async () => {
  expect(await artifacts('https://a.b.evil.co.uk/x')).toEqual([
    'fqdn a.b.evil.co.uk',
    'domain evil.co.uk',
  ])
  expect(await artifacts('http://0x7f.1/')).toEqual(['ip 127.0.0.1'])
})

it.each(['', 'http://', 'https://a b.se/', 'http://[::1', 'http://a.se:99999/', 'http://%/'])(
  '%j fails readably',
  async (data) => {
    expect(await runAnalyzer(analyzer, { dataType: 'url', data })).toMatchObject({
      success: false,
      errorMessage: 'Invalid URL',
    })
  },
)

it('never fails in an unforeseen way', async () => {
  const piece = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.constantFrom(
      'http://',
      '@',
      '/v3/__',
      '__;',
      '!!',
      '%25',
      '?u=',
      '&url=',
      '*',
      '**A',
      '#',
      ':',
    ),
    webAddress,
  )
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
      const report = await runAnalyzer(analyzer, { dataType: 'url', data: pieces.join('') })
      if (!report.success) expect(report.errorMessage).not.toContain('Unexpected')
    }),
    { numRuns: 100 },
  )
})

it.each([
  ['dots', 'http://a.se/', '.', ''],
  ['URL Defense starts', 'https://urldefense.com/v3/__', '/v3/__', ''],
  ['stars', 'https://urldefense.com/v3/__', '*', '__;!'],
  ['archives', 'http://a.se', '/http:/x', '%0a'],
  ['parameters', 'http://a.se/?', 'u=http://b.se/&', ''],
  ['labels', 'http://', 'a.', 'se/'],
  ['colons', '', 'a:', ''],
])('many %s take time in proportion to them', async (_, start, unit, end) => {
  const addressOf = (times: number) =>
    `${start}${unit.repeat(Math.floor((15_000 * times) / unit.length))}${end}`
  const work = (data: string) => runAnalyzer(analyzer, { dataType: 'url', data })
  expect(await growth(addressOf, work)).toBeLessThan(nearlyLinear)
})
