import { describe, expect, it } from 'vitest'
import { fillAnswers } from '../../src/engine/values/back-fill.ts'
import { databases, oneDatabase } from '../databases.ts'
import { makeJudges } from './setup.ts'

const domain = 'examp1e.test'

describe.each(databases)('$name: the verdict of a value', ({ open }) => {
  it('is the worst of what the analyzers said last, with their reasons', async () => {
    const { app, run, verdict } = await makeJudges(open)
    expect(await verdict(domain)).toMatchObject({ level: null, asked: 0, answered: 0, reasons: [] })

    await run(domain, 'safe')
    const jobId = await run(domain, 'malicious', { by: 'Second' })

    expect(await verdict(domain)).toEqual({
      level: 'malicious',
      headline: expect.any(String),
      asked: 2,
      answered: 2,
      checkedAt: app.clock.now(),
      reasons: [
        {
          level: 'malicious',
          text: 'Second: found is on 2 lists.',
          id: 'badge.says',
          parameters: { who: 'Second', what: 'found', value: 'on 2 lists' },
          analyzer: 'Second',
          jobId,
          at: app.clock.now(),
        },
        expect.objectContaining({ level: 'safe', analyzer: 'Judge' }),
      ],
      cases: [],
      alerts: 0,
    })
  })

  it('shows how it moved, and by whom', async () => {
    const { app, run } = await makeJudges(open)
    await run(domain, 'info')
    app.clock.advance(1000)
    await run(domain, 'malicious', { by: 'Second' })
    app.clock.advance(1000)
    await run(domain, 'suspicious')
    app.clock.advance(1000)
    await run(domain, 'info', { by: 'Second' })

    const { changes } = await app.as('analyze').getValue({ dataType: 'domain', data: domain })

    expect(changes.map(({ from, to, analyzer }) => [from, to, analyzer])).toEqual([
      ['malicious', 'suspicious', 'Second'],
      ['none', 'malicious', 'Second'],
      [undefined, 'none', 'Judge'],
    ])
  })

  it('forgets a deleted job and goes back to what was said before', async () => {
    const { app, run, verdict } = await makeJudges(open)
    const first = await run(domain, 'suspicious')
    app.clock.advance(1000)
    const second = await run(domain, 'malicious')

    await app.as('analyze').deleteJob({ id: second })
    expect(await verdict(domain)).toMatchObject({
      level: 'suspicious',
      reasons: [{ jobId: first }],
    })
    await app.as('analyze').deleteJob({ id: first })
    expect(await verdict(domain)).toMatchObject({ level: null, asked: 0 })
  })

  it('is found for jobs of before there was a table, with their history', async () => {
    const { app, run, verdict } = await makeJudges(open)
    await run(domain, 'suspicious')
    app.clock.advance(1000)
    await run(domain, 'malicious')
    await run('other.test', 'broken')
    const client = app.as('analyze')
    const known = await client.getValue({ dataType: 'domain', data: domain })
    const { db } = app.deps
    await db.deleteFrom('value_answers').execute()
    await db.updateTable('artifacts').set({ value_hash: null }).execute()
    await db.deleteFrom('meta').where('name', 'like', 'answers-from:%').execute()

    await fillAnswers(app.deps)

    expect(await client.getValue({ dataType: 'domain', data: domain })).toEqual(known)
    expect(await verdict('other.test')).toMatchObject({ level: null, asked: 1, answered: 0 })
    const unknown = await db
      .selectFrom('artifacts')
      .select('id')
      .where('value_hash', 'is', null)
      .execute()
    expect(unknown).toEqual([])
  })

  it('outlives its report', async () => {
    const { app, run, verdict } = await makeJudges(open)
    await run(domain, 'malicious')
    await app.deps.db.deleteFrom('jobs').execute()

    expect((await verdict(domain)).level).toBe('malicious')
    const { answers } = await app.as('analyze').getValue({ dataType: 'domain', data: domain })
    expect(answers).toMatchObject([{ hasReport: false }])
  })

  it('of two jobs that end at once is the worse of both', async () => {
    const { run, verdict } = await makeJudges(open)

    await Promise.all(
      ['info', 'malicious', 'safe'].flatMap((level, at) => [
        run(domain, level, { by: at === 1 ? 'Judge' : 'Second' }),
        run(`other${at}.test`, level),
      ]),
    )

    expect(await verdict(domain)).toMatchObject({ level: 'malicious', asked: 2 })
  })
})

describe.each(oneDatabase)('$name: the verdict of a value', ({ open }) => {
  it('says first of all, on its own page, that analyzers disagree', async () => {
    const { app, run } = await makeJudges(open)
    await run(domain, 'safe')
    await run(domain, 'malicious', { by: 'Second' })

    const { reasons } = await app.as('analyze').getValue({ dataType: 'domain', data: domain })
    expect(reasons.map(({ level, text }) => `${level}: ${text}`)).toEqual([
      'malicious: Analyzers disagree: 1 says benign, 1 flags it',
      'malicious: Second: found is on 2 lists.',
      'safe: Judge: found is on 2 lists.',
    ])
  })

  it('speaks for techniques of ATT&CK when it is bad, and returns them on request', async () => {
    const { app, tell } = await makeJudges(open)
    const findings = [
      { id: 'mail.spf', level: 'suspicious', explanation: 'It may not send', parameters: {} },
      { id: 'x.y', level: 'suspicious', explanation: 'A rule', technique: { id: 'T1486' } },
      { id: 'x.z', level: 'suspicious', explanation: 'Another', technique: { id: 'no technique' } },
      { id: 'archive.disk-image', level: 'info', explanation: 'A fact', parameters: {} },
    ]
    await tell(domain, { level: 'suspicious', findings })

    const values = [{ dataType: 'domain', data: domain }]
    const [asked] = await app.as('analyze').valueVerdicts({ values, techniques: true })
    expect(asked?.techniques?.map(({ technique, text }) => `${technique} ${text}`)).toEqual([
      'T1656 It may not send',
      'T1486 A rule',
    ])
    const [plain] = await app.as('analyze').valueVerdicts({ values })
    expect(plain).not.toHaveProperty('techniques')
  })

  it('is the same for every spelling of the value, and no other type', async () => {
    const { run, verdict } = await makeJudges(open)
    await run('EXAMP1E.test', 'suspicious')

    expect((await verdict('examp1e.TEST.')).level).toBe('suspicious')
    expect((await verdict(domain, 'analyze', 'other')).level).toBeNull()
  })

  it('counts an analyzer that failed as asked and keeps what it said before', async () => {
    const { app, run, verdict } = await makeJudges(open)
    const first = await run(domain, 'suspicious')
    app.clock.advance(1000)
    await run(domain, 'broken')
    await run(domain, 'broken', { by: 'Second' })

    expect(await verdict(domain)).toMatchObject({ level: 'suspicious', asked: 2, answered: 1 })
    const { answers } = await app.as('analyze').getValue({ dataType: 'domain', data: domain })
    expect(answers).toMatchObject([
      {
        analyzer: 'Judge',
        level: 'suspicious',
        jobId: first,
        failure: { message: expect.stringContaining('no answer today') },
      },
      { analyzer: 'Second', level: null, hasReport: false },
    ])
  })
})
