import { describe, expect, it } from 'vitest'
import { removeSomeAnswers } from '../../src/engine/jobs/retention.ts'
import { endDueVerdicts } from '../../src/engine/values/expire.ts'
import { badRequest, forbidden, notFound, refusalOf } from '../api/refusal.ts'
import { databases, oneDatabase } from '../databases.ts'
import type { Person, TestApp } from '../setup.ts'
import { makeJudges } from './setup.ts'

const domain = 'examp1e.test'
const named = { dataType: 'domain', data: domain }
const day = 86_400_000

const harmless = (app: TestApp) => ({
  values: [named],
  level: 'safe' as const,
  cause: 'ownTest' as const,
  reason: 'own campaign',
  expiresAt: app.clock.now() + 30 * day,
})

const mark = async (app: TestApp, more: object = {}, as: Person = 'analyze') => {
  const [one] = await app.as(as).markValues({ ...harmless(app), ...more })
  if (!one) throw new Error('nothing was marked')
  return one
}

const openCase = async (app: TestApp, title: string, data: string) => {
  const { _id: id, number } = await app.as('analyze').createCaseV1({ title, description: 'x' })
  await app.as('analyze').createCaseObservableV1({ id }, { dataType: 'domain', data: [data] })
  return { id, number, title }
}

const kindsOf = async (app: TestApp, as: Person = 'analyze') =>
  (await app.as(as).listWatchNews({ range: 'all' })).rows.map(
    ({ kind, from, to }) => `${kind} ${from} ${to}`,
  )

const counts = { malicious: 0, suspicious: 0, safe: 0, none: 0, unasked: 0 }

describe.each(databases)('$name: what an analyst decided', ({ open }) => {
  it('wins wherever a verdict is shown, and the evidence stays', async () => {
    const { app, run, verdict } = await makeJudges(open)
    const client = app.as('analyze')
    await run(domain, 'malicious')
    await run(domain, 'malicious', { by: 'Second' })
    await run('other.test', 'suspicious')
    const { id: caseId } = await openCase(app, 'Phishing', domain)
    const wave = await client.createInvestigation({ name: 'A wave', values: [named] })
    await client.createAlertV1({
      type: 'test',
      source: 'gateway',
      sourceRef: '1',
      title: 'An alert',
      description: 'x',
      observables: [{ dataType: 'domain', data: [domain] }],
    })
    await app.as('orgadmin').watchValue(named)

    const { id } = await mark(app)
    const decision = { id, level: 'safe', cause: 'ownTest', reason: 'own campaign', by: 'alan' }
    expect(await verdict(domain)).toMatchObject({
      level: 'safe',
      asked: 2,
      answered: 2,
      decision: { ...decision, contradicted: false },
      headline: `Marked benign by an analyst: own campaign, until ${dayOf(app, 30)}. 2 analyzers say malicious`,
      reasons: [{ id: 'verdict.marked-safe' }, { level: 'malicious' }],
    })
    expect(await verdict('other.test')).toMatchObject({ level: 'suspicious' })
    expect((await verdict('other.test')).decision).toBeUndefined()
    expect(await client.getValue(named)).toMatchObject({
      verdict: { level: 'safe', asked: 2 },
      analyzersLevel: 'malicious',
      decision,
      decisions: [decision],
      headline: { level: 'safe', decision: { level: 'safe', disagree: 2 } },
      answers: [{ level: 'malicious' }, { level: 'malicious' }],
      changes: [{ from: 'malicious', to: 'safe', analyzer: 'analyst' }, { to: 'malicious' }],
    })
    const found = async (level: 'safe' | 'malicious') =>
      (await client.searchValues({ level })).rows.map(({ data }) => data)
    expect(await found('safe')).toEqual([domain])
    expect(await found('malicious')).toEqual([])
    const everywhere = await client.searchEverything({ text: domain, level: ['safe'] })
    expect(everywhere.values?.hits).toMatchObject([{ data: domain, level: 'safe', decision }])
    const stats = await client.valueStats({ since: app.clock.now() - day, by: 'hour' })
    expect(stats.reduce((sum, one) => sum + one.safe, 0)).toBe(1)
    expect(stats.reduce((sum, one) => sum + one.malicious, 0)).toBe(0)
    expect(await client.getInvestigation({ id: wave.id })).toMatchObject({
      tally: { safe: 1, malicious: 0 },
      values: [{ level: 'safe', state: 'safe', decision }],
    })
    expect((await client.listInvestigations({})).rows[0]?.tally).toMatchObject({ safe: 1 })
    expect((await client.valueRelations(named)).nodes[0]).toMatchObject({ level: 'safe' })
    expect((await app.as('orgadmin').listWatches()).rows[0]).toMatchObject({ level: 'safe' })
    expect(await kindsOf(app, 'orgadmin')).toEqual(['verdict malicious safe'])
    expect(await countsOf(app, 'listCase')).toEqual({ ...counts, safe: 1 })
    expect(await countsOf(app, 'listAlert')).toEqual({ ...counts, safe: 1 })

    const story = (await client.listTimeline({ id: caseId })).rows.filter(
      ({ kind }) => kind === 'verdict',
    )
    expect(story).toMatchObject([
      { decision: 'marked', by: 'alan', status: 'safe', message: 'own campaign' },
    ])
  })

  it('stays when the analyzers answer again, and when old answers are removed', async () => {
    const { app, run, verdict } = await makeJudges(open)
    await run(domain, 'suspicious')
    await mark(app, { level: 'malicious', cause: 'confirmed' })
    const job = await run(domain, 'safe')
    expect(await verdict(domain)).toMatchObject({ level: 'malicious', asked: 1, answered: 1 })
    await app.as('analyze').deleteJob({ id: job })
    expect(await verdict(domain)).toMatchObject({ level: 'malicious', answered: 1 })

    app.clock.advance(800 * day)
    expect(await removeSomeAnswers(app.deps)).toBe(true)
    expect(await verdict(domain)).toMatchObject({ level: 'malicious', asked: 0, answered: 0 })
  })

  it('is contradicted by an analyzer that comes to worse later: news once, and it stands', async () => {
    const { app, run, verdict } = await makeJudges(open)
    await run(domain, 'suspicious')
    await mark(app, { watch: true })
    expect(await kindsOf(app)).toEqual([])
    app.clock.advance(1000)
    await run(domain, 'suspicious')
    expect((await verdict(domain)).decision).toMatchObject({ contradicted: false })

    app.clock.advance(1000)
    await run(domain, 'malicious', { by: 'Second' })
    expect(await verdict(domain)).toMatchObject({ level: 'safe', decision: { contradicted: true } })
    await run(domain, 'malicious')
    expect(await kindsOf(app)).toEqual(['contradicted safe malicious'])
  })

  it('ends at its time, once, and the watchers are notified', async () => {
    const { app, run, verdict } = await makeJudges(open)
    await run(domain, 'malicious')
    const { id } = await mark(app, { watch: true })
    await mark(app, {
      values: [{ ...named, data: 'later.test' }],
      expiresAt: app.clock.now() + 31 * day,
    })
    app.clock.advance(30 * day - 1000)
    await endDueVerdicts(app.deps)
    expect((await verdict(domain)).level).toBe('safe')

    app.clock.advance(2000)
    await Promise.all([1, 2, 3].map(() => endDueVerdicts(app.deps)))
    expect(await verdict(domain)).toMatchObject({ level: 'malicious' })
    expect((await verdict(domain)).decision).toBeUndefined()
    expect((await verdict('later.test')).level).toBe('safe')
    expect(await kindsOf(app)).toEqual(['expired safe malicious'])
    const { decisions } = await app.as('analyze').getValue(named)
    expect(decisions).toMatchObject([{ id, endedAt: app.clock.now() }])
    expect(decisions[0]?.endedBy).toBeUndefined()
    const audited = (await app.as('orgadmin').listAudit({ range: 'all' })).rows
    const ends = audited.filter(({ action }) => action === 'verdict.expire')
    expect(ends).toMatchObject([{ objectId: id, actor: '(expiry)' }])
  })

  it('of two analysts the second names the verdict that they replace', async () => {
    const { app, verdict } = await makeJudges(open)
    const first = await mark(app)
    const again = await refusalOf(mark(app, { level: 'malicious', cause: 'confirmed' }, 'orgadmin'))
    expect(again).toMatchObject({ status: 409, type: 'OverlapError' })
    expect(again.message).toContain('alan marked it benign: “own campaign”')
    expect(again.message).toContain(first.id)

    app.clock.advance(1000)
    const replaced = { level: 'malicious', cause: 'confirmed', replaces: [first.id] }
    const second = await mark(app, replaced, 'orgadmin')
    expect(await verdict(domain)).toMatchObject({ level: 'malicious', decision: { id: second.id } })
    expect((await refusalOf(mark(app, replaced))).status).toBe(409)
    expect((await app.as('analyze').getValue(named)).decisions).toMatchObject([
      { id: second.id, by: 'ada' },
      { id: first.id, endedBy: 'ada', endedAt: app.clock.now() },
    ])
  })

  it('at the same moment is one of them', async () => {
    const { app } = await makeJudges(open)
    const calls = await Promise.allSettled(
      (['analyze', 'orgadmin', 'analyze', 'orgadmin'] as const).map((as) => mark(app, {}, as)),
    )
    expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await app.as('analyze').listVerdicts({ open: true })).total).toBe(1)
  })

  it('for one case is seen there alone, before the one for everywhere', async () => {
    const { app, run, verdict } = await makeJudges(open)
    const client = app.as('analyze')
    await run(domain, 'safe')
    const here = await openCase(app, 'Here', domain)
    const there = await openCase(app, 'There', domain)
    await mark(app, { level: 'suspicious', cause: 'other' })
    const { id } = await mark(app, { level: 'malicious', cause: 'confirmed', caseId: here.id })

    const seenFrom = async (caseId: string) => {
      const [one] = await client.valueVerdicts({ values: [named], caseId })
      return one?.level
    }
    expect((await verdict(domain)).level).toBe('suspicious')
    expect(await seenFrom(there.id)).toBe('suspicious')
    expect(await seenFrom(here.id)).toBe('malicious')
    expect(await client.getValue({ ...named, caseId: here.id })).toMatchObject({
      verdict: { level: 'malicious' },
      decision: { id, caseId: here.id },
    })
    const attributes = async (caseId: string) => {
      const { Event } = (await client.caseAsMisp({ id: caseId })) as {
        Event: { Attribute: { to_ids: boolean }[] }
      }
      return Event.Attribute.map(({ to_ids }) => to_ids)
    }
    expect(await attributes(here.id)).toEqual([true])
    expect(await attributes(there.id)).toEqual([false])
    const merged = await client.mergeCasesV1({ ids: `${here.id},${there.id}` })
    expect(await seenFrom(merged._id)).toBe('malicious')
    await client.deleteCaseV1({ id: merged._id })
    expect((await client.listVerdicts({ open: true })).rows).toMatchObject([
      { level: 'suspicious' },
    ])
  })

  it('is listed by its end, and what is over with who ended it', async () => {
    const { app } = await makeJudges(open)
    const client = app.as('analyze')
    const value = (data: string) => ({ values: [{ dataType: 'domain', data }] })
    const never = await mark(app, { ...value('never.test'), expiresAt: null }, 'orgadmin')
    const late = await mark(app, { ...value('late.test'), expiresAt: app.clock.now() + 9 * day })
    const soon = await mark(app, { ...value('soon.test'), expiresAt: app.clock.now() + day })
    const idsOf = async (input = {}) => (await client.listVerdicts(input)).rows.map(({ id }) => id)
    expect(await idsOf({ open: true })).toEqual([soon.id, late.id, never.id])
    expect(await client.listVerdicts({ open: true, range: '0-1' })).toMatchObject({
      total: 3,
      rows: [{ data: 'soon.test', level: 'safe' }],
    })

    app.clock.advance(1000)
    await client.endVerdict({ id: late.id })
    expect(await idsOf({ open: true })).toEqual([soon.id, never.id])
    expect((await client.listVerdicts()).rows).toContainEqual(
      expect.objectContaining({ id: late.id, endedBy: 'alan', endedAt: app.clock.now() }),
    )
    expect(await refusalOf(client.endVerdict({ id: late.id }))).toEqual(
      notFound(`verdict ${late.id} not found`),
    )
  })
})

describe.each(oneDatabase)('$name: to mark a value', ({ open }) => {
  it('takes a fitting cause, a reason and an end that the role may set', async () => {
    const { app } = await makeJudges(open)
    const said = (more: object, as: Person = 'analyze') => refusalOf(mark(app, more, as))
    expect(await said({ level: 'malicious' })).toEqual(
      badRequest('cause ownTest is for level safe'),
    )
    expect(await said({ reason: '    ' })).toEqual(badRequest('reason needs at least 3 characters'))
    expect(await said({ expiresAt: null })).toEqual(
      forbidden('Only an orgadmin can mark without an end. Set expiresAt'),
    )
    expect(await said({ expiresAt: app.clock.now() + 400 * day }, 'orgadmin')).toEqual(
      badRequest('expiresAt is more than 365 days ahead, the limit for safe'),
    )
    expect((await mark(app, { expiresAt: null }, 'orgadmin')).expiresAt).toBeUndefined()
  })

  it('belongs to one organization: its verdicts, its cases', async () => {
    const { app, verdict } = await makeJudges(open)
    const { id } = await mark(app)
    const { id: caseId } = await openCase(app, 'Ours', domain)
    const stranger = app.as('stranger')
    expect((await stranger.listVerdicts()).total).toBe(0)
    expect((await verdict(domain, 'stranger')).level).toBeNull()
    expect(await refusalOf(stranger.endVerdict({ id }))).toEqual(
      notFound(`verdict ${id} not found`),
    )
    expect(await refusalOf(mark(app, { caseId }, 'stranger'))).toEqual(
      notFound(`case ${caseId} not found`),
    )
    expect((await refusalOf(mark(app, { replaces: [id] }, 'stranger'))).status).toBe(409)
    await mark(app, { level: 'malicious', cause: 'confirmed' }, 'stranger')
    expect((await verdict(domain)).level).toBe('safe')
  })

  it('marks all of a selection or none, and each value once', async () => {
    const { app, verdict } = await makeJudges(open)
    await mark(app)
    const values = ['one.test', domain].map((data) => ({ dataType: 'domain', data }))
    expect((await refusalOf(mark(app, { values }))).status).toBe(409)
    expect((await verdict('one.test')).level).toBeNull()

    const twice = ['two.test', 'TWO.test'].map((data) => ({ dataType: 'domain', data }))
    expect(await app.as('analyze').markValues({ ...harmless(app), values: twice })).toHaveLength(1)
    expect(await verdict('two.test')).toMatchObject({ level: 'safe', asked: 0, answered: 0 })
  })

  it('waits until every process can read it', async () => {
    const { app } = await makeJudges(open)
    const older = {
      id: 'older',
      name: 'older',
      machine: 'm',
      pid: 1,
      started_at: app.clock.now(),
      seen_at: app.clock.now(),
      version: '0.11.0',
      schema_min: 54,
      schema_max: 54,
      roles: '[]',
      slots: 1,
      running: 0,
      runners: '[]',
      accepts: '[]',
      labels: '[]',
    }
    await app.deps.db.insertInto('nodes').values(older).execute()
    expect(await refusalOf(mark(app))).toEqual({
      status: 503,
      type: 'ServiceUnavailable',
      message:
        'older still runs version 0.11.0, which cannot read verdicts of analysts. Update it first',
    })
    app.clock.advance(60_000)
    expect((await mark(app)).level).toBe('safe')
  })

  it('decides what leaves for sensors', async () => {
    const { app, run } = await makeJudges(open)
    const client = app.as('analyze')
    const { _id: id } = await client.createCaseV1({ title: 'Phishing', description: 'x' })
    await client.createCaseObservableV1({ id }, { dataType: 'domain', data: [domain], ioc: true })
    await run(domain, 'malicious')
    const leaves = async () => {
      const misp = (await client.caseAsMisp({ id })) as {
        Event: { Attribute: { to_ids: boolean }[] }
      }
      const stix = (await client.caseAsStix({ id })) as {
        objects: { type: string; pattern?: string }[]
      }
      return [
        misp.Event.Attribute.map(({ to_ids }) => to_ids),
        stix.objects.flatMap(({ pattern }) => pattern ?? []),
      ]
    }
    expect(await leaves()).toEqual([[true], []])
    const { id: first } = await mark(app)
    expect(await leaves()).toEqual([[false], []])
    await mark(app, { level: 'malicious', cause: 'confirmed', replaces: [first] })
    expect(await leaves()).toEqual([[true], [`[domain-name:value = '${domain}']`]])
  })
})

const dayOf = (app: TestApp, days: number) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(
    app.clock.now() + days * day,
  )

async function countsOf(app: TestApp, _name: 'listCase' | 'listAlert') {
  const query = [{ _name }, { _name: 'page', from: 0, to: 1, extraData: ['verdicts'] }]
  const rows = (await app.as('analyze').queryV1({ query })) as {
    extraData: { verdicts: unknown }
  }[]
  return rows[0]?.extraData.verdicts
}
