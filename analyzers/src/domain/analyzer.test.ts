import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../kit/any-text.ts'
import { reportOf, runAnalyzer } from '../kit/try.ts'
import { analyzer } from './analyzer.ts'
import { editBetween } from './brands.ts'
import { generatedScore, generatedThreshold } from './generated.ts'

const look = (data: string, config = {}) => reportOf(analyzer, { dataType: 'domain', data, config })

const badges = async (data: string, config = {}) =>
  (await look(data, config)).taxonomies
    .slice(1)
    .map(({ level, predicate, value }) => `${level} ${predicate}=${value}`)

describe('the parts of a name', () => {
  it.each([
    ['www.example.co.uk', 'example.co.uk', 'www', 'co.uk', 'icann'],
    ['a.b.user.github.io', 'user.github.io', 'a.b', 'github.io', 'private'],
    ['co.uk', null, null, 'co.uk', 'icann'],
    ['_dmarc.example.se', 'example.se', '_dmarc', 'se', 'icann'],
    ['host.unknowntld', 'host.unknowntld', null, 'unknowntld', 'unknown'],
    ['printer.local', 'printer.local', null, 'local', 'special'],
    ['www.ck', 'www.ck', null, 'ck', 'icann'],
    ['EXAMPLE.SE.', 'example.se', null, 'se', 'icann'],
  ])('%s', async (data, registrable, subdomain, suffix, suffixKind) => {
    expect((await look(data)).full).toMatchObject({ registrable, subdomain, suffix, suffixKind })
  })

  it('gives the registered part as an artifact, when it is not all of it', async () => {
    expect((await look('a.b.example.se')).artifacts).toMatchObject([
      { dataType: 'domain', data: 'example.se' },
    ])
    expect((await look('example.se')).artifacts).toEqual([])
  })

  it.each([
    ['abcdefghij234567.onion', ['info Special=Tor hidden service']],
    ['user.github.io', ['info Hosted=github.io']],
    ['host.unknowntld', ['info Suffix=unknown: unknowntld']],
    ['bücher.de', ['info IDN=bücher.de']],
    ['xn--bcher-kva.de', ['info IDN=bücher.de']],
    ['例え.jp', ['info IDN=例え.jp']],
    ['www.wikipedia.org', []],
  ])('%s says %j', async (data, expected) => {
    expect(await badges(data)).toEqual(expected)
  })
})

describe('look-alikes', () => {
  it.each([
    ['pаypal.com', 'paypal.com', 'homoglyphs'],
    ['xn--pypal-4ve.com', 'paypal.com', 'homoglyphs'],
    ['paypál.com', 'paypal.com', 'homoglyphs'],
    ['mіcrosoft.com', 'microsoft.com', 'homoglyphs'],
    ['paypa1.com', 'paypal.com', '1 replaces l'],
    ['rnicrosoft.com', 'microsoft.com', 'rn replaces m'],
    ['g00gle.com', 'google.com', '0 replaces o'],
    ['micrsoft.com', 'microsoft.com', 'one character different'],
    ['mircosoft.com', 'microsoft.com', 'one character different'],
    ['paypal-login.com', 'paypal.com', 'name plus added words'],
    ['paypal.com.evil.se', 'paypal.com', 'full name used as a subdomain'],
    ['amaz0n-support.com', 'amazon.com', '0 replaces o, words added'],
    [
      'login-microsoftonline.kxjq.ru',
      'microsoftonline.com',
      'name and sign-in words used as a subdomain',
    ],
    ['login.paypal.kxjq.ru', 'paypal.com', 'name and sign-in words used as a subdomain'],
    ['paypalsecure.se', 'paypal.com', 'name plus added words'],
    ['apple-support.se', 'apple.com', 'name plus added words'],
    ['micrsoft-login.com', 'microsoft.com', 'one character different, words added'],
    ['dhl-paket.info', 'dhl.com', 'name plus added words'],
    ['poste-italiane-conto.com', 'posteitaliane.it', 'name plus added words'],
    ['sparkasse-anmeldung.com', 'sparkasse.de', 'name plus added words'],
    ['laposte-livraison.com', 'laposte.fr', 'name plus added words'],
    ['rabobank-betaling.com', 'rabobank.nl', 'name plus added words'],
  ])('%s is suspicious', async (data, brand, way) => {
    const { full, taxonomies } = await look(data)
    expect(full.resemblance).toMatchObject({ brand, way })
    expect(taxonomies).toContainEqual(
      expect.objectContaining({ level: 'suspicious', predicate: 'Resembles', value: brand }),
    )
  })

  it.each([
    'paypal.com',
    'www.paypal.com',
    'login.microsoft.com',
    'example.se',
    'apples.se',
    'google-analytics.com',
    'ssl.google-analytics.com',
    'login.microsoftonline.com',
    'contoso.sharepoint.com',
    's3.amazonaws.com',
    'media-amazon.com',
    'paypalobjects.com',
    'apple-dns.net',
    'offices.se',
    'pineapple.se',
    'paypay.ne.jp',
    'ups-batteries.se',
  ])('%s is not', async (data) => {
    expect((await look(data)).full.resemblance).toBeNull()
  })

  it('only says that a name exists under another suffix', async () => {
    expect(await badges('amazon.de')).toEqual(['info Resembles=amazon.com'])
  })

  it.each([
    'live-music.se',
    'apple-pie.se',
    'visa-travel.se',
    'zoom-lens.se',
    'paypal.shop.se',
    'sparkasse-hannover.de',
  ])('%s is at most noted', async (data) => {
    expect((await badges(data)).filter((badge) => badge.startsWith('suspicious'))).toEqual([])
  })

  it('say in a sentence what they imitate', async () => {
    expect((await look('amaz0n-support.com')).full.resemblance).toMatchObject({
      explanation:
        'amaz0n-support.com is a look-alike of amazon.com (Amazon): 0 replaces o, words added',
    })
  })

  it('are looked for among the brands of the chosen countries', async () => {
    expect(await badges('rabobank-betaling.com', { brand_countries: ['fr'] })).toEqual([])
    expect(await badges('rabobank-betaling.com', { brand_countries: ['NL'] })).toEqual([
      'suspicious Resembles=rabobank.nl',
    ])
  })

  it('are not further domains of your own brand', async () => {
    const config = { brands: ['Acme Bank = acmebank.se ; acmebank-static.net'] }
    expect(await badges('acmebank-static.net', config)).toEqual([])
    expect(await badges('acmebank-login.net', config)).toEqual(['suspicious Resembles=acmebank.se'])
  })

  it('are looked for among the brands of the user', async () => {
    const config = { brands: ['acme-bank.se'], well_known_brands: false }
    expect(await badges('acme-bank-login.se', config)).toEqual([
      'suspicious Resembles=acme-bank.se',
    ])
    expect(await badges('acme-bamk.se', config)).toEqual(['suspicious Resembles=acme-bank.se'])
    expect(await badges('paypal-login.com', config)).toEqual([])
  })

  describe('of a brand with a hyphen', () => {
    const config = { brands: ['Example Bank = example-bank.example'], well_known_brands: false }

    it.each([
      ['examp1e-bank-support.example', '1 replaces l, words added'],
      ['secure-examp1e-bank.example', '1 replaces l, words added'],
      ['exarnple-bank-support.example', 'rn replaces m, words added'],
      ['examp1e-bank.login.kxjq.ru', 'name and sign-in words used as a subdomain'],
      ['examp1e-bank.kxjq.ru', 'look-alike characters in a subdomain'],
      ['examp1e-bank.example', '1 replaces l'],
      ['example-bank-support.example', 'name plus added words'],
    ])('%s is suspicious: %s', async (data, way) => {
      expect((await look(data, config)).full.resemblance).toMatchObject({
        brand: 'example-bank.example',
        way,
        isSuspicious: true,
      })
    })

    it.each([
      'bank-example-support.example',
      'example-banking-support.example',
      'example-blank-support.example',
      'examples-bank-support.example',
      'sample-bank-support.example',
      'temple-bank-support.example',
      'example-river-bank.example',
      'examp1e-support.example',
      'examp1e-banks-support.example',
      'the-examp1e.example',
      'bank-support.example',
      'example.bank.example',
      'example.bank-support.example',
      'www.example-bank.example',
      'login.example-bank.example',
    ])('%s is not', async (data) => {
      const bad = (await badges(data, config)).filter((badge) => badge.startsWith('suspicious'))
      expect(bad).toEqual([])
    })
  })

  it('reports letters of two alphabets in one label', async () => {
    expect(await badges('раураl.se')).toContain('suspicious Scripts=mixed in one label')
    expect((await look('раураl.se')).full.lookAlikeLetters).toContainEqual({
      letter: 'р',
      code: 'U+0440',
      looksLike: 'p',
    })
  })

  it('knows what one letter is', () => {
    const pairs = [
      ['abcd', 'abd', true],
      ['abcd', 'abxd', true],
      ['abcd', 'acbd', true],
      ['abcd', 'abcd', false],
      ['abcd', 'abdcx', false],
      ['abcd', 'badc', false],
    ] as const
    for (const [a, b, expected] of pairs) expect(editBetween(a, b) !== undefined).toBe(expected)
  })
})

describe('names that look generated', () => {
  it.each(['xjwqkzvtbnpl.com', 'a8f3k2m9q1z7x.net', '3f9a8c7e1b2d4f60.org'])('%s', async (data) => {
    expect(await badges(data)).toContainEqual(expect.stringMatching(/^suspicious Generated=/))
    const { reasons } = (await look(data)).full.generated as { reasons: string[] }
    expect(reasons.length).toBeGreaterThan(0)
  })

  // Seven languages, and the abbreviations that people do register.
  const real =
    'google facebook instagram wikipedia microsoftonline stackoverflow wordpress washingtonpost mercadolibre ' +
    'tripadvisor cloudflare kubernetes postgresql elasticsearch openstreetmap bundesregierung volksbank ' +
    'commerzbank deutschebahn kleinanzeigen arbeitsagentur sueddeutsche leboncoin creditmutuel telefonica ' +
    'elcorteingles intesasanpaolo rijksoverheid belastingdienst skatteverket arbetsformedlingen ' +
    'helsinginsanomat verkkokauppa wyborcza gosuslugi hatenablog tokopedia icicibank amazonaws ' +
    'googleusercontent azurewebsites msftconnecttest doubleclick googlesyndication surveymonkey atlassian ' +
    'visualstudio schwarzwald webhosting verizonwireless wellsfargo morganstanley goldmansachs jpmorganchase ' +
    'bankofamerica deviantart soundcloud archiveofourown crunchyroll steampowered leagueoflegends github3000'

  it.each(real.split(' '))('%s does not', (label) => {
    expect(generatedScore(label).score).toBeLessThan(generatedThreshold)
  })

  it('two of three random names of twelve letters do', () => {
    const letters = fc.stringMatching(/^[a-z]{12}$/)
    const names = fc.sample(letters, { numRuns: 500, seed: 1 })
    const found = names.filter((name) => generatedScore(name).score >= generatedThreshold)
    expect(found.length / names.length).toBeGreaterThan(0.6)
  })
})

it.each(['', 'x', 'a b.se', '-.-', '999.1.1.1', `${'a'.repeat(64)}.se`, 'http://a.se/'])(
  '%j fails readably',
  async (data) => {
    expect(await runAnalyzer(analyzer, { dataType: 'domain', data })).toMatchObject({
      success: false,
      errorMessage: 'Not a domain name',
    })
  },
)

it('never fails in an unforeseen way', async () => {
  const letter = anyCharacter.filter((character) => /\p{L}/u.test(character))
  const text = fc.oneof(
    fc.domain(),
    fc.string({ unit: anyCharacter }),
    fc.string({ unit: fc.oneof(letter, fc.constantFrom('.', '-')), minLength: 1 }),
  )
  await fc.assert(
    fc.asyncProperty(text, async (data) => {
      const report = await runAnalyzer(analyzer, { dataType: 'fqdn', data })
      if (!report.success) expect(report.errorMessage).toBe('Not a domain name')
    }),
    { numRuns: 200 },
  )
})
