import { describe, expect, it, vi } from 'vitest'
import { removeOldJobs, removeSomeAnswers } from '../../src/engine/jobs/retention.ts'
import { endDueVerdicts } from '../../src/engine/values/expire.ts'
import { databases, oneDatabase } from '../databases.ts'
import { patienceMs } from '../patience.ts'
import type { Person, TestApp } from '../setup.ts'
import { makeJudges, markHarmless } from './setup.ts'

const domain = 'examp1e.test'
const named = { dataType: 'domain', data: domain }
const minute = 60_000
const day = 24 * 60 * minute

const historyOf = async (app: TestApp, as: Person = 'analyze', caseId?: string) =>
  (await app.as(as).getValue({ ...named, ...(caseId === undefined ? {} : { caseId }) })).history

/** Newest first, as `before → after cause`. */
const told = async (app: TestApp, as?: Person, caseId?: string) =>
  (await historyOf(app, as, caseId)).runs.map(
    ({ from, to, cause }) =>
      `${from === undefined ? '' : `${from} → `}${to} ${cause.kind}${cause.decision ? ` ${cause.decision.step}` : ''}`,
  )

const mark = (app: TestApp, more?: object) => markHarmless(app, named, more)

describe.each(databases)('$name: the history of a verdict', ({ open }) => {
  it('has one row for the analyzers that ran together, and one for each decision, with its cause', async () => {
    const { app, run } = await makeJudges(open)
    const first = await run(domain, 'suspicious')
    const second = await run(domain, 'safe', { by: 'Second' })
    app.clock.advance(minute)
    await run(domain, 'malicious', { as: 'orgadmin' })
    app.clock.advance(minute)
    await run(domain, 'malicious')
    app.clock.advance(minute)
    const { id } = await mark(app)
    app.clock.advance(minute)
    await app.as('analyze').endVerdict({ id })
    app.clock.advance(minute)
    await run(domain, 'broken')

    expect(await told(app)).toEqual([
      'malicious → malicious reanalysis',
      'safe → malicious decision withdrawn',
      'malicious → safe decision marked',
      'malicious → malicious reanalysis',
      'suspicious → malicious newEvidence',
      'suspicious firstAnalysis',
    ])
    const { runs, isCut } = await historyOf(app)
    expect(isCut).toBe(false)
    expect(runs[0]).toMatchObject({
      analyzers: [{ analyzer: 'Judge', level: null, state: 'failed' }],
    })
    expect(runs[2]).toMatchObject({
      analyzersLevel: 'malicious',
      analyzers: [],
      cause: { decision: { id, by: 'alan', cause: 'falsePositive', reason: 'our own page' } },
    })
    expect(runs[4]?.asked).toEqual({ by: 'ada', as: 'key' })
    expect(runs[5]?.analyzers).toHaveLength(2)
    expect(runs[5]?.analyzers).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ jobId: first, level: 'suspicious', state: 'report' }),
        expect.objectContaining({ jobId: second, level: 'safe', state: 'report' }),
      ]),
    )
  })

  it('keeps the rows of reports that retention removed, with their causes, as long as the verdict', async () => {
    const { app, run } = await makeJudges(open, { environment: { ASSAY_JOB_RETENTION: '30d' } })
    await run(domain, 'safe')
    for (const level of ['safe', 'malicious', 'malicious']) {
      app.clock.advance(minute)
      await run(domain, level, { as: 'orgadmin' })
    }
    const before = await historyOf(app)
    expect(await told(app)).toEqual([
      'malicious → malicious reanalysis',
      'safe → malicious newEvidence',
      'safe → safe reanalysis',
      'safe firstAnalysis',
    ])

    app.clock.advance(31 * day)
    expect(await removeOldJobs(app.deps)).toBe(4)
    const { runs } = await historyOf(app)
    const removed = ({ analyzers, ...rest }: (typeof runs)[number]) => ({
      ...rest,
      analyzers: analyzers.map((one) => ({ ...one, state: 'removed' as const })),
    })
    expect(runs).toEqual(before.runs.map(removed))

    app.clock.advance(400 * day)
    while (await removeSomeAnswers(app.deps));
    expect(await historyOf(app)).toEqual({ runs: [], isCut: false })
    expect(await app.deps.db.selectFrom('removed_jobs').select('job_id').execute()).toEqual([])
  })

  it('belongs to one organization, and shows only observables that its reader may see', async () => {
    const { app, run } = await makeJudges(open, { environment: { ASSAY_JOB_RETENTION: '30d' } })
    await run(domain, 'malicious')
    await mark(app)
    app.clock.advance(31 * day)
    await removeOldJobs(app.deps)
    await run(domain, 'malicious')
    expect(await told(app)).toHaveLength(3)
    for (const other of ['read', 'stranger'] as const)
      expect(await historyOf(app, other)).toEqual({ runs: [], isCut: false })
  })
})

describe.each(oneDatabase)('$name: the history of a verdict', ({ open }) => {
  it('says that a decision expired, and shows one for a case in that case alone', async () => {
    const { app, run } = await makeJudges(open)
    const { _id: caseId } = await app
      .as('analyze')
      .createCaseV1({ title: 'Here', description: 'x' })
    await app
      .as('analyze')
      .createCaseObservableV1({ id: caseId }, { dataType: 'domain', data: [domain] })
    await run(domain, 'suspicious')
    app.clock.advance(minute)
    await mark(app, { expiresAt: app.clock.now() + day })
    app.clock.advance(minute)
    await mark(app, { level: 'malicious', cause: 'confirmed', caseId })
    app.clock.advance(day)
    await endDueVerdicts(app.deps)

    expect(await told(app)).toEqual([
      'safe → suspicious decision expired',
      'suspicious → safe decision marked',
      'suspicious firstAnalysis',
    ])
    expect(await told(app, 'analyze', caseId)).toEqual([
      'malicious → malicious decision expired',
      'safe → malicious decision marked',
      'suspicious → safe decision marked',
      'suspicious firstAnalysis',
    ])
    // A reader sees what a case contains.
    expect(await told(app, 'read')).toHaveLength(3)
  })

  it('is limited to the newest 50 rows, and says that older ones are left out', async () => {
    const { app } = await makeJudges(open)
    for (let at = 0; at < 26; at += 1) {
      app.clock.advance(minute)
      const { id } = await mark(app)
      app.clock.advance(minute)
      await app.as('analyze').endVerdict({ id })
    }
    const { runs, isCut } = await historyOf(app)
    expect(runs).toHaveLength(50)
    expect(isCut).toBe(true)
    expect((await app.as('analyze').getValue(named)).decisions).toHaveLength(20)
  })

  it('names the watch that analyzed again, and the investigation', async () => {
    const { app, run } = await makeJudges(open, { engine: { recheckMs: 50 } })
    const job = await run(domain, 'safe')
    const { id } = await app.as('analyze').createInvestigation({ name: 'Wave', values: [named] })
    await app.as('analyze').addToInvestigation({ id }, { jobIds: [job] })
    await app.as('analyze').watchValue({ ...named, every: 'day' })
    app.clock.advance(day + minute)

    await vi.waitUntil(async () => (await historyOf(app)).runs.length === 2, {
      timeout: patienceMs,
    })
    expect((await historyOf(app)).runs.map(({ asked }) => asked)).toEqual([
      { by: 'alan', as: 'watch' },
      { by: 'alan', as: 'key', investigation: { id, name: 'Wave' } },
    ])
  })
})
