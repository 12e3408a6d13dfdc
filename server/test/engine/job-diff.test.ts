import { describe, expect, it } from 'vitest'
import { refusalOf } from '../api/refusal.ts'
import { databases, oneDatabase, type TestDatabases } from '../databases.ts'
import { makeEngineApp, programs } from './setup.ts'

/** Its report is what its parameter says. */
const told = (name: string) => ({
  name,
  dataTypeList: ['domain', 'ip'],
  script: `sed -n 's/.*"told":"\\([^"]*\\)".*/\\1/p' "$1/input/input.json" | base64 -d > "$1/output/output.json"`,
})

/** Repeats a text many times: too much for a parameter. */
const large = {
  name: 'Large',
  dataTypeList: ['domain'],
  script: `n=$(sed -n 's/.*"count":\\([0-9]*\\).*/\\1/p' "$1/input/input.json")
awk -v n="$n" 'BEGIN { printf "{\\"success\\":true,\\"full\\":{\\"last\\":%d,\\"all\\":[", n; for (i = 0; i < n; i++) printf "%s{\\"at\\":%d,\\"text\\":\\"0123456789012345678901234567890123456789\\"}", (i ? "," : ""), i; print "]}}" }' > "$1/output/output.json"`,
}

async function makeServer(open: TestDatabases['open']) {
  const app = await makeEngineApp(open, [told('Judge'), told('Second'), large, programs.waiting])
  const workers: Record<string, string> = {}
  for (const name of ['Judge', 'Second', 'Large', 'Waiting'])
    workers[name] = (await app.enable('orgadmin', name)).id
  const client = app.as('analyze')
  const start = async (by: string, data: string, parameters: object, dataType = 'domain') =>
    (
      await client.runAnalyzer(
        { id: workers[by] ?? '' },
        { data, dataType, parameters, force: true },
      )
    ).id
  const end = async (id: string) => {
    await client.waitReport({ id }, { atMost: '10minutes' })
    return id
  }
  const tell = async (report: object, { by = 'Judge', data = 'a.test' } = {}) =>
    end(await start(by, data, { told: Buffer.from(JSON.stringify(report)).toString('base64') }))
  return { app, client, start, end, tell }
}

const report = (level: string, explanation: string, ip: string, ttl: number) => ({
  success: true,
  summary: { taxonomies: [{ level, namespace: 'X', predicate: 'is', value: level }] },
  artifacts: [
    { dataType: 'ip', data: ip },
    { dataType: 'domain', data: 'stays.test' },
  ],
  full: {
    findings: [{ level, explanation }],
    ttl,
    name: 'same',
    checked_at: `2026-11-18T00:00:${ttl}Z`,
  },
})

describe.each(databases)('$name: two jobs about one observable', ({ open }) => {
  it('differ in verdict, reasons, badges, artifacts and fields', async () => {
    const { app, client, tell } = await makeServer(open)
    const id = await tell(report('suspicious', 'Odd', '192.0.2.1', 10))
    const other = await tell(report('malicious', 'Bad', '192.0.2.2', 60))

    const diff = await client.diffJobs({ id, other })
    expect(diff).toMatchObject({
      before: 'suspicious',
      after: 'malicious',
      reasons: {
        added: [{ level: 'malicious', text: 'Bad' }],
        removed: [{ text: 'Odd' }],
        same: [],
      },
      badges: { added: [{ value: 'malicious' }], removed: [{ value: 'suspicious' }] },
      artifacts: {
        added: [{ dataType: 'ip', data: '192.0.2.2' }],
        removed: [{ data: '192.0.2.1' }],
        same: 1,
      },
      sameFields: 1,
      isCut: false,
    })
    expect(diff.fields).toEqual([{ path: 'ttl', kind: 'changed', before: '10', after: '60' }])
    for (const params of [
      { id, other: 'none' },
      { id: 'none', other: id },
    ])
      expect(await refusalOf(client.diffJobs(params))).toMatchObject({ status: 404 })
    // To others they do not exist, even next to one of their own.
    expect(await refusalOf(app.as('stranger').diffJobs({ id, other }))).toMatchObject({
      status: 404,
    })
  })
})

describe.each(oneDatabase)('$name: two jobs', ({ open }) => {
  it('are not compared where that says nothing', async () => {
    const { client, start, tell } = await makeServer(open)
    const id = await tell({ success: true, full: {} })
    const why = async (other: string) => refusalOf(client.diffJobs({ id, other }))

    expect(await why(await tell({ success: true, full: {} }, { data: 'b.test' }))).toMatchObject({
      status: 400,
      message: 'The two jobs are about different observables; choose two about the same',
    })
    expect(await why(await tell({ success: true, full: {} }, { by: 'Second' }))).toMatchObject({
      status: 400,
      message: 'The two jobs are of different analyzers; choose two of the same',
    })
    const running = await start('Waiting', '192.0.2.1', {}, 'ip')
    expect(await why(running)).toMatchObject({
      status: 400,
      message: `Job ${running} has not finished; compare it when it has`,
    })
    await client.deleteJob({ id: running })
    expect(await why(running)).toMatchObject({ status: 404 })
  })

  it('of which one failed differ in everything that the other says', async () => {
    const { client, tell } = await makeServer(open)
    const id = await tell({ success: false, errorMessage: 'no' })
    const other = await tell(report('malicious', 'Bad', '192.0.2.2', 60))

    const diff = await client.diffJobs({ id, other })
    expect(diff).toMatchObject({ after: 'malicious', reasons: { added: [{ text: 'Bad' }] } })
    expect(diff).not.toHaveProperty('before')
  })

  it('with large reports are compared in a thread, and with huge ones only by their verdicts', async () => {
    const { client, start, end } = await makeServer(open)
    const run = async (count: number) => end(await start('Large', 'a.test', { count }))
    const [small, larger, huge] = [await run(20_000), await run(20_001), await run(160_000)]

    const { fields, sameFields, isCut } = await client.diffJobs({ id: small, other: larger })
    expect(fields).toMatchObject([
      { path: 'all[20000]', kind: 'added' },
      { path: 'last', kind: 'changed', before: '20000', after: '20001' },
    ])
    expect({ sameFields, isCut }).toEqual({ sameFields: 40_000, isCut: false })
    expect(await client.diffJobs({ id: small, other: huge })).toMatchObject({
      after: 'none',
      fields: [],
      isCut: true,
    })
  })
})
