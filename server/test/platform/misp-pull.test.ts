import { describe, expect, it } from 'vitest'
import { databases, oneDatabase, type TestDatabases } from '../databases.ts'
import type { TestApp } from '../setup.ts'
import { until } from './mailbox-setup.ts'
import { type MispStub, type StubEvent, startMisp, uuidNumber } from './misp-stub.ts'
import { makePlatformApp } from './setup.ts'

const since = '2026-01-01'
const start = Date.parse(since) / 1_000

const eventAt = (at: number, more: Partial<StubEvent> = {}): StubEvent => ({
  uuid: uuidNumber(at),
  info: `Event ${at}`,
  date: '2026-01-05',
  threat_level_id: '1',
  publish_timestamp: String(start + at),
  Orgc: { name: 'CERT' },
  Tag: [{ name: 'tlp:amber' }, { name: 'PAP:RED' }],
  Attribute: [
    {
      ...{ type: 'ip-dst', value: `192.0.2.${at % 250}`, to_ids: true },
      ...{ comment: 'C2', Tag: [{ name: 'tlp:red' }] },
    },
    { type: 'attachment', value: 'b.exe', data: 'AAAA' },
  ],
  Object: [
    { name: 'file', Attribute: [{ type: 'malware-sample', value: `a.exe|${'ab'.repeat(16)}` }] },
  ],
  ...more,
})

const settingsOf = (misp: MispStub, from: Record<string, unknown> = {}) => ({
  ASSAY_PLATFORM_MISP: JSON.stringify([
    { name: 'ours', url: misp.url, key: 'k3y', import: { organization: 'alpha', since, ...from } },
  ]),
})

const appFor = (open: TestDatabases['open'], misp: MispStub, from = {}) =>
  makePlatformApp(open, { environment: settingsOf(misp, from) })

const alertsOf = (app: TestApp) =>
  app.as('read').queryV1({
    query: [{ _name: 'listAlert' }, { _name: 'sort', _fields: [{ sourceRef: 'asc' }] }],
  }) as Promise<Record<string, unknown>[]>

const observablesOf = (app: TestApp, idOrName: unknown) =>
  app.as('read').queryV1({
    query: [{ _name: 'getAlert', idOrName: String(idOrName) }, { _name: 'observables' }],
  }) as Promise<Record<string, unknown>[]>

/** Reads until everything that was published is known. */
async function readAll(app: TestApp, misp: MispStub) {
  app.clock.advance(1)
  const before = misp.asked.length
  await app.as('orgadmin').pullMispEvents()
  await until(async () => {
    expect(misp.asked.length).toBeGreaterThan(before)
    const { syncInProgress, imports } = await app.as('read').listMispServers()
    expect(syncInProgress).toBe(false)
    expect(imports).toMatchObject([{ checkedAt: app.clock.now() }])
    const [row] = await app.deps.db.selectFrom('misp_pulls').select('next_at').execute()
    expect(row?.next_at).toBeGreaterThan(app.clock.now())
  })
}

describe.each(databases)('$name: events of MISP', ({ open }) => {
  it('become alerts, with what was left out, and are read once', async () => {
    const misp = await startMisp()
    misp.events.push(eventAt(1), eventAt(2))
    const app = await appFor(open, misp)
    await readAll(app, misp)

    const alerts = await alertsOf(app)
    expect(alerts).toMatchObject([
      {
        ...{ type: 'misp', source: 'ours', sourceRef: uuidNumber(1), title: 'Event 1' },
        ...{ severity: 3, tlp: 2, pap: 3, tags: ['tlp:amber', 'PAP:RED'], follow: true },
        date: Date.UTC(2026, 0, 5),
        externalLink: `${misp.url}/events/view/${uuidNumber(1)}`,
        description: expect.stringMatching(/CERT.*no observables: attachment \(1\)/s),
      },
      { title: 'Event 2' },
    ])
    expect(await observablesOf(app, alerts[0]?._id)).toMatchObject([
      { dataType: 'ip', data: '192.0.2.1', ioc: true, tlp: 3, message: 'C2' },
      { dataType: 'filename', data: 'a.exe', ioc: false, tlp: 2 },
      { dataType: 'hash', data: 'ab'.repeat(16) },
    ])
    const asked = misp.wholeAsked
    await readAll(app, misp)
    expect(misp.wholeAsked).toBe(asked)
    expect(await alertsOf(app)).toHaveLength(2)
  })

  it('bring the alert up to date when they are published again', async () => {
    const misp = await startMisp()
    misp.events.push(eventAt(1))
    const app = await appFor(open, misp)
    await readAll(app, misp)
    const [{ _id: id } = { _id: '' }] = await alertsOf(app)
    await app.as('analyze').updateAlertV1({ id: String(id) }, { read: true, tlp: 3 } as never)

    misp.events = [
      eventAt(1, {
        info: 'Now we know more',
        publish_timestamp: String(start + 90),
        Attribute: [
          { type: 'ip-dst', value: '192.0.2.1', to_ids: true, Tag: [{ name: 'c2' }] },
          { type: 'domain', value: 'a.example', to_ids: true },
        ],
      }),
    ]
    await readAll(app, misp)

    expect(await alertsOf(app)).toMatchObject([
      { _id: id, title: 'Now we know more', tlp: 3, read: false },
    ])
    const values = await observablesOf(app, id)
    expect(values.map(({ data }) => data)).toEqual([
      '192.0.2.1',
      'a.exe',
      'ab'.repeat(16),
      'a.example',
    ])
    expect(values[0]).toMatchObject({ tags: ['tlp:red', 'c2'], message: 'C2' })
  })
})

describe.each(oneDatabase)('events of MISP', ({ open }) => {
  it('change nothing where they did not change, or are not followed', async () => {
    const misp = await startMisp()
    misp.events.push(eventAt(1), eventAt(2))
    const app = await appFor(open, misp)
    await readAll(app, misp)
    const [first, second] = await alertsOf(app)
    const { _id: id } = second as { _id: string }
    await app.as('analyze').updateAlertV1({ id }, { follow: false })
    misp.events = [
      eventAt(1, { publish_timestamp: String(start + 90) }),
      eventAt(2, { publish_timestamp: String(start + 90), info: 'Changed' }),
    ]
    await readAll(app, misp)
    const [sameFirst, sameSecond] = await alertsOf(app)
    expect(sameFirst).toEqual(first)
    expect(sameSecond).toMatchObject({ title: 'Event 2' })
  })

  it('only comment on the case that the alert is in', async () => {
    const misp = await startMisp()
    misp.events.push(eventAt(1))
    const app = await appFor(open, misp)
    await readAll(app, misp)
    const [{ _id: id } = { _id: '' }] = await alertsOf(app)
    const { _id: caseId } = await app.as('analyze').promoteAlertV1({ id: String(id) }, {})
    const Attribute = ['a', 'b'].map((name) => ({ type: 'domain', value: `${name}.example` }))
    misp.events = [eventAt(1, { publish_timestamp: String(start + 90), info: 'More', Attribute })]
    await readAll(app, misp)

    expect(await alertsOf(app)).toMatchObject([{ title: 'Event 1' }])
    const comments = (await app.as('read').queryV1({
      query: [{ _name: 'getCase', idOrName: caseId }, { _name: 'comments' }],
    })) as { message: string; createdBy: string }[]
    expect(comments).toMatchObject([
      {
        createdBy: '(misp)',
        message: expect.stringContaining('does not have: 2\n\n- domain `a.example`'),
      },
    ])
  })

  it('are all read, however many were published in one second, fifty in a turn', async () => {
    const misp = await startMisp()
    for (let at = 0; at < 620; at += 1)
      misp.events.push(
        eventAt(at, { publish_timestamp: String(start + (at < 510 ? 7 : at)), Object: [] }),
      )
    const app = await appFor(open, misp)
    await readAll(app, misp)
    const alerts = await alertsOf(app)
    expect(new Set(alerts.map(({ sourceRef }) => sourceRef)).size).toBe(620)
    expect(alerts).toHaveLength(620)
    expect(misp.wholeAsked).toBe(620)
  })

  it('are those with one of the tags, since a day, of this organization', async () => {
    const misp = await startMisp()
    misp.events.push(
      eventAt(1),
      eventAt(2, { Tag: [{ name: 'ours' }] }),
      eventAt(3, { Tag: [{ name: 'ours' }], publish_timestamp: String(start - 86_400) }),
    )
    const app = await appFor(open, misp, { tags: ['ours'] })
    await readAll(app, misp)
    expect(await alertsOf(app)).toMatchObject([{ title: 'Event 2' }])
    expect(await app.as('stranger').listMispServers()).toMatchObject({ imports: [] })
    await expect(app.as('stranger').pullMispEvents()).rejects.toThrow('No MISP server is read')
  })

  it('that are too large, too many or no events stop none behind them', async () => {
    const misp = await startMisp()
    const many = Array.from({ length: 2_500 }, (_, at) => ({
      ...{ type: 'domain', value: `d${at}.example`, to_ids: at >= 2_000 },
    }))
    misp.events.push(
      eventAt(1, { info: ' ' }),
      eventAt(2, { Attribute: [{ type: 'text', value: 'x'.repeat(9 * 1024 ** 2) }] }),
      eventAt(3, { Attribute: many, Object: [] }),
      eventAt(4, { info: 'nul \0 \ud800', Orgc: { name: '[x](https://bad.example)' } }),
    )
    const app = await appFor(open, misp)
    await readAll(app, misp)
    expect(await alertsOf(app)).toMatchObject([
      { title: 'Event 2', description: expect.stringContaining('larger than 8 MiB') },
      {
        title: 'Event 3',
        description: expect.stringContaining('Observables not imported: 500; the limit is 2000'),
        observableCount: 2_000,
      },
      { title: 'nul  \ufffd', description: expect.stringContaining('\\[x\\]\\(https') },
    ])
    // What was not taken is said where the server's state is, until it is published in another form.
    const importsOf = async () => (await app.as('read').listMispServers()).imports
    expect(await importsOf()).toMatchObject([
      {
        server: 'ours',
        failed: {
          ...{ events: 1, event: uuidNumber(1), at: expect.any(Number) },
          reason: expect.stringMatching(/\w/),
        },
      },
    ])
    misp.events = [eventAt(1, { info: 'With a name', publish_timestamp: String(start + 90) })]
    await readAll(app, misp)
    expect((await importsOf())[0]).not.toHaveProperty('failed')
    const { rows } = await app.as('orgadmin').listAudit({ range: 'all' })
    expect(JSON.stringify(rows)).not.toContain('k3y')
  })

  it('wait until the server answers again, which the status says', async () => {
    const misp = await startMisp()
    misp.events.push(eventAt(1))
    misp.status = 403
    const app = await appFor(open, misp)
    await until(async () =>
      expect((await app.as('read').listMispServers()).imports).toMatchObject([
        { problem: 'The MISP server ours rejected the key in platform.misp' },
      ]),
    )
    misp.status = 500
    await app.as('orgadmin').pullMispEvents()
    await until(async () =>
      expect((await app.as('read').listMispServers()).imports[0]?.problem).toContain('status 500'),
    )
    misp.status = 200
    await readAll(app, misp)
    expect(await alertsOf(app)).toHaveLength(1)
    const [found] = (await app.as('read').listMispServers()).imports
    expect(found).not.toHaveProperty('problem')
    expect(found).toMatchObject({ server: 'ours', upTo: (start + 1) * 1_000 })
  })

  it('that were sent from here do not come back', async () => {
    const misp = await startMisp()
    const app = await appFor(open, misp)
    await readAll(app, misp)
    const client = app.as('analyze')
    const { _id: id } = await client.createCaseV1({ title: 'Ours', description: 'd' })
    await client.createCaseObservableV1({ id }, { dataType: 'ip', data: '192.0.2.1', ioc: true })
    await client.exportCaseToMisp({ id, server: 'ours' })
    const { Event } = (await client.caseAsMisp({ id })) as { Event: { uuid: string } }
    misp.events.push(eventAt(1, { uuid: Event.uuid }), eventAt(2))
    await readAll(app, misp)
    expect(await alertsOf(app)).toMatchObject([{ title: 'Event 2' }])
  })
})
