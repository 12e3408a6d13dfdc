import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { databases, oneDatabase } from '../databases.ts'
import { archiveOf } from '../platform/archives.ts'
import { here, makeFeeds, serve } from './threat-feeds.ts'

const urlhaus = `################################################################
# abuse.ch URLhaus Database Dump (CSV)                         #
################################################################
#
# id,dateadded,url,url_status,last_online,threat,tags,urlhaus_link,reporter
"3217009","2024-10-02 08:11:05","http://203.0.113.7:8080/bin.sh","online","2024-10-02 08:11:05","malware_download","elf,mozi","https://urlhaus.abuse.ch/url/3217009/","geenensp"
"3217010","2024-10-02 08:12:00","https://files.example.net/a/b.exe?x=1","offline","","malware_download","None","https://urlhaus.abuse.ch/url/3217010/","somebody"
"3217011","unclosed
`
const threatfox = `# ThreatFox IOCs: recent
# "first_seen_utc","ioc_id","ioc_value","ioc_type","threat_type","fk_malware","malware_alias","malware_printable","last_seen_utc","confidence_level","reference","tags","anonymous","reporter"
"2024-10-01 06:00:21", "1332421", "198.51.100.23:4444", "ip:port", "botnet_cc", "win.cobalt_strike", "Agentemis", "Cobalt Strike", "", "75", "https://example.org/why", "c2,cs", "0", "abuse_ch"
"2024-10-01 06:00:22", "1332422", "bad.example.com", "domain", "payload_delivery", "js.clearfake", "None", "ClearFake", "", "100", "None", "None", "1", "anonymous"
`
const uuid = (digit: string) =>
  `${digit.repeat(8)}-${digit.repeat(4)}-4${digit.repeat(3)}-8${digit.repeat(3)}-${digit.repeat(12)}`
const mispEvent = (value: string, more: readonly object[] = []) =>
  JSON.stringify({
    Event: {
      info: 'Campaign of May',
      Tag: [{ name: 'tlp:clear' }],
      Attribute: [
        { type: 'domain', value, to_ids: true, timestamp: '1717200000' },
        { type: 'link', value: 'https://report.example.org/', to_ids: false },
        { type: 'domain', value: 'google.com', to_ids: false },
        ...more,
      ],
      Object: [
        { Attribute: [{ type: 'filename|md5', value: `x.exe|${'a'.repeat(32)}`, to_ids: true }] },
      ],
    },
  })
const indicator = (pattern: string, more = {}) => ({
  type: 'indicator',
  spec_version: '2.1',
  id: `indicator--${uuid('1')}`,
  name: 'Loader',
  pattern,
  pattern_type: 'stix',
  valid_from: '2024-01-02T00:00:00Z',
  ...more,
})

describe.each(databases)('$name: threat feeds', ({ open }) => {
  it('match what a plain list holds, and what its names and networks cover', async () => {
    const app = await makeFeeds(open)
    const hash = 'b'.repeat(64)
    const resource = await app.upload(
      'list.txt',
      `# ours\nevil[.]example.org, seen in May\n198.51.100.0/24\n203.0.113.9\nhttp://x.example.net/a/b\n${hash}\n` +
        '0.0.0.0 sunk.example.com\n0.0.0.0/0\nthis is no observable\norg\n',
    )
    await app.as('orgadmin').saveThreatFeed({ name: 'ours' }, { resource })
    expect(await app.settled('ours')).toMatchObject({
      source: 'organization',
      resource,
      entries: 7,
      badLines: 3,
      level: 'malicious',
    })

    expect((await app.ask('domain', 'a.evil.example.org')).sentences).toEqual([
      expect.stringMatching(
        /^Listed in ours: evil\.example\.org \(seen in May\); first seen unknown, updated \d+ \w+ ago$/,
      ),
    ])
    for (const [dataType, data] of [
      ['ip', '198.51.100.77'],
      ['ip', '203.0.113.9'],
      ['url', 'https://x.example.net/a/b/'],
      ['url', 'http://203.0.113.9/anything'],
      ['url', 'http://sunk.example.com/'],
      ['hash', hash.toUpperCase()],
      ['mail', 'someone@evil.example.org'],
    ] as const)
      expect((await app.ask(dataType, data)).badges, data).toEqual(['malicious Listed ours'])
    for (const [dataType, data] of [
      ['ip', '198.51.101.1'],
      ['domain', 'example.org'],
      ['domain', 'notevil.example.org'],
      ['url', 'http://x.example.net/a'],
    ] as const)
      expect((await app.ask(dataType, data)).badges, data).toEqual(['info Hits 0'])
    // Listed is an address on it, not the host.
    expect((await app.ask('domain', 'x.example.net')).ids).toEqual(['feeds.host'])
  })

  it('fetch a MISP feed: the manifest, its events, and nothing while the manifest stays', async () => {
    const manifest = (digits: readonly string[]) =>
      JSON.stringify(Object.fromEntries(digits.map((digit) => [uuid(digit), { info: digit }])))
    const source = await serve({
      '/feed/manifest.json': manifest(['1', '2']),
      [`/feed/${uuid('1')}.json`]: mispEvent('one.example.com'),
      [`/feed/${uuid('2')}.json`]: mispEvent('two.example.com'),
    })
    const app = await makeFeeds(open, here)
    const orgadmin = app.as('orgadmin')
    const feed = { url: `${source.url}/feed`, format: 'misp' as const }
    await orgadmin.saveThreatFeed({ name: 'circl' }, feed)
    expect(await app.settled('circl')).toMatchObject({ entries: 3, skipped: 4 })
    expect((await app.ask('hash', 'a'.repeat(32))).sentences[0]).toContain(
      '(Campaign of May; tlp:clear)',
    )
    expect((await app.ask('domain', 'google.com')).badges).toEqual(['info Hits 0'])
    expect(source.asked).toHaveLength(3)

    app.clock.advance(60_000)
    await orgadmin.refreshThreatFeed({ name: 'circl' })
    await app.settled('circl')
    expect(source.asked.slice(3)).toEqual(['/feed/manifest.json'])

    source.answers['/feed/manifest.json'] = manifest(['2', '3'])
    app.clock.advance(60_000)
    await orgadmin.refreshThreatFeed({ name: 'circl' })
    expect(await app.settled('circl')).toMatchObject({
      entries: 2,
      problem: '1 events were not fetched',
    })
    expect((await app.ask('domain', 'one.example.com')).badges).toEqual(['info Hits 0'])
    expect((await app.ask('domain', 'two.example.com')).badges).toEqual(['malicious Listed circl'])
  })
})

describe.each(oneDatabase)('$name: threat feeds', ({ open }) => {
  it('read the tables of URLhaus and ThreatFox with reason, date and tags', async () => {
    const app = await makeFeeds(open)
    const orgadmin = app.as('orgadmin')
    const level = 'suspicious'
    await orgadmin.saveThreatFeed(
      { name: 'urlhaus' },
      { resource: await app.upload('urlhaus.csv.gz', gzipSync(urlhaus)) },
    )
    await orgadmin.saveThreatFeed(
      { name: 'threatfox' },
      { resource: await app.upload('threatfox.csv', threatfox), level },
    )
    expect(await app.settled('urlhaus')).toMatchObject({ entries: 4, badLines: 1 })
    expect(await app.settled('threatfox')).toMatchObject({ entries: 2, badLines: 0 })

    const url = await app.ask('url', 'http://203.0.113.7:8080/bin.sh')
    expect(url.badges).toEqual(['malicious Listed urlhaus'])
    expect(url.matches).toMatchObject([
      {
        feed: 'urlhaus',
        entry: 'http://203.0.113.7:8080/bin.sh',
        threat: 'malware_download',
        tags: ['elf', 'mozi'],
        firstSeen: Date.parse('2024-10-02T08:11:05Z'),
        reference: 'https://urlhaus.abuse.ch/url/3217009/',
      },
    ])
    expect(await app.ask('ip', '198.51.100.23')).toMatchObject({
      badges: ['suspicious Listed threatfox'],
      sentences: [expect.stringContaining('(Cobalt Strike; c2, cs); first seen 2024-10-01')],
      matches: [{ confidence: 75 }],
    })
  })

  it('read STIX bundles: indicators in force that one value is enough for', async () => {
    const app = await makeFeeds(open)
    const bundle = {
      type: 'bundle',
      objects: [
        indicator("[domain-name:value = 'c2.example.net' OR ipv4-addr:value = '192.0.2.9']"),
        indicator(`[file:hashes.'SHA-256' = '${'c'.repeat(64)}']`),
        indicator("[domain-name:value = 'old.example.net']", {
          valid_until: '2020-01-01T00:00:00Z',
        }),
        indicator("[domain-name:value = 'gone.example.net']", { revoked: true }),
        indicator("[url:value = 'http://a.example/' AND file:name = 'x']"),
        { type: 'malware', name: 'Loader' },
      ],
    }
    const resource = await app.upload('bundle.json', JSON.stringify(bundle, null, 2))
    await app.as('orgadmin').saveThreatFeed({ name: 'stix' }, { resource })
    expect(await app.settled('stix')).toMatchObject({ entries: 3, badLines: 0, skipped: 3 })
    expect((await app.ask('ip', '192.0.2.9')).sentences[0]).toContain(
      '(Loader); first seen 2024-01-02',
    )
    expect((await app.ask('domain', 'old.example.net')).badges).toEqual(['info Hits 0'])
  })

  it('read a MISP feed from an uploaded archive, without any network', async () => {
    const app = await makeFeeds(open)
    const archive = await archiveOf({
      'feed/manifest.json': JSON.stringify({ [uuid('1')]: {} }),
      [`feed/${uuid('1')}.json`]: mispEvent('packed.example.com'),
    })
    const resource = await app.upload('feed.zip', archive)
    await app.as('orgadmin').saveThreatFeed({ name: 'offline' }, { resource, format: 'misp' })
    expect(await app.settled('offline')).toMatchObject({ entries: 2, badLines: 0 })
    expect((await app.ask('domain', 'packed.example.com')).badges).toEqual([
      'malicious Listed offline',
    ])
  })

  it('recognize a file by any of its hashes', async () => {
    const app = await makeFeeds(open)
    const sample = Buffer.from('a sample')
    const md5 = createHash('md5').update(sample).digest('hex')
    await app
      .as('orgadmin')
      .saveThreatFeed({ name: 'hashes' }, { resource: await app.upload('h.txt', `${md5}\n`) })
    await app.settled('hashes')
    expect((await app.ask('file', sample)).badges).toEqual(['malicious Listed hashes'])
  })
})
