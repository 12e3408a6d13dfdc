import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { refusalOf } from '../api/refusal.ts'
import { oneDatabase } from '../databases.ts'
import { listenInside } from '../security/loopback.ts'
import { here, makeFeeds, serve } from './threat-feeds.ts'

describe.each(oneDatabase)('$name: threat feeds', ({ open }) => {
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

  it('send a key to the host that it was given for, and never show it', async () => {
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
    await app.settled('folder')

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
})
