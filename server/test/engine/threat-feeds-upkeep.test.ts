import { describe, expect, it, vi } from 'vitest'
import { claimFeed, saveFeed } from '../../src/engine/threat-feeds/store.ts'
import { refusalOf } from '../api/refusal.ts'
import { databases, oneDatabase } from '../databases.ts'
import { patienceMs } from '../patience.ts'
import { here, makeFeeds, serve } from './threat-feeds.ts'

describe.each(databases)('$name: threat feeds', ({ open }) => {
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
      { timeout: patienceMs },
    )
    await app.as('orgadmin').deleteThreatFeed({ name: 'ours' })
    expect(await app.listed('ours')).toBeUndefined()
    expect((await app.ask('domain', 'second.example.org')).message).toBe('No feeds configured')
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
        'Only the first 300 entries were loaded: limit of 1000 per organization (feeds.maxEntries)',
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
        claimFeed(db, 'one', { owner: `p${index}`, now: 2_000, until: 9_000 }),
      ),
    )
    expect(claims.filter((feed) => feed !== undefined)).toHaveLength(1)
    const late = { owner: 'late', now: 9_001, until: 20_000 }
    expect(await claimFeed(database.db, 'one', late)).toMatchObject({ locked_by: 'late' })
  })
})

describe.each(oneDatabase)('$name: threat feeds', ({ open }) => {
  it('keep what is loaded when the source breaks, and say what is wrong', async () => {
    const source = await serve({ '/list': 'bad.example.org\n' })
    const app = await makeFeeds(open, { ...here, ASSAY_FEEDS_MAXSIZE: '2KiB' })
    const orgadmin = app.as('orgadmin')
    await orgadmin.saveThreatFeed({ name: 'remote' }, { url: `${source.url}/list?key=hidden` })
    expect(await app.settled('remote')).toMatchObject({
      problem: `127.0.0.1:${source.port} returned HTTP status 404`,
      entries: 0,
    })
    // What was wrong with the former address is not said of this one.
    expect(
      await orgadmin.saveThreatFeed({ name: 'remote' }, { url: `${source.url}/list` }),
    ).not.toHaveProperty('problem')
    expect(await app.settled('remote')).toMatchObject({ entries: 1 })
    for (const [content, problem] of [
      ['<!doctype html><title>Sign in</title>', 'an HTML or XML document, not a list'],
      ['no\nobservable\n', 'none of its 2 lines is readable; check the format'],
      [
        '{"type":"bundle","objects":[{"type":"indi',
        'the STIX bundle is truncated or not valid JSON',
      ],
      ['{"Event":', 'neither JSON nor a list'],
      ['a.example.org\n'.repeat(500), 'larger than 2048 bytes (feeds.maxSize)'],
    ] as const) {
      source.answers['/list'] = content
      app.clock.advance(60_000)
      await orgadmin.refreshThreatFeed({ name: 'remote' })
      expect(await app.settled('remote')).toMatchObject({ entries: 1, problem })
    }
    expect((await app.ask('domain', 'bad.example.org')).badges).toEqual(['malicious Listed remote'])
  })

  it('are refused when they could not be loaded', async () => {
    const app = await makeFeeds(open)
    for (const [input, message] of [
      [{}, /either url or resource/],
      [{ url: 'https://a.example/', resource: 'upload:x' }, /either url or resource/],
      [{ url: 'file:///etc/passwd' }, /must start with http/],
      [{ url: 'https://me:secret@a.example/' }, /must not contain credentials/],
      [{ resource: '/etc/passwd' }, /not a server path/],
      [{ resource: 'server:list' }, /No such file or folder in analyzer.resources/],
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
})
