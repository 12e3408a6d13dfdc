import { describe, expect, it } from 'vitest'
import { startPlatform } from '../../src/platform/platform.ts'
import { databases, oneDatabase, type TestDatabases } from '../databases.ts'
import { makeEngineApp } from '../engine/setup.ts'

/** Fails with the report that its parameter holds. */
const refusing = {
  name: 'Refusing',
  dataTypeList: ['domain'],
  script: `sed -n 's/.*"told":"\\([^"]*\\)".*/\\1/p' "$1/input/input.json" | base64 -d > "$1/output/output.json"`,
}

async function makeServer(open: TestDatabases['open']) {
  const app = await makeEngineApp(open, [refusing], {
    startPlatform,
    environment: { ASSAY_JOB_RUNNERS: 'builtin,process' },
  })
  const run = async (id: string, data: string, more: object = {}) => {
    const input = { dataType: 'domain', data, ...more }
    const job = await app.as('analyze').runAnalyzer({ id }, input)
    await app.as('analyze').waitReport({ id: job.id }, { atMost: '10minutes' })
    return job.id
  }
  const dns = async () =>
    (
      await app
        .as('orgadmin')
        .enableAnalyzer({ id: 'Assay_Dns_1_0' }, { name: 'Assay_Dns', configuration: {} })
    ).id
  return { app, client: app.as('analyze'), run, dns }
}

describe.each(databases)('$name: an observable that is not for an analyzer', ({ open }) => {
  it('is a Failure for clients, and not applicable in our own words', async () => {
    const { client, run, dns } = await makeServer(open)
    const analyzer = await dns()
    const id = await run(analyzer, 'printer.lan')

    const message = 'printer.lan is an internal name'
    expect(await client.getJob({ id })).toMatchObject({
      status: 'Failure',
      errorMessage: message,
      notApplicable: 'special-use-name',
    })
    expect((await client.getReport({ id })).report).toMatchObject({
      success: false,
      errorMessage: message,
    })
    const value = { dataType: 'domain', data: 'printer.lan' }
    const detail = await client.getValue(value)
    expect(detail.answers).toMatchObject([
      { level: null, failure: { jobId: id, message, notApplicable: 'special-use-name' } },
    ])
    expect(detail.headline).toMatchObject({ state: 'notApplicable', notExamined: [] })
    const query = { _contains: 'notApplicable' }
    expect(await client.searchJobs({ query })).toMatchObject({ total: 1, rows: [{ id }] })
    const { tally } = await client.createInvestigation({ name: 'One', jobIds: [id] })
    expect(tally).toMatchObject({ values: 1, notApplicable: 1, failed: 0, notAnalyzed: 0 })
    expect((await client.listInvestigations()).rows[0]?.tally).toEqual(tally)
  })

  it('is one as long as the analyzer says so, and of a failure since then nothing is left', async () => {
    const { app, client, run } = await makeServer(open)
    const { id: worker } = await app.enable('orgadmin', 'Refusing')
    const told = (report: object) => ({
      parameters: { told: Buffer.from(JSON.stringify(report)).toString('base64') },
      force: true,
    })
    const failure = { success: false, errorMessage: 'not for me' }
    const last = async () =>
      (await client.getValue({ dataType: 'domain', data: 'a.test' })).answers[0]?.failure

    await run(worker, 'a.test', told({ ...failure, notApplicable: true }))
    expect(await last()).toMatchObject({ notApplicable: 'other' })
    await run(worker, 'a.test', told(failure))
    expect(await last()).not.toHaveProperty('notApplicable')
    await run(worker, 'a.test', told({ ...failure, notApplicable: 'reserved-address' }))
    expect(await last()).toMatchObject({ notApplicable: 'reserved-address' })
  })
})

describe.each(oneDatabase)('$name: an observable that is not for an analyzer', ({ open }) => {
  it('leaves the failure rate of the analyzer as it is', async () => {
    const { client, run, dns } = await makeServer(open)
    const analyzer = await dns()
    for (let at = 0; at < 38; at += 1) await run(analyzer, `host-${at}.internal`)

    const [health] = await client.workerHealth({ type: 'analyzer' })
    expect(health?.results).toEqual(Array.from({ length: 38 }, () => 'notApplicable'))
    expect(health).not.toHaveProperty('medianMs')
    const failed = { _and: [{ status: 'Failure' }, { _not: { _contains: 'notApplicable' } }] }
    expect((await client.searchJobs({ query: failed })).total).toBe(0)
  })

  it.each([
    ['a word that is no kind', 'whatever'],
    ['false', false],
    ['an object', { kind: 'other' }],
    ['a success', true],
  ])('is one by a kind only, not by %s', async (what, notApplicable) => {
    const { app, client, run } = await makeServer(open)
    const { id: worker } = await app.enable('orgadmin', 'Refusing')
    const success = what === 'a success' ? { success: true, full: {} } : { success: false }
    const report = { ...success, errorMessage: 'no', notApplicable }
    const told = Buffer.from(JSON.stringify(report)).toString('base64')
    const id = await run(worker, 'a.test', { parameters: { told } })

    expect(await client.getJob({ id })).not.toHaveProperty('notApplicable')
  })
})
