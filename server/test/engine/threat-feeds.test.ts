import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { claimFeed, saveFeed } from '../../src/engine/threat-feeds/store.ts'
import { refusalOf } from '../api/refusal.ts'
import { databases, type TestDatabases } from '../databases.ts'
import { archiveOf } from '../platform/archives.ts'
import { listenInside } from '../security/loopback.ts'
import type { Person } from '../setup.ts'
import { makeEngineApp } from './setup.ts'

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

async function makeFeeds(
  open: TestDatabases['open'],
  environment: Readonly<Record<string, string>> = {},
) {
  const app = await makeEngineApp(open, [], {
    environment: { ASSAY_JOB_RUNNERS: 'builtin', ...environment },
  })
  const workers = new Map<Person, string>()
  const workerOf = async (as: Person) => {
    const admin = as === 'stranger' ? 'stranger' : 'orgadmin'
    const known = workers.get(admin)
    if (known !== undefined) return known
    const { id } = await app
      .as(admin)
      .enableAnalyzer({ id: 'Assay_Feeds_1_0' }, { name: 'Assay_Feeds' })
    workers.set(admin, id)
    return id
  }
  const listed = async (name: string, as: Person = 'orgadmin') =>
    (await app.as(as).listThreatFeeds()).find((feed) => feed.name === name)
  return {
    ...app,
    listed,
    async upload(name: string, content: string | Uint8Array, as: Person = 'orgadmin') {
      const attachment = new File([Buffer.from(content)], name)
      return (await app.as(as).uploadResource({ attachment, name })).reference
    },
    /** Until it was loaded, or could not be. */
    settled: (name: string, as: Person = 'orgadmin') =>
      vi.waitFor(
        async () => {
          const feed = await listed(name, as)
          if (!feed || feed.isLoading || feed.nextAt <= app.clock.now()) throw new Error('not yet')
          return feed
        },
        { timeout: 60_000, interval: 50 },
      ),
    async ask(dataType: string, data: string | Uint8Array, as: Person = 'analyze') {
      const id = await workerOf(as)
      const observable =
        typeof data === 'string'
          ? { dataType, data }
          : { dataType, attachment: new File([Buffer.from(data)], 'sample.bin') }
      const job = await app.as(as).runAnalyzer({ id }, { ...observable, force: true })
      const { report } = await app.as(as).waitReport({ id: job.id }, { atMost: '60s' })
      const { full, summary } = report as unknown as {
        full: {
          findings?: { id: string; explanation: string }[]
          matches: object[]
          message?: string
        }
        summary: { taxonomies: { level: string; predicate: string; value: unknown }[] }
      }
      return {
        ids: full.findings?.map(({ id: finding }) => finding) ?? [],
        sentences: full.findings?.map(({ explanation }) => explanation) ?? [],
        matches: full.matches,
        message: full.message,
        badges: summary.taxonomies
          .map(({ level, predicate, value }) => `${level} ${predicate} ${value}`)
          .filter((badge) => !/^info Hits [1-9]/.test(badge)),
      }
    },
  }
}

/** Serves whatever `answers` holds by path. */
async function serve(answers: Record<string, string | { status: number; location?: string }>) {
  const asked: string[] = []
  const headers: Record<string, unknown>[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    headers.push(request.headers)
    const answer = answers[request.url ?? '']
    if (typeof answer === 'string') return void response.end(answer)
    response.writeHead(answer?.status ?? 404, answer?.location ? { location: answer.location } : {})
    response.end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => new Promise<void>((done) => void server.close(() => done())))
  const { port } = server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}`, asked, headers, answers }
}

const here = { ASSAY_ANALYZER_PRIVATETARGETS: '127.0.0.1' }

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
        /^The feed ours lists evil\.example\.org \(seen in May\), first seen at a time it does not tell; it was refreshed \d+ \w+ ago$/,
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
      sentences: [expect.stringContaining('(Cobalt Strike; c2, cs), first seen on 2024-10-01')],
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
      '(Loader), first seen on 2024-01-02',
    )
    expect((await app.ask('domain', 'old.example.net')).badges).toEqual(['info Hits 0'])
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
      problem: '1 events could not be fetched',
    })
    expect((await app.ask('domain', 'one.example.com')).badges).toEqual(['info Hits 0'])
    expect((await app.ask('domain', 'two.example.com')).badges).toEqual(['malicious Listed circl'])
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
    const { createHash } = await import('node:crypto')
    const sample = Buffer.from('a sample')
    const md5 = createHash('md5').update(sample).digest('hex')
    await app
      .as('orgadmin')
      .saveThreatFeed({ name: 'hashes' }, { resource: await app.upload('h.txt', `${md5}\n`) })
    await app.settled('hashes')
    expect((await app.ask('file', sample)).badges).toEqual(['malicious Listed hashes'])
  })

  it('take over another upload of the same name, and forget what is no longer in it', async () => {
    const app = await makeFeeds(open)
    const resource = await app.upload('list.txt', 'first.example.org\n')
    await app.as('orgadmin').saveThreatFeed({ name: 'ours' }, { resource })
    await app.settled('ours')
    app.clock.advance(60_000)
    await app.upload('list.txt', 'second.example.org\n')
    await app.as('orgadmin').refreshThreatFeed({ name: 'ours' })
    await app.settled('ours')
    expect((await app.ask('domain', 'first.example.org')).badges).toEqual(['info Hits 0'])
    expect((await app.ask('domain', 'second.example.org')).badges).toEqual([
      'malicious Listed ours',
    ])
    expect(
      (await refusalOf(app.as('orgadmin').deleteResource({ name: 'list.txt' }))).message,
    ).toMatch(/is used by the threat feed ours/)
    await vi.waitFor(
      async () => {
        const rows = await app.deps.db.selectFrom('threat_entries').select('value').execute()
        expect(rows).toEqual([{ value: 'second.example.org' }])
      },
      { timeout: 30_000 },
    )
    await app.as('orgadmin').deleteThreatFeed({ name: 'ours' })
    expect(await app.listed('ours')).toBeUndefined()
    expect((await app.ask('domain', 'second.example.org')).message).toBe('There are no feeds')
  })

  it('keep what is loaded when the source breaks, and say what is wrong', async () => {
    const source = await serve({ '/list': 'bad.example.org\n' })
    const app = await makeFeeds(open, { ...here, ASSAY_FEEDS_MAXSIZE: '2KiB' })
    const orgadmin = app.as('orgadmin')
    await orgadmin.saveThreatFeed({ name: 'remote' }, { url: `${source.url}/list?key=hidden` })
    expect(await app.settled('remote')).toMatchObject({
      problem: `127.0.0.1:${source.port} answered 404`,
      entries: 0,
    })
    await orgadmin.saveThreatFeed({ name: 'remote' }, { url: `${source.url}/list` })
    expect(await app.settled('remote')).toMatchObject({ entries: 1 })
    for (const [content, problem] of [
      ['<!doctype html><title>Sign in</title>', 'it is a page or an XML document, not a list'],
      ['no\nobservable\n', 'none of its 2 lines could be read; is the format right?'],
      ['{"type":"bundle","objects":[{"type":"indi', 'the STIX bundle is cut off, or is not JSON'],
      ['{"Event":', 'it is neither JSON nor a list'],
      ['a.example.org\n'.repeat(500), 'it is larger than 2048 bytes (feeds.maxSize)'],
    ] as const) {
      source.answers['/list'] = content
      app.clock.advance(60_000)
      await orgadmin.refreshThreatFeed({ name: 'remote' })
      expect(await app.settled('remote')).toMatchObject({ entries: 1, problem })
    }
    expect((await app.ask('domain', 'bad.example.org')).badges).toEqual(['malicious Listed remote'])
  })

  it('reach no private address, neither directly nor by a redirect', async () => {
    const inside = await listenInside()
    const app = await makeFeeds(open)
    const orgadmin = app.as('orgadmin')
    for (const [name, host] of [
      ['address', '127.0.0.1'],
      ['name', 'localhost'],
      ['number', '2130706433'],
    ] as const) {
      await orgadmin.saveThreatFeed({ name }, { url: `http://${host}:${inside.port}/` })
      expect((await app.settled(name)).problem).toMatch(/analyzer\.privateTargets$/)
    }
    expect(inside.calls()).toBe(0)
  })

  it('follow no redirect to where they may not connect to', async () => {
    const inside = await listenInside()
    const source = await serve({
      '/list': { status: 302, location: `http://127.0.0.1:${inside.port}/` },
    })
    const app = await makeFeeds(open, {
      ASSAY_ANALYZER_PRIVATETARGETS: `127.0.0.1:${source.port}`,
    })
    await app.as('orgadmin').saveThreatFeed({ name: 'led' }, { url: `${source.url}/list` })
    expect((await app.settled('led')).problem).toMatch(/analyzer\.privateTargets$/)
    expect(inside.calls()).toBe(0)
  })

  it('send a key to the host that it was given for, and show it to nobody', async () => {
    const source = await serve({ '/list': 'bad.example.org\n' })
    const app = await makeFeeds(open, here)
    const orgadmin = app.as('orgadmin')
    const url = `${source.url}/list`
    const secret = 'aKeyThatNobodyMaySee'
    await orgadmin.saveThreatFeed(
      { name: 'keyed' },
      { url, headerName: 'Auth-Key', headerValue: secret },
    )
    await app.settled('keyed')
    expect(source.headers[0]).toMatchObject({ 'auth-key': secret })
    await orgadmin.saveThreatFeed({ name: 'keyed' }, { url, headerName: 'Auth-Key', level: 'info' })
    await app.settled('keyed')
    expect(source.headers[1]).toMatchObject({ 'auth-key': secret })
    const moved = orgadmin.saveThreatFeed(
      { name: 'keyed' },
      { url: 'https://elsewhere.example/', headerName: 'Auth-Key' },
    )
    expect((await refusalOf(moved)).message).toMatch(/^headerValue is missing/)
    const audit = await orgadmin.searchAudit({ query: { objectType: 'threatFeed' } })
    const rows = await app.deps.db.selectFrom('threat_feeds').selectAll().execute()
    expect(await app.listed('keyed')).toMatchObject({ url, headerName: 'Auth-Key' })
    expect(JSON.stringify([await app.listed('keyed'), audit.rows, rows])).not.toContain(secret)
    expect(JSON.stringify(rows)).not.toContain(source.url)
  })

  it('belong to one organization; those of the operator serve all and hide their address', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'assay-feeds-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    await mkdir(join(folder, 'lists'))
    await writeFile(join(folder, 'lists/a.txt'), 'common.example.org\n')
    const source = await serve({ '/list': 'fetched.example.org\n' })
    const app = await makeFeeds(open, {
      ASSAY_ANALYZER_RESOURCES: folder,
      ASSAY_FEEDS_SOURCES: JSON.stringify([
        { name: 'folder', file: 'lists', level: 'suspicious' },
        { name: 'fetched', url: `${source.url}/list`, headers: { 'x-key': 'operatorsKey' } },
      ]),
    })
    const resource = await app.upload('theirs.txt', 'theirs.example.org\n', 'stranger')
    await app.as('stranger').saveThreatFeed({ name: 'theirs' }, { resource })
    await app.settled('theirs', 'stranger')
    await app.settled('fetched')

    const seen = await app.as('orgadmin').listThreatFeeds()
    expect(seen.map(({ name, source: from }) => `${name} ${from}`)).toEqual([
      'fetched server',
      'folder server',
    ])
    expect(JSON.stringify(seen)).not.toMatch(/operatorsKey|127\.0\.0\.1/)
    for (const person of ['analyze', 'stranger'] as const) {
      expect((await app.ask('domain', 'common.example.org', person)).badges).toEqual([
        'suspicious Listed folder',
      ])
      expect((await app.ask('domain', 'fetched.example.org', person)).badges).toEqual([
        'malicious Listed fetched',
      ])
    }
    expect((await app.ask('domain', 'theirs.example.org')).badges).toEqual(['info Hits 0'])
    expect((await app.ask('domain', 'theirs.example.org', 'stranger')).badges).toEqual([
      'malicious Listed theirs',
    ])
    for (const name of ['theirs', 'folder'])
      expect((await refusalOf(app.as('orgadmin').deleteThreatFeed({ name }))).status).toBe(404)
    const borrowed = app.as('orgadmin').saveThreatFeed({ name: 'mine' }, { resource })
    expect((await refusalOf(borrowed)).message).toMatch(/^Your organization has no uploaded file/)
  })

  it('are refused when nobody could load them', async () => {
    const app = await makeFeeds(open)
    for (const [input, message] of [
      [{}, /either a url or a resource/],
      [{ url: 'https://a.example/', resource: 'upload:x' }, /either a url or a resource/],
      [{ url: 'file:///etc/passwd' }, /begins with http/],
      [{ url: 'https://me:secret@a.example/' }, /must not hold a password/],
      [{ resource: '/etc/passwd' }, /never a path of the server/],
      [{ resource: 'server:list' }, /The operator offers no such file/],
      [{ url: 'https://a.example/', headerName: 'x', headerValue: 'a\r\nb: c' }, /printable ASCII/],
    ] as const) {
      const refusal = await refusalOf(app.as('orgadmin').saveThreatFeed({ name: 'x' }, input))
      expect(refusal).toMatchObject({ status: 400, message: expect.stringMatching(message) })
    }
    const { status } = await refusalOf(
      app.as('orgadmin').saveThreatFeed({ name: 'Not This' }, { url: 'https://a.example/' }),
    )
    expect(status).toBe(400)
  })

  it('stop at the number of entries that an organization may have', async () => {
    const app = await makeFeeds(open, { ASSAY_FEEDS_MAXENTRIES: '1000' })
    const lines = (letter: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${letter}${index}.example.org\n`).join('')
    const orgadmin = app.as('orgadmin')
    await orgadmin.saveThreatFeed(
      { name: 'a' },
      { resource: await app.upload('a', lines('a', 700)) },
    )
    await app.settled('a')
    await orgadmin.saveThreatFeed(
      { name: 'b' },
      { resource: await app.upload('b', lines('b', 700)) },
    )
    expect(await app.settled('b')).toMatchObject({
      entries: 300,
      problem:
        'Only the first 300 entries were loaded: an organization has at most 1000 (feeds.maxEntries)',
    })
  })

  it('are refreshed by one process, however many see that one is due', async () => {
    const database = await open()
    const others = [database.db, (await database.another()).db, (await database.another()).db]
    await database.db
      .insertInto('organizations')
      .values({ name: 'alpha', description: '', status: 'Active', created_at: 1, created_by: 'x' })
      .execute()
    await saveFeed(
      database.db,
      {
        id: 'one',
        organization: 'alpha',
        name: 'one',
        resource: 'upload:x',
        address_sealed: null,
        format: 'auto',
        level: 'info',
        refresh_minutes: 60,
      },
      'x',
      1_000,
    )
    const claims = await Promise.all(
      others.map((db, index) =>
        claimFeed(db, database.dialect, { owner: `p${index}`, now: 2_000, until: 9_000 }),
      ),
    )
    expect(claims.filter((feed) => feed !== undefined)).toHaveLength(1)
    const late = { owner: 'late', now: 9_001, until: 20_000 }
    expect(await claimFeed(database.db, database.dialect, late)).toMatchObject({
      locked_by: 'late',
    })
  })
})
