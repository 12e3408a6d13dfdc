import { describe, expect, it } from 'vitest'
import { notFound, refusalOf } from '../api/refusal.ts'
import { databases, oneDatabase } from '../databases.ts'
import { makeJudges } from './setup.ts'

const domain = 'examp1e.test'
const named = { dataType: 'domain', data: domain }

describe.each(databases)('$name: what is known about values', ({ open }) => {
  it('is shown to a reader once it stands in a case or an alert', async () => {
    const { app, run, verdict } = await makeJudges(open)
    await run(domain, 'malicious')
    await run('unheld.test', 'malicious')
    const reader = app.as('read')
    expect(await verdict(domain, 'read')).toMatchObject({ level: null, asked: 0 })
    expect((await reader.getValue(named)).answers).toEqual([])
    expect((await reader.searchValues()).rows).toEqual([])

    const { id, number, title } = await app
      .as('analyze')
      .createCaseV1({ title: 'Phishing', description: 'x' })
      .then((made) => ({ id: made._id, number: made.number, title: made.title }))
    await app.as('analyze').createCaseObservableV1({ id }, { dataType: 'domain', data: [domain] })

    expect(await verdict(domain, 'read')).toMatchObject({
      level: 'malicious',
      cases: [{ id, number, title }],
    })
    const { rows } = await reader.searchValues({ level: 'malicious', inCase: true })
    expect(rows.map(({ data }) => data)).toEqual([domain])
    expect(await reader.getValue(named)).toMatchObject({
      verdict: { level: 'malicious' },
      sightings: [{ type: 'case', id, number, title, status: 'Open' }],
      seenIn: { cases: 1, alerts: 0 },
    })
    // What was found in it is in no case or alert, so it is invisible to a reader.
    expect((await reader.valueRelations(named)).nodes).toHaveLength(1)
  })

  it('names what a value leads to and what it was found in', async () => {
    const { app, run } = await makeJudges(open)
    await run(domain, 'malicious')
    await run('198.51.100.77', 'suspicious', { dataType: 'ip' })
    const client = app.as('analyze')

    const around = await client.valueRelations(named)
    const { center, nodes, edges } = around
    const to = (data: string) => nodes.find((node) => node.data === data)
    expect(to('198.51.100.77')).toMatchObject({ dataType: 'ip', level: 'suspicious', cases: 0 })
    // A program that is not ours does not name relations.
    expect(edges.map(({ from, kind }) => [from, kind])).toEqual([
      [center, 'found in'],
      [center, 'found in'],
    ])
    const back = await client.valueRelations({ dataType: 'ip', data: '198.51.100.77' })
    expect(back.edges).toContainEqual(
      expect.objectContaining({ from: center, to: back.center, kind: 'found in' }),
    )
    const few = await client.valueRelations({ ...named, limit: 2 })
    expect(few).toMatchObject({ nodes: { length: 2 }, left: 1 })
  })

  it('is found by a part of its text, by level and by time, the newest change first', async () => {
    const { app, run } = await makeJudges(open)
    const client = app.as('analyze')
    await run('one.test', 'malicious')
    app.clock.advance(5000)
    await run('two.test', 'suspicious')
    await run('two.test', 'malicious', { by: 'Second' })
    app.clock.advance(5000)
    await run('three.test', 'info')

    const texts = async (input: object) =>
      (await client.searchValues(input)).rows.map(({ data }) => data)
    expect(await texts({})).toEqual(['three.test', 'two.test', 'one.test'])
    expect(await texts({ sort: 'changedAt' })).toEqual(['one.test', 'two.test', 'three.test'])
    expect(await texts({ level: 'malicious' })).toEqual(['two.test', 'one.test'])
    expect(await texts({ level: ['suspicious', 'none'] })).toEqual(['three.test'])
    expect(await texts({ since: app.clock.now() - 5000 })).toEqual(['three.test', 'two.test'])
    expect(await texts({ until: app.clock.now() - 5000 })).toEqual(['one.test'])
    expect(await texts({ text: 'TWO' })).toEqual(['two.test'])
    expect(await client.searchValues({ range: '1-2' })).toMatchObject({
      total: 3,
      rows: [{ data: 'two.test', level: 'malicious', answered: 2 }],
    })
    const [today] = await client.valueStats({ since: app.clock.now() - 20_000 })
    expect(today).toMatchObject({ malicious: 2, suspicious: 0, none: 1 })
  })

  it('is found together with cases, alerts and tasks, a number of a case first', async () => {
    const { app, run } = await makeJudges(open)
    const client = app.as('analyze')
    const made = await client.createCaseV1({ title: 'Phishing wave', description: 'x' })
    await client.createCaseTaskV1({ id: made._id }, { title: 'Ask the phished people' })
    await run('phish.test', 'malicious')

    expect(await client.searchEverything({ text: 'phish' })).toMatchObject({
      values: { total: 1, hits: [{ data: 'phish.test' }] },
      cases: { total: 1, hits: [{ number: made.number }] },
      alerts: { total: 0 },
      tasks: { total: 1 },
      jobs: { total: 0 },
    })
    const byNumber = await client.searchEverything({ text: `#${made.number}`, kinds: ['cases'] })
    expect(byNumber).toEqual({
      cases: { total: 1, hits: [expect.objectContaining({ title: 'Phishing wave' })] },
    })
    expect(await app.as('stranger').searchEverything({ text: 'phish' })).toMatchObject({
      values: { total: 0 },
      cases: { total: 0 },
      tasks: { total: 0 },
    })
  })

  it('stands first in a search when it was typed as a whole, and can be narrowed by verdict and time', async () => {
    const { app, run } = await makeJudges(open)
    const client = app.as('analyze')
    await run('first.test', 'malicious')
    app.clock.advance(5000)
    await run('not-first.test', 'suspicious')
    const found = async (input: object) =>
      (await client.searchEverything({ text: 'hxxp', ...input })).values?.hits.map(
        ({ data }) => data,
      )

    expect(await found({ text: 'FIRST[.]test' })).toEqual(['first.test', 'not-first.test'])
    expect(await found({ text: 'first', level: ['suspicious'] })).toEqual(['not-first.test'])
    expect(await found({ text: 'first.test', level: ['suspicious'] })).toEqual(['not-first.test'])
    const since = app.clock.now() - 1000
    expect(await found({ text: 'first.test', since })).toEqual(['not-first.test'])
    expect(await found({ text: 'first', until: since })).toEqual(['first.test'])
    expect(await found({ text: 'first.test', until: since - 4000 })).toEqual([])
    const narrowed = await client.searchEverything({ text: 'first', level: ['malicious'] })
    expect(Object.keys(narrowed)).toEqual(['values'])
    const { cases } = await client.searchEverything({ text: 'first', since: since + 10_000_000 })
    expect(cases).toEqual({ total: 0, hits: [] })
  })
})

describe.each(oneDatabase)('$name: what is known about values', ({ open }) => {
  it('stays in its organization', async () => {
    const { app, run, verdict } = await makeJudges(open)
    await run(domain, 'malicious')
    const stranger = app.as('stranger')

    expect(await verdict(domain, 'stranger')).toMatchObject({ level: null, asked: 0 })
    expect((await stranger.searchValues()).total).toBe(0)
    expect(await stranger.getValue(named)).toMatchObject({
      verdict: { level: null },
      answers: [],
      changes: [],
    })
    expect((await stranger.valueRelations(named)).edges).toEqual([])
    expect((await stranger.searchEverything({ text: 'examp1e' })).values?.total).toBe(0)
    const counts = await stranger.valueStats({ since: app.clock.now() - 1000 })
    expect(counts.map(({ malicious }) => malicious)).toEqual(counts.map(() => 0))
  })

  it('is all shown to readers where they may see jobs', async () => {
    const { run, verdict } = await makeJudges(open, {
      environment: { ASSAY_AUTH_READONLYACCESS: 'true' },
    })
    await run(domain, 'suspicious')

    expect((await verdict(domain, 'read')).level).toBe('suspicious')
  })

  it('does not analyze by hash a file that only others hold', async () => {
    const { app, workers } = await makeJudges(open)
    const file = new File(['the bytes of a sample'], 'sample.bin')
    const client = app.as('analyze')
    const id = workers.Judge?.id ?? ''
    const first = await client.runAnalyzer({ id }, { dataType: 'file', attachment: file })
    await client.waitReport({ id: first.id }, { atMost: '10minutes' })
    const hash = first.attachment?.id ?? ''

    const again = await client.runAnalyzer(
      { id },
      { dataType: 'file', attachment: { hash, name: 'again.bin' }, force: true },
    )
    expect(again.attachment).toMatchObject({ id: hash, name: 'again.bin', size: file.size })
    expect((await client.waitReport({ id: again.id }, { atMost: '10minutes' })).status).toBe(
      'Success',
    )
    expect(await client.getValue({ dataType: 'file', hash })).toMatchObject({
      hash,
      file: { isStored: true, size: file.size, names: ['again.bin', 'sample.bin'] },
      verdict: { level: 'none', answered: 1 },
    })

    const theirs = await app.enable('stranger', 'Judge')
    const refused = await refusalOf(
      app.as('stranger').runAnalyzer({ id: theirs.id }, { dataType: 'file', attachment: { hash } }),
    )
    expect(refused).toEqual(notFound(`attachment ${hash} not found`))
    expect(await app.as('stranger').getValue({ dataType: 'file', hash })).toMatchObject({
      file: { isStored: false, names: [] },
    })
  })

  it('asks for a text or for a file, and not for both', async () => {
    const { app } = await makeJudges(open)
    const client = app.as('analyze')
    const wrong = 'Send either data or, for a file, its hash (SHA-256)'

    await expect(client.getValue({ dataType: 'file' })).rejects.toThrow(wrong)
    const both = { dataType: 'file', data: 'x', hash: 'a'.repeat(64) }
    await expect(client.valueVerdicts({ values: [both] })).rejects.toThrow(wrong)
    await expect(client.searchValues({ query: {} })).rejects.toThrow('query is not supported here')
    await expect(client.searchValues({ sort: 'title' })).rejects.toThrow('sort must be changedAt')
  })
})
