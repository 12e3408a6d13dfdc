import type { InvestigationDetail } from '@assay/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Db } from '../../src/storage/database.ts'
import { notFound, refusalOf } from '../api/refusal.ts'
import { databases, oneDatabase, onlyPostgres } from '../databases.ts'
import { makeJudges } from './setup.ts'

const of = (data: string, dataType = 'domain') => ({ dataType, data })
const states = 'malicious suspicious failed running safe none notApplicable notAnalyzed'.split(' ')
const nothing = Object.fromEntries(states.map((state) => [state, 0]))
const stateIn = ({ values }: InvestigationDetail, data: string) =>
  values.find((value) => value.data === data)?.state

describe.each(databases)('$name: an investigation', ({ open }) => {
  it('is saved with its name and values, and the whole organization reads the same', async () => {
    const { app } = await makeJudges(open)
    const made = await app.as('analyze').createInvestigation({
      name: ' Phishing wave ',
      tlp: 1,
      pap: 3,
      values: [of('One.test'), of('one.TEST'), of('192.0.2.1', 'ip'), file],
    })

    expect(made).toMatchObject({
      name: 'Phishing wave',
      tlp: 1,
      pap: 3,
      createdBy: 'alan',
      tally: { ...nothing, values: 3, notAnalyzed: 3 },
      caseIds: [],
    })
    const shown = await app.as('orgadmin').getInvestigation({ id: made.id })
    expect(shown.values).toMatchObject([
      { dataType: 'domain', data: 'One.test', state: 'notAnalyzed', level: null },
      { dataType: 'ip', data: '192.0.2.1' },
      { dataType: 'file', hash: file.hash, filename: 'Statement.pdf.exe' },
    ])
    expect(await app.as('read').listInvestigations()).toMatchObject({
      total: 1,
      rows: [{ id: made.id, name: 'Phishing wave' }],
    })
  })

  it('groups each value once: by what was answered, and as failed only when there was no answer', async () => {
    const { app, run } = await makeJudges(open)
    const client = app.as('analyze')
    const jobIds = [
      await run('bad.test', 'malicious'),
      await run('bad.test', 'broken', { by: 'Second' }),
      await run('odd.test', 'suspicious'),
      await run('good.test', 'safe'),
      await run('quiet.test', 'info'),
      await run('half.test', 'safe'),
      await run('half.test', 'broken', { by: 'Second' }),
      await run('mute.test', 'broken'),
    ]

    const { id, tally } = await client.createInvestigation({
      name: 'Groups',
      values: [of('never.test')],
      jobIds,
    })
    expect(tally).toEqual({
      values: 7,
      malicious: 1,
      suspicious: 1,
      failed: 1,
      running: 0,
      safe: 2,
      none: 1,
      notApplicable: 0,
      notAnalyzed: 1,
    })
    const detail = await client.getInvestigation({ id })
    expect(detail.tally).toEqual(tally)
    expect(stateIn(detail, 'half.test')).toBe('safe')
    expect(stateIn(detail, 'mute.test')).toBe('failed')
    expect(detail.jobIds).toHaveLength(8)
    expect(detail.values.find(({ data }) => data === 'bad.test')).toMatchObject({
      level: 'malicious',
      reasons: [{ level: 'malicious', analyzer: 'Judge' }],
    })
    expect(detail.jobs.find((job) => job.id === jobIds[1])).toMatchObject({
      status: 'Failure',
      text: expect.stringContaining('no answer today'),
    })

    // The same analyzer asked again replaces its failure.
    const again = await run('mute.test', 'safe')
    expect((await client.addToInvestigation({ id }, { jobIds: [again] })).tally).toMatchObject({
      values: 7,
      failed: 0,
      safe: 3,
    })
    expect((await client.getInvestigation({ id })).jobs).toHaveLength(8)
  })

  it('counts a value as running while a job about it waits', async () => {
    const { app, workers } = await makeJudges(open, {
      environment: { ASSAY_ROLES: 'engine,platform' },
    })
    const client = app.as('analyze')
    const id = workers.Judge?.id ?? ''
    const job = await client.runAnalyzer({ id }, { ...of('slow.test'), parameters: {} })

    const made = await client.createInvestigation({ name: 'Running', jobIds: [job.id] })
    expect(made.tally).toMatchObject({ values: 1, running: 1 })
    await client.deleteJob({ id: job.id })
    expect(await client.getInvestigation({ id: made.id })).toMatchObject({
      tally: { values: 1, notAnalyzed: 1 },
      jobs: [],
    })
  })

  it('can be renamed, marked, linked to cases and removed; the audit knows who did it', async () => {
    const { app } = await makeJudges(open)
    const client = app.as('analyze')
    const { id } = await client.createInvestigation({ name: 'First' })
    const made = await client.createCaseV1({ title: 'Phishing', description: 'x' })

    const changed = await app
      .as('orgadmin')
      .updateInvestigation({ id }, { name: 'Second', tlp: 3, pap: 0, caseIds: [made._id] })
    expect(changed).toMatchObject({
      name: 'Second',
      tlp: 3,
      pap: 0,
      updatedBy: 'ada',
      caseIds: [made._id],
      cases: [{ number: made.number, title: 'Phishing' }],
    })
    expect((await client.listInvestigations({ caseId: made._id })).total).toBe(1)
    expect((await client.updateInvestigation({ id }, { caseIds: [] })).cases).toEqual([])

    await client.deleteInvestigation({ id })
    expect(await refusalOf(client.getInvestigation({ id }))).toEqual(
      notFound(`investigation ${id} not found`),
    )
    const { rows } = await app.as('orgadmin').listAudit({ range: 'all' })
    expect(
      rows
        .filter(({ objectId }) => objectId === id)
        .map(({ actor, action }) => `${actor} ${action}`),
    ).toEqual(
      expect.arrayContaining([
        'alan investigation.create',
        'ada investigation.update',
        'alan investigation.delete',
      ]),
    )
    const left = await app.deps.db.selectFrom('investigation_values').selectAll().execute()
    expect(left).toEqual([])
  })

  it('is listed by name, maker and value, and found by the search over everything', async () => {
    const { app } = await makeJudges(open)
    const client = app.as('analyze')
    await client.createInvestigation({ name: 'Phishing wave', values: [of('one.test')] })
    app.clock.advance(1000)
    await app.as('orgadmin').createInvestigation({ name: 'Malware wave' })
    const names = async (input: object) =>
      (await client.listInvestigations(input)).rows.map(({ name }) => name)

    expect(await names({})).toEqual(['Malware wave', 'Phishing wave'])
    expect(await names({ sort: 'createdAt' })).toEqual(['Phishing wave', 'Malware wave'])
    expect(await names({ sort: '-name', range: '0-1' })).toEqual(['Phishing wave'])
    expect(await names({ text: 'PHISH' })).toEqual(['Phishing wave'])
    expect(await names({ mine: true })).toEqual(['Phishing wave'])
    expect(await names(of('ONE.test'))).toEqual(['Phishing wave'])
    expect(
      await client.searchEverything({ text: 'wave', kinds: ['investigations'] }),
    ).toMatchObject({
      investigations: { total: 2, hits: [{ name: 'Malware wave' }, { values: 1 }] },
    })
    await expect(client.listInvestigations({ query: {} })).rejects.toThrow(
      'query is not supported here',
    )
    await expect(client.listInvestigations({ sort: 'tlp' })).rejects.toThrow('sort must be one of')
  })

  it('knows how its values hang together, and what was found in them', async () => {
    const { app, run } = await makeJudges(open)
    const client = app.as('analyze')
    const jobIds = [
      await run('one.test', 'malicious'),
      await run('two.test', 'suspicious'),
      await run('198.51.100.77', 'info', { dataType: 'ip' }),
    ]
    const { id } = await client.createInvestigation({ name: 'Related', jobIds })

    const { nodes, edges, left } = await client.investigationRelations({ id })
    const keyOf = (data: string) => nodes.find((node) => node.data === data)?.key
    expect(nodes.map(({ data, isMember }) => `${data} ${isMember}`).sort()).toEqual([
      '198.51.100.77 true',
      'ns.example false',
      'one.test true',
      'two.test true',
    ])
    expect(edges).toContainEqual(
      expect.objectContaining({ from: keyOf('one.test'), to: keyOf('198.51.100.77') }),
    )
    expect(left).toBe(0)
    expect(await client.investigationRelations({ id }, { limit: 2 })).toMatchObject({
      nodes: { length: 2 },
      left: 2,
    })
    // None of it is in a case.
    const read = await app.as('read').investigationRelations({ id })
    expect(read).toEqual({ nodes: [], edges: [], left: 0 })
  })
})

// SQLite chooses its plans without counting rows.
describe.each(onlyPostgres)('$name: an investigation', ({ open }) => {
  it('is listed when it is full of jobs that the database has not counted yet', async () => {
    const { app, run } = await makeJudges(open)
    const client = app.as('analyze')
    const model = await run('bad.test', 'malicious')
    const values = Array.from({ length: 9_999 }, (_, index) => of(`d${index}.test`))
    const { id } = await client.createInvestigation({ name: 'Full', values, jobIds: [model] })
    await copyJobs(app.deps.db, model, 3)

    const [listed] = (await client.listInvestigations()).rows
    expect(listed?.tally).toEqual({ ...nothing, values: 10_000, malicious: 1, failed: 9_999 })
    expect((await client.getInvestigation({ id })).tally).toEqual(listed?.tally)
  })
})

describe.each(oneDatabase)('$name: an investigation', ({ open }) => {
  it('has limits, and says which', async () => {
    const { app } = await makeJudges(open)
    const client = app.as('analyze')
    const many = (count: number, from = 0) =>
      Array.from({ length: count }, (_, index) => of(`d${from + index}.test`))
    const { id } = await client.createInvestigation({ name: 'Full', values: many(9_999) })

    expect((await client.addToInvestigation({ id }, { values: many(1, 9_999) })).tally.values).toBe(
      10_000,
    )
    await expect(client.addToInvestigation({ id }, { values: many(1, 20_000) })).rejects.toThrow(
      'Limit of 10000 observables reached',
    )
    expect((await client.listInvestigations()).rows[0]?.tally.values).toBe(10_000)
    await expect(client.createInvestigation({ name: ' ' })).rejects.toThrow()
    await expect(client.createInvestigation({ name: 'x'.repeat(201) })).rejects.toThrow()
    const both = { dataType: 'file', data: 'x', hash: file.hash }
    await expect(client.createInvestigation({ name: 'x', values: [both] })).rejects.toThrow(
      'Send either data or, for a file, its hash',
    )
  })

  it('does not exist for another organization, and takes nothing of one', async () => {
    const { app, run } = await makeJudges(open)
    const client = app.as('analyze')
    const job = await run('secret.test', 'malicious')
    const made = await client.createCaseV1({ title: 'Secret', description: 'x' })
    const { id } = await client.createInvestigation({ name: 'Secret wave', jobIds: [job] })
    const bob = app.as('stranger')

    const calls = {
      getInvestigation: () => bob.getInvestigation({ id }),
      updateInvestigation: () => bob.updateInvestigation({ id }, { name: 'Mine' }),
      addToInvestigation: () => bob.addToInvestigation({ id }, { values: [of('a.test')] }),
      deleteInvestigation: () => bob.deleteInvestigation({ id }),
      investigationRelations: () => bob.investigationRelations({ id }),
      investigationAsStix: () => bob.investigationAsStix({ id }),
      investigationAsMisp: () => bob.investigationAsMisp({ id }),
      investigationValuesAsStix: () => bob.investigationValuesAsStix({ id }, { keys: ['x'] }),
      investigationValuesAsMisp: () => bob.investigationValuesAsMisp({ id }, { keys: ['x'] }),
    }
    for (const [name, call] of Object.entries(calls))
      expect([name, (await refusalOf(call())).status]).toEqual([name, 404])
    expect((await bob.listInvestigations({ range: 'all' })).rows).toEqual([])
    expect((await bob.listInvestigations({ caseId: made._id })).rows).toEqual([])
    expect((await bob.searchEverything({ text: 'wave' })).investigations?.total).toBe(0)

    const own = await bob.createInvestigation({ name: 'Own', values: [of('secret.test')] })
    expect(own.tally).toMatchObject({ notAnalyzed: 1 })
    const theirs = bob.addToInvestigation({ id: own.id }, { jobIds: [job] })
    expect(await refusalOf(theirs)).toEqual(notFound(`job ${job} not found`))
    const linked = bob.updateInvestigation({ id: own.id }, { caseIds: [made._id] })
    expect(await refusalOf(linked)).toEqual(notFound(`case ${made._id} not found`))
    expect((await client.getInvestigation({ id })).name).toBe('Secret wave')
  })

  it('shows a reader the verdicts of what stands in cases and alerts, and no jobs', async () => {
    const { app, run } = await makeJudges(open)
    const client = app.as('analyze')
    const jobIds = [await run('held.test', 'malicious'), await run('unheld.test', 'malicious')]
    const made = await client.createCaseV1({ title: 'Phishing', description: 'x' })
    await client.createCaseObservableV1({ id: made._id }, of('held.test'))
    const { id } = await client.createInvestigation({ name: 'Read', jobIds })

    const seen = await app.as('read').getInvestigation({ id })
    expect(seen).toMatchObject({ jobs: [], jobIds: [], tally: { malicious: 1, notAnalyzed: 1 } })
    expect(stateIn(seen, 'unheld.test')).toBe('notAnalyzed')
    const { rows } = await app.as('read').listInvestigations()
    expect(rows[0]?.tally).toEqual(seen.tally)
  })

  it('leaves as STIX and for MISP with its values', async () => {
    const { app, run } = await makeJudges(open)
    const client = app.as('analyze')
    const jobIds = [await run('bad.test', 'malicious')]
    const { id } = await client.createInvestigation({ name: 'Out', tlp: 3, jobIds, values: [file] })

    const stix = JSON.stringify(await client.investigationAsStix({ id }))
    expect(stix).toContain('"domain-name"')
    expect(stix).toContain(file.hash)
    expect(stix).toContain('verdict:malicious')
    expect(await client.investigationAsMisp({ id })).toMatchObject({
      Event: {
        info: 'Out',
        threat_level_id: '1',
        Tag: [{ name: 'tlp:red' }],
        Attribute: [
          { type: 'filename|sha256' },
          { type: 'domain', value: 'bad.test', to_ids: false },
        ],
      },
    })
  })

  it('leaves in part, under a separate id, so no platform takes that for the whole', async () => {
    const { app } = await makeJudges(open)
    const client = app.as('analyze')
    const { id } = await client.createInvestigation({
      name: 'Out',
      values: [of('one.test'), of('two.test'), file],
    })
    const { values } = await client.getInvestigation({ id })
    const keys = values.flatMap(({ key, data }) => (data === 'two.test' ? key : []))
    const whole = await client.investigationAsMisp({ id })
    const part = await client.investigationValuesAsMisp({ id }, { keys })
    expect(part).toMatchObject({ Event: { info: 'Out', Attribute: [{ value: 'two.test' }] } })
    const uuidOf = (event: object) => (event as { Event: { uuid: string } }).Event.uuid
    expect(uuidOf(part)).not.toBe(uuidOf(whole))
    expect(await app.as('read').investigationValuesAsMisp({ id }, { keys })).toEqual(part)
    const stix = await client.investigationValuesAsStix({ id }, { keys: [...keys, ...keys] })
    expect(JSON.stringify(stix)).toContain('two.test')
    expect(JSON.stringify(stix)).not.toContain('one.test')
    const all = values.map(({ key }) => key)
    expect(await client.investigationValuesAsStix({ id }, { keys: all })).toEqual(
      await client.investigationAsStix({ id }),
    )
    await expect(
      client.investigationValuesAsStix({ id }, { keys: [...keys, 'x'] }),
    ).rejects.toMatchObject({
      status: 400,
      message: 'keys: x is not an observable of the investigation',
    })
  })

  it('is heard of by the streams of its organization only', async () => {
    const { app } = await makeJudges(open)
    const heard: unknown[] = []
    const strange: unknown[] = []
    app.deps.bus.on('alpha', (event) => heard.push(event))
    app.deps.bus.on('beta', (event) => strange.push(event))

    const { id } = await app.as('analyze').createInvestigation({ name: 'Heard' })
    expect(heard).toContainEqual(
      expect.objectContaining({ objectType: 'investigation', operation: 'create', objectId: id }),
    )
    expect(strange).toEqual([])
  })
})

/** For every value of an investigation that many failed jobs, made from one that is there. */
async function copyJobs(db: Db, model: string, each: number): Promise<void> {
  const job = await db.selectFrom('jobs').selectAll().where('id', '=', model).executeTakeFirst()
  const own = ['id', 'data', 'status']
  const names = Object.keys(job ?? {}).filter((name) => !own.includes(name))
  const columns = sql.join(names.map((name) => sql.ref(name)))
  const copied = sql.join(names.map((name) => sql.ref(`j.${name}`)))
  for (let turn = 0; turn < each; turn++) {
    const id = sql`v.value_hash || ${`-${turn}`}`
    const others = sql`where v.data <> 'bad.test'`
    await sql`insert into jobs (id, data, status, ${columns})
      select ${id}, v.data, 'Failure', ${copied} from investigation_values as v
      join jobs as j on j.id = ${model} ${others}`.execute(db)
    await sql`insert into investigation_jobs
        (investigation_id, organization, value_hash, worker_id, job_id)
      select v.investigation_id, v.organization, v.value_hash, ${`w${turn}`}, ${id}
      from investigation_values as v ${others}`.execute(db)
  }
}

const file = { dataType: 'file', hash: 'ab'.repeat(32), filename: 'Statement.pdf.exe' }
