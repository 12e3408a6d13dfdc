import { describe, expect, it } from 'vitest'
import { databases, oneDatabase } from '../databases.ts'
import { makeJudges } from './setup.ts'

const day = 24 * 3_600_000

describe.each(databases)('$name: the list of known observables', ({ open }) => {
  it('names what was analyzed, stands in cases and alerts, or is looked into, with verdict and times', async () => {
    const { app, run } = await makeJudges(open)
    const client = app.as('analyze')
    const began = app.clock.now()
    await run('bad.test', 'malicious')
    await run('bad.test', 'info', { by: 'Second' })
    app.clock.advance(day)
    const { _id: id, number } = await client.createCaseV1({ title: 'Phishing', description: 'x' })
    await client.createCaseObservableV1(
      { id },
      { dataType: 'domain', data: ['BAD.test', 'unasked.test'], tags: ['lure'] },
    )
    app.clock.advance(day)
    await client.createInvestigation({
      name: 'Wave',
      values: [
        { dataType: 'domain', data: 'bad.test' },
        { dataType: 'ip', data: '192.0.2.7' },
      ],
    })

    const { rows, found, all, isComplete } = await client.listValues({})
    expect(isComplete).toBe(true)
    expect(found).toEqual({ count: 3, atLeast: false })
    expect(all).toEqual(found)
    const row = (data: string) => rows.find((one) => one.data === data)
    expect(row('bad.test')).toMatchObject({
      dataType: 'domain',
      level: 'malicious',
      answered: 2,
      seen: 2,
      caseCount: 1,
      cases: [{ number }],
      firstSeen: began,
      lastSeen: began + 2 * day,
      tags: ['lure'],
    })
    expect(row('unasked.test')).toMatchObject({ level: null, seen: 1, caseCount: 1 })
    expect(row('192.0.2.7')).toMatchObject({ level: null, seen: 1, caseCount: 0 })

    await client.deleteCase({ id })
    const after = await client.listValues({})
    expect(after.rows.map(({ data }) => data)).not.toContain('unasked.test')
    expect(after.rows.find(({ data }) => data === 'bad.test')).toMatchObject({ seen: 1, cases: [] })
  })

  it('is narrowed by each filter, sorted and read in pages', async () => {
    const { app, run } = await makeJudges(open)
    const client = app.as('analyze')
    await run('one.test', 'malicious')
    app.clock.advance(day)
    await run('two.test', 'suspicious')
    await run('198.51.100.1', 'malicious', { dataType: 'ip' })
    app.clock.advance(day)
    const { _id: id, number } = await client.createCaseV1({ title: 'Phishing', description: 'x' })
    await client.createCaseObservableV1(
      { id },
      { dataType: 'domain', data: ['two.test', 'new.test'], tags: ['lure'] },
    )
    await client.watchValue({ dataType: 'domain', data: 'one.test' })
    const now = app.clock.now()

    const names = async (input: Parameters<typeof client.listValues>[0]) =>
      (await client.listValues(input)).rows.map(({ data }) => data)
    const asSet = async (input: Parameters<typeof client.listValues>[0]) =>
      (await names(input)).toSorted()
    expect(await names({ text: 'ONE[.]te' })).toEqual(['one.test'])
    expect(await asSet({ level: ['malicious'] })).toEqual(['198.51.100.1', 'one.test'])
    expect(await names({ level: ['notAnalyzed'] })).toEqual(['new.test'])
    expect(await asSet({ level: ['notAnalyzed', 'suspicious'] })).toEqual(['new.test', 'two.test'])
    expect(await names({ since: now - 2 * day, until: now - 1.5 * day })).toEqual(['one.test'])
    expect(await names({ dataType: ['ip', 'url'] })).toEqual(['198.51.100.1'])
    expect(await asSet({ inCase: false })).toEqual(['198.51.100.1', 'one.test'])
    expect(await asSet({ caseNumber: number })).toEqual(['new.test', 'two.test'])
    expect(await asSet({ tag: 'lure' })).toEqual(['new.test', 'two.test'])
    expect(await names({ tag: 'lur' })).toEqual([])
    expect(await names({ watched: true })).toEqual(['one.test'])
    expect(await asSet({ notCheckedSince: now - 1.5 * day })).toEqual(['new.test', 'one.test'])
    expect(await names({ sort: '+lastSeen', range: '0-1' })).toEqual(['one.test'])
    const pages = [await names({ range: '0-2' }), await names({ range: '2-4' })].flat()
    expect(pages.toSorted()).toEqual(['198.51.100.1', 'new.test', 'one.test', 'two.test'])
    // Full or not, at the end or behind it: each page says the same of the whole.
    for (const range of ['0-1', '0-4', '0-5', '2-5', '3-4', '4-9', '8-9'])
      expect((await client.listValues({ range })).found).toEqual({ count: 4, atLeast: false })

    await run('two.test', 'malicious', { by: 'Second' })
    await run('two.test', 'info')
    expect(await names({ changedSince: now })).toEqual(['two.test'])
    await client.createInvestigation({
      name: 'x',
      values: [{ dataType: 'domain', data: 'two.test' }],
    })
    expect(await names({ minSeen: 2 })).toEqual(['two.test'])
    expect(await names({ sort: '-seen', range: '0-1' })).toEqual(['two.test'])

    const counts = await client.countValues({ filters: [{}, { level: ['malicious'] }] })
    expect(counts.map(({ count }) => count)).toEqual([4, 3])
    const { bars } = await client.valueTimeline({ since: now })
    const total = (of: 'malicious' | 'suspicious' | 'other') =>
      bars.reduce((sum, bar) => sum + bar[of], 0)
    expect([total('malicious'), total('suspicious'), total('other')]).toEqual([3, 0, 1])
  })

  it('finds a file by the beginning of its hash, whenever it was seen', async () => {
    const { app, workers } = await makeJudges(open)
    const client = app.as('analyze')
    const file = new File(['the bytes of a sample'], 'Sample.bin')
    const { id, attachment } = await client.runAnalyzer(
      { id: workers.Judge?.id ?? '' },
      { dataType: 'file', attachment: file },
    )
    await client.waitReport({ id }, { atMost: '10minutes' })
    app.clock.advance(245 * day)
    const hash = attachment?.id ?? ''

    const { rows } = await client.listValues({ text: hash.slice(0, 10).toUpperCase() })
    expect(rows).toMatchObject([{ dataType: 'file', hash, filename: 'Sample.bin' }])
    expect((await client.listValues({ text: 'sample' })).rows).toHaveLength(1)
    const since = app.clock.now() - day
    expect(await client.listValues({ text: hash.slice(0, 10), since })).toMatchObject({
      rows: [],
      found: { count: 0 },
      outside: { count: 1, atLeast: false },
    })
  })

  it('holds nothing of other organizations, and for readers only what stands in a case or an alert', async () => {
    const { app, run } = await makeJudges(open)
    const client = app.as('analyze')
    await run('held.test', 'malicious')
    await run('unheld.test', 'malicious')
    const { _id: id, number } = await client.createCaseV1({ title: 'Phishing', description: 'x' })
    await client.createCaseObservableV1({ id }, { dataType: 'domain', data: ['held.test'] })
    expect((await client.listValues({})).found.count).toBe(2)

    const reader = app.as('read')
    const seen = await reader.listValues({ text: 'held' })
    expect(seen.rows.map(({ data }) => data)).toEqual(['held.test'])
    expect([seen.found.count, seen.all.count]).toEqual([1, 1])
    expect(await reader.countValues({ filters: [{}] })).toMatchObject([{ count: 1 }])
    const { bars } = await reader.valueTimeline({})
    expect(bars.reduce((sum, { malicious }) => sum + malicious, 0)).toBe(1)

    const stranger = app.as('stranger')
    expect(await stranger.listValues({ text: 'held' })).toMatchObject({
      rows: [],
      found: { count: 0 },
      all: { count: 0 },
    })
    expect((await stranger.listValues({ caseNumber: number })).rows).toEqual([])
    expect(await stranger.countValues({ filters: [{}] })).toMatchObject([{ count: 0 }])
    expect(await stranger.valueTimeline({})).toEqual({ first: null, bars: [] })
  })
})

describe.each(oneDatabase)('$name: the list of known observables', ({ open }) => {
  it('lists observables of before an upgrade after they were noted', async () => {
    const { app, run } = await makeJudges(open)
    await run('old.test', 'suspicious')
    const { db } = app.deps
    const client = app.as('analyze')
    const { _id: id } = await client.createCaseV1({ title: 'Old', description: 'x' })
    await client.createCaseObservableV1({ id }, { dataType: 'domain', data: ['case.test'] })
    await client.createInvestigation({ name: 'x', values: [{ dataType: 'ip', data: '192.0.2.9' }] })
    await db.deleteFrom('unsettled_values').execute()
    await db.deleteFrom('known_values').execute()
    expect((await client.listValues({})).found.count).toBe(0)

    const { noteSome } = await import('../../src/knowledge/known/keep.ts')
    const { settleSome } = await import('../../src/knowledge/known/settle.ts')
    while (await noteSome(db));
    while ((await settleSome(app.deps, 'alpha')) > 0);
    expect((await client.listValues({})).rows.map(({ data }) => data).toSorted()).toEqual([
      '192.0.2.9',
      'case.test',
      'old.test',
    ])
    expect(await noteSome(db)).toBe(false)
  })

  it('ends at the first 10,000', async () => {
    const { app } = await makeJudges(open)
    await expect(app.as('analyze').listValues({ range: '10000-10050' })).rejects.toThrow(
      'range is limited to the first 10000 observables',
    )
  })
})
