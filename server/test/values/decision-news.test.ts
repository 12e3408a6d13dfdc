import { maxWatches } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { tellOfContradictions } from '../../src/engine/values/contradicted.ts'
import { endDueVerdicts } from '../../src/engine/values/expire.ts'
import { databases, oneDatabase } from '../databases.ts'
import type { Person, TestApp } from '../setup.ts'
import { makeJudges, markHarmless } from './setup.ts'

const domain = 'examp1e.test'
const named = { dataType: 'domain', data: domain }
const day = 86_400_000

const mark = (app: TestApp, more?: object) => markHarmless(app, named, more)

const newsOf = async (app: TestApp, as: Person = 'analyze') =>
  (await app.as(as).listWatchNews({ range: 'all' })).rows.map(
    ({ kind, from, to }) => `${kind} ${from} ${to}`,
  )

const openCase = async (app: TestApp, assignee: string, data = domain) => {
  const { _id: id } = await app
    .as('orgadmin')
    .createCaseV1({ title: 'Reported', description: 'x', assignee })
  await app.as('orgadmin').createCaseObservableV1({ id }, { dataType: 'domain', data: [data] })
  return id
}

describe.each(databases)('$name: an update about a decision', ({ open }) => {
  it('reaches its author when it expires, once, also without a watch and where the verdict stays', async () => {
    const { app, run } = await makeJudges(open)
    await run(domain, 'malicious')
    await app.as('orgadmin').watchValue(named)
    await mark(app)
    app.clock.advance(31 * day)
    await Promise.all([1, 2].map(() => endDueVerdicts(app.deps)))
    expect(await newsOf(app)).toEqual(['expired safe malicious'])
    // They knew the verdict of before; what came back in between is one update.
    expect(await newsOf(app, 'orgadmin')).toEqual([])
    expect((await app.as('analyze').listWatches()).rows).toMatchObject([
      { data: domain, level: 'malicious', every: 'none', unread: 1 },
    ])

    await mark(app, { level: 'malicious', cause: 'confirmed' })
    app.clock.advance(31 * day)
    await endDueVerdicts(app.deps)
    expect((await newsOf(app)).toSorted()).toEqual([
      'expired malicious malicious',
      'expired safe malicious',
    ])
  })

  it('reaches its author and the assignees of open cases when an analyzer comes to worse, once', async () => {
    const { app, run } = await makeJudges(open)
    await run(domain, 'suspicious')
    await openCase(app, 'ada')
    await mark(app)
    await tellOfContradictions(app.deps)
    expect(await newsOf(app)).toEqual([])

    app.clock.advance(1000)
    await run(domain, 'malicious', { by: 'Second' })
    await Promise.all([1, 2].map(() => tellOfContradictions(app.deps)))
    await tellOfContradictions(app.deps)
    for (const as of ['analyze', 'orgadmin'] as const)
      expect(await newsOf(app, as)).toEqual(['contradicted safe malicious'])
    expect((await app.as('analyze').getValue(named)).decision).toMatchObject({ contradicted: true })
  })

  it('does not reach watchers while the verdict that they know stays the same', async () => {
    const { app, run } = await makeJudges(open)
    await run(domain, 'malicious')
    await app.as('orgadmin').watchValue(named)
    const { id } = await mark(app, { level: 'malicious', cause: 'confirmed' })
    await app.as('analyze').endVerdict({ id })
    expect(await newsOf(app, 'orgadmin')).toEqual([])

    await mark(app)
    expect(await newsOf(app, 'orgadmin')).toEqual(['verdict malicious safe'])
  })

  it('comes once to those who watch', async () => {
    const { app, run } = await makeJudges(open)
    await run(domain, 'suspicious')
    await mark(app, { watch: true })
    app.clock.advance(1000)
    await run(domain, 'malicious', { by: 'Second' })
    expect(await newsOf(app)).toEqual(['contradicted safe malicious'])
    await tellOfContradictions(app.deps)
    expect(await newsOf(app)).toEqual(['contradicted safe malicious'])
  })
})

describe.each(oneDatabase)('$name: an update about a decision', ({ open }) => {
  it('is not for closed cases, other observables, readers and those who watch as many as they may', async () => {
    const { app, run } = await makeJudges(open)
    await run(domain, 'suspicious')
    const closed = await openCase(app, 'ada')
    await app.as('orgadmin').updateCaseV1({ id: closed }, { status: 'TruePositive' })
    await openCase(app, 'ada', 'other.test')
    await openCase(app, 'rita')
    for (let at = 0; at < maxWatches; at += 1)
      await app.as('analyze').watchValue({ dataType: 'domain', data: `${at}.test` })
    await mark(app)
    app.clock.advance(1000)
    await run(domain, 'malicious', { by: 'Second' })
    await tellOfContradictions(app.deps)
    for (const as of ['analyze', 'orgadmin'] as const) expect(await newsOf(app, as)).toEqual([])
    const { watches } = await app.deps.db
      .selectFrom('value_watches')
      .select((eb) => eb.fn.countAll<number>().as('watches'))
      .where('login', '!=', 'alan')
      .executeTakeFirstOrThrow()
    expect(Number(watches)).toBe(0)
  })

  it('for one case concerns its assignee and its author, and names the verdict that counts again there', async () => {
    const { app, run } = await makeJudges(open)
    await run(domain, 'suspicious')
    const caseId = await openCase(app, 'ada')
    await mark(app, { caseId, expiresAt: app.clock.now() + day })
    app.clock.advance(1000)
    await run(domain, 'malicious', { by: 'Second' })
    await tellOfContradictions(app.deps)
    expect(await newsOf(app, 'orgadmin')).toEqual(['contradicted safe malicious'])
    app.clock.advance(2 * day)
    await endDueVerdicts(app.deps)
    expect((await newsOf(app)).toSorted()).toEqual([
      'contradicted safe malicious',
      'expired safe malicious',
    ])
  })
})
