import { analyzers } from '@assay/analyzers/descriptions'
import { expect, it, onTestFinished, vi } from 'vitest'
import { loadFindingTexts } from '../../../base/texts/findings/index.ts'
import { loadLanguage, loadTexts } from '../../../base/texts/index.ts'
import { formOf, panelsOf, reportPanels } from './index.ts'
import { blocks, facts, partsOf } from './read-panels.ts'

await loadTexts(['facts'])

it('a URL is one line of parts, and says what it hides', () => {
  const panels = reportPanels(analyzers.url.name, 'url', {
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
    domain: {
      found: [],
      full: {
        name: 'examp1e-bank.test',
        unicode: 'examp1e-bank.test',
        registrable: 'examp1e-bank.test',
        resemblance: { brand: 'example-bank.example', isSuspicious: true },
      },
    },
    registration: {
      found: [],
      full: {
        isRegistered: true,
        registered: '2026-10-24T00:00:00Z',
        contacts: [{ roles: ['registrar'], name: 'Example Names Ltd', mails: [] }],
        nameServers: ['ns1.dns.example'],
      },
    },
    dns: {
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
    'Registered domain': 'examp1e-bank.test',
    'Look-alike of': 'imitates example-bank.example',
    Addresses: '198.51.100.77',
    Email: 'Accepts email, no SPF record, and has no DMARC policy',
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
    address: {
      found: [],
      full: {
        address: '198.51.100.7',
        reserved: { range: '198.51.100.0/24', meaning: 'examples' },
        places: [
          { countryCode: 'DE', asn: 64500, owner: 'Example Net', database: 'x', built: 'y' },
        ],
      },
    },
    dns: { found: [], full: { names: [{ name: 'host.example', isConfirmed: false }] } },
  })

  expect(facts(panels)).toMatchObject({
    'Reverse DNS (PTR)': 'host[.]example not forward-confirmed',
    Owner: 'AS64500 Example Net',
    Country: 'Germany',
    'Reserved for': 'examples 198.51.100.0/24',
  })
})

it('a hash says its algorithm and as what it is known', () => {
  const panels = reportPanels(analyzers.hash.name, 'hash', {
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

it.each([
  ['a file that is no mail', 'mail', { isMail: false }],
  ['a file that is no program', 'program', { isExecutable: false }],
  ['a file that is no document', 'document', { isDocument: false }],
])('%s has no panel of that type', (_, form, full) => {
  expect(panelsOf('file', { [form]: { full, found: [] } })).toEqual([])
})

it('only built-in analyzers have their own forms', () => {
  expect(formOf(`${analyzers.mail.name}_1_0`)).toBe('mail')
  expect(formOf(analyzers.ip.name)).toBe('address')
  expect(formOf('Mail_1_0')).toBeUndefined()
  expect(formOf('toString')).toBeUndefined()
})

it('says in the reader’s language what a name and an address are reserved for', async () => {
  const speak = async (language: 'en' | 'fr') => {
    await loadLanguage(language)
    await loadFindingTexts()
  }
  vi.stubGlobal('document', { documentElement: {} })
  // Other files share these modules.
  onTestFinished(async () => {
    await speak('en')
    vi.unstubAllGlobals()
  })
  await speak('fr')

  const name = { name: 'a.test', ascii: 'a.test', specialUse: 'testing' }
  const address = {
    reserved: { meaning: 'private', range: '10.0.0.0/8' },
    embedded: [{ kind: 'NAT64 target', address: '10.0.0.1' }],
  }
  const said = {
    ...facts(reportPanels(analyzers.domain.name, 'domain', { found: [], full: name })),
    ...facts(reportPanels(analyzers.ip.name, 'ip', { found: [], full: address })),
  }
  expect(Object.values(said)).toEqual([
    'réservé aux essais',
    'privée 10.0.0.0/8',
    'cible NAT64 10.0.0.1',
  ])
})
