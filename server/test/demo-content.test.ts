import { readFileSync } from 'node:fs'
import { defang } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { demoUsers } from '../src/demo/users.ts'
import { cpuSecondsOf, day, signIn, timeout } from './demo.ts'
import { sharedByTests } from './lifetime.ts'
import { newDataFolder, start } from './program.ts'

const withFate = (alert: Record<string, unknown>) => ({
  fate: alert.caseId ? 'Imported' : alert.read ? 'Ignored' : 'New',
})

describe('the demo', { timeout }, () => {
  // All of these only look.
  const demonstration = sharedByTests(async () => {
    const folder = await newDataFolder()
    const server = await start({ ASSAY_DATA_DIR: folder }, ['serve', '--demo'])
    return { server, seconds: cpuSecondsOf(server) ?? 0 }
  })

  it('shows within seconds what it promises', async () => {
    const { server, seconds } = await demonstration()
    const { client } = await signIn(server, 'analyst')
    const count = async (query: object) => (await client.searchJobs({ query, range: '0-1' })).total

    const all = await count({})
    const failed = await count({ status: 'Failure' })
    const recent = await count({ _gte: { _field: 'createdAt', _value: Date.now() - day } })
    const old = await count({ _lt: { _field: 'createdAt', _value: Date.now() - 20 * day } })
    const future = await count({ _gt: { _field: 'createdAt', _value: Date.now() } })
    const familiar = await count({ data: '203.0.113.66' })
    const { rows } = await client.searchJobs({ query: { status: 'Success' }, range: '0-200' })
    const summaries = await client.jobSummaries({ jobIds: rows.map(({ id }) => id) })
    const levels = Object.values(summaries).flatMap(({ taxonomies }) =>
      taxonomies.map((t) => t.level),
    )
    const artifacts = Object.values(summaries).reduce((sum, one) => sum + (one.artifacts ?? 0), 0)

    // Of the processor, which a busy machine hardly changes; it takes 4.
    expect(seconds).toBeLessThan(30)
    expect(all).toBeGreaterThanOrEqual(600)
    expect(all).toBeLessThanOrEqual(1200)
    expect(failed / all).toBeGreaterThan(0.03)
    expect(failed / all).toBeLessThan(0.09)
    expect(recent).toBeGreaterThanOrEqual(14)
    expect(old).toBeGreaterThan(100)
    expect(future).toBe(0)
    expect(familiar).toBeGreaterThan(20)
    expect(new Set(levels)).toEqual(new Set(['info', 'safe', 'suspicious', 'malicious']))
    expect(artifacts).toBeGreaterThan(20)
    expect(new Set(rows.map(({ analyzerName }) => analyzerName)).size).toBeGreaterThan(8)
  })

  it('has alerts, cases, tasks, actions and analyses, and cases that are similar with reasons', async () => {
    const { server } = await demonstration()
    const { client } = await signIn(server, 'analyst')
    const list = async (name: string, ...steps: object[]) =>
      (await client.queryV1({ query: [{ _name: name }, ...steps] })) as Record<string, unknown>[]
    const tally = (rows: Record<string, unknown>[], key: string) =>
      Object.fromEntries(
        [...Map.groupBy(rows, (row) => String(row[key]))].map(([name, { length }]) => [
          name,
          length,
        ]),
      )

    const alerts = await list('listAlert')
    const cases = await list('listCase')
    const tasks = await list('listTask')
    const own = tasks.filter(
      ({ assignee, status }) => assignee === 'analyst' && status !== 'Completed',
    )
    const iocs = await list('listObservable', { _name: 'filter', ioc: true })
    const actions = await list('listAction')
    const analyses = await list('listJob')
    const logs = await list('listLog')
    const fresh = alerts.find(({ title }) => title === 'Second host queries the beacon domain')
    const similar = (await client.queryV1({
      query: [{ _name: 'getAlert', idOrName: fresh?._id }, { _name: 'similarCases' }],
    })) as Record<string, unknown>[]

    expect(tally(alerts.map(withFate), 'fate')).toEqual({ New: 10, Ignored: 5, Imported: 13 })
    expect(Object.keys(tally(alerts, 'severity')).length).toBe(4)
    expect(Object.keys(tally(alerts, 'source')).length).toBe(5)
    expect(tally(cases, 'status')).toEqual({ Open: 5, Resolved: 6 })
    expect(tally(tasks, 'status')).toEqual({ Completed: 19, InProgress: 5, Waiting: 7 })
    expect(own.length).toBe(6)
    expect(logs.length).toBe(13)
    expect(iocs.length).toBeGreaterThan(10)
    expect(tally(actions, 'status')).toEqual({ Success: 12, Failure: 2 })
    expect(tally(analyses, 'status')).toEqual({ Success: analyses.length })
    expect(analyses.length).toBeGreaterThan(50)
    expect(similar.map((one) => (one.case as { title: string }).title)).toEqual([
      'Beaconing from an office workstation',
      'Invoice with an embedded script',
    ])
    expect(similar).toMatchObject([
      { extraData: { observables: [{ ioc: true }, { ioc: true }] } },
      { extraData: { observables: [{ data: '203.0.113.66', ioc: true }] } },
    ])
  })

  it('shows one story from the alert to the end, which a visitor can follow', async () => {
    const { server } = await demonstration()
    const { client } = await signIn(server, 'analyst')
    const list = async (...query: object[]) =>
      (await client.queryV1({ query })) as Record<string, unknown>[]
    const [story] = await list(
      { _name: 'listCase' },
      { _name: 'filter', _field: 'title', _value: 'Parcel notices steal passwords' },
    )
    const of = (name: string) =>
      list({ _name: 'getCase', idOrName: String(story?._id) }, { _name: name })

    const alerts = await of('alerts')
    const observables = await of('observables')
    const tasks = await of('tasks')
    const comments = await of('comments')
    const techniques = await of('procedures')
    const actions = await list({ _name: 'listAction' })
    const fresh = (await list({ _name: 'listAlert' })).find(
      ({ title }) => title === 'Another parcel notice delivered',
    )
    const similar = await list(
      { _name: 'getAlert', idOrName: String(fresh?._id) },
      { _name: 'similarCases' },
    )

    expect(story).toMatchObject({ status: 'Resolved', resolutionStatus: 'TruePositive' })
    expect(alerts.map(({ title }) => title).toSorted()).toEqual([
      'Nine users report a parcel notice',
      'Sign-in from an unknown network after a phishing click',
    ])
    expect(observables).toHaveLength(9)
    expect(observables.filter(({ ioc }) => ioc)).toHaveLength(5)
    // The analyzers' results are shown with each value: the lists know the sender, the page asks for a password.
    const said = JSON.stringify(observables.map(({ reports }) => reports))
    for (const value of ['malicious', 'password goes elsewhere', 'reply-to'])
      expect(said).toContain(value)
    expect(tasks.map(({ status }) => status)).toEqual(Array(5).fill('Completed'))
    expect(comments.map(({ createdBy }) => createdBy).toSorted()).toEqual([
      'admin',
      'admin',
      'analyst',
      'analyst',
      'analyst',
    ])
    expect(techniques.map(({ patternId }) => patternId).toSorted()).toEqual([
      'T1056.003',
      'T1078',
      'T1566.001',
    ])
    expect(actions.filter(({ status }) => status === 'Success').length).toBeGreaterThan(2)
    expect(similar[0]).toMatchObject({ case: { title: 'Parcel notices steal passwords' } })
  })

  it('enables every built-in, some of them with a quota that is partly used', async () => {
    const { server } = await demonstration()
    const { client } = await signIn(server, 'admin')

    const analyzers = await client.searchAnalyzers({ query: {}, range: 'all' })
    const responders = await client.searchResponders({ query: {}, range: 'all' })
    const domain = analyzers.rows.find(({ name }) => name === 'Assay_Domain_1_0')
    const used = await client.searchJobs({
      query: {
        _and: [
          { analyzerId: domain?.id },
          { _gte: { _field: 'createdAt', _value: Date.now() - day } },
        ],
      },
    })

    expect([analyzers.total, responders.total]).toEqual([26, 4])
    expect(analyzers.rows.filter(({ rate }) => rate != null).length).toBe(4)
    expect(domain).toMatchObject({ rate: 300, rateUnit: 'Day' })
    expect(used.total).toBeLessThan(300)
  })

  it('judges the examples of the README as the command line does', async () => {
    const { server } = await demonstration()
    const { client } = await signIn(server, 'analyst')
    const { rows: analyzers } = await client.searchAnalyzers({ query: {}, range: 'all' })
    const examples = [
      { dataType: 'domain', data: 'paypa1.com' },
      { dataType: 'url', data: 'https://paypa1.com/login' },
    ]
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
    expect(readme).toContain(`"data": "${examples[0]?.data}"`)
    expect(readme).toContain(defang('url', examples[1]?.data ?? ''))

    for (const { dataType, data } of examples) {
      const name = dataType === 'url' ? 'Assay_Url_1_0' : 'Assay_Domain_1_0'
      const id = analyzers.find((analyzer) => analyzer.name === name)?.id ?? ''
      const job = await client.runAnalyzer({ id }, { dataType, data, tlp: 1 })
      const { status } = await client.waitReport({ id: job.id }, { atMost: 'Inf' })
      expect(status).toBe('Success')
    }
    const verdicts = await client.valueVerdicts({ values: examples })
    expect(verdicts.map(({ level }) => level)).toEqual(['suspicious', 'suspicious'])
  })

  it('shows everyone its users, and each of them can sign in', async () => {
    const { server } = await demonstration()

    const { config } = (await (await server.call('GET', '/api/status')).json()) as {
      config: Record<string, unknown>
    }
    const statuses = await Promise.all(
      demoUsers.map(async ({ login }) => (await signIn(server, login)).status),
    )
    const reader = await signIn(server, 'reader')
    const seen = await reader.client.searchJobs({ query: {}, range: '0-1' })

    expect(config).toMatchObject({ demo: true, setupNeeded: false, demoUsers })
    expect(statuses).toEqual([200, 200, 200, 200])
    expect(seen.total).toBeGreaterThan(0)
    for (const { login, password } of demoUsers)
      expect(server.stdout()).toContain(`${login} / ${password}`)
    expect(server.setupToken).toBeUndefined()
  })
})
