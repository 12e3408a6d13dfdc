import { describe, expect, it, vi } from 'vitest'
import { openDatabase } from '../../src/storage/database.ts'
import { notLinux, titled } from '../engine/running.ts'
import { atEnd } from '../lifetime.ts'
import { patienceMs } from '../patience.ts'
import { migratedPostgres } from '../places.ts'
import { dataFolder, start } from '../program.ts'
import { bootstrap, clientOf, key, makeAda } from '../submitter.ts'

const limit = 5
const alerts = 45
const budget = { runsPerHour: 100_000, jobsPerDay: 1_000_000 }
const patient = { timeout: 2 * patienceMs, interval: 100 }

/** As clients do it: a database that is busy for longer than a statement may take says so. */
async function patiently(call: () => Promise<Response> | undefined): Promise<number | undefined> {
  const until = performance.now() + patienceMs
  for (;;) {
    const answer = await call()
    if (answer?.status !== 503 || performance.now() > until) return answer?.status
    await answer.arrayBuffer()
  }
}

/** Three whole servers on one PostgreSQL, each of which takes alerts, asks rules and does what they say. */
async function startThree() {
  const url = await migratedPostgres()
  const shared = {
    ...bootstrap,
    ASSAY_DATABASE_URL: url,
    ASSAY_SECRET_KEY: '0123456789abcdef'.repeat(4),
    ASSAY_JOB_RUNNERS: 'builtin',
  }
  const startOne = async (name: string) =>
    start({ ...shared, ASSAY_NODE_NAME: name, ASSAY_DATA_DIR: await dataFolder() })
  const first = await startOne('a')
  const servers = [first, ...(await Promise.all(['b', 'c'].map(startOne)))]
  const ada = await makeAda(first)
  await ada.enableAnalyzer({ id: 'Assay_Domain_1_0' }, { name: 'Domain' })
  const database = await openDatabase({ url })
  atEnd(() => database.close())
  const { db } = database
  /** At once, a third to each server. */
  const sendAlerts = async (name: string, count = alerts) => {
    const answers = await Promise.all(
      Array.from({ length: count }, (_, n) => {
        const title = `${name}-${n}`
        const common = { type: 'drill', source: 'drill', sourceRef: title, title }
        const artifacts = [{ dataType: 'domain', data: `${title}.example` }]
        const input = { ...common, description: title, artifacts }
        return patiently(() => servers[n % 3]?.call('POST', '/api/alert', { key, input }))
      }),
    )
    expect(answers).toEqual(answers.map(() => 201))
  }
  return {
    clients: servers.map((server) => clientOf(server)),
    ada,
    db,
    sendAlerts,
    comments: async () =>
      (await db.selectFrom('comments').select('message').execute()).map(({ message }) => message),
    steps: async (rule: { readonly id: string }) =>
      await db
        .selectFrom('rule_steps')
        .innerJoin('rule_runs', 'rule_runs.id', 'rule_steps.run_id')
        .select(['rule_steps.state', 'rule_steps.kind', 'rule_steps.reason', 'rule_runs.root_id'])
        .where('rule_runs.rule_id', '=', rule.id)
        .execute(),
    /** Rules were asked about everything that happened, and have acted. */
    quiet: () =>
      vi.waitFor(async () => {
        const events = await db.selectFrom('rule_events').select('id').execute()
        const runs = await db
          .selectFrom('rule_runs')
          .select('id')
          .where('due_at', 'is not', null)
          .execute()
        expect([events.length, runs.length]).toEqual([0, 0])
      }, patient),
  }
}

const title = titled('rules of three servers on one PostgreSQL', notLinux)

describe.skipIf(notLinux)(title, { timeout: 8 * patienceMs }, () => {
  it('do each step once, whichever server asks and acts', async () => {
    const { ada, db, sendAlerts, comments, steps, quiet } = await startThree()
    const common = { state: 'on', runAs: 'ada', budget } as const
    const onAlerts = await ada.createRule({
      ...common,
      name: 'Alerts',
      on: 'alert.created',
      do: [
        { tag: { tags: ['seen'] } },
        { comment: { text: 'seen {title}' } },
        { openCase: { groupBy: ['source'], within: '1d' } },
      ],
    })
    const onObservables = await ada.createRule({
      ...common,
      name: 'Observables',
      on: 'observable.created',
      if: { _parent: { _type: 'alert', _query: {} } },
      do: [{ analyze: { analyzers: ['Domain'] } }],
    })
    await sendAlerts('once')
    await quiet()
    const titles = Array.from({ length: alerts }, (_, n) => `seen once-${n}`)
    expect((await comments()).toSorted()).toEqual(titles.toSorted())
    for (const [rule, each] of [
      [onAlerts, 3],
      [onObservables, 1],
    ] as const) {
      const done = await steps(rule)
      expect(done.filter(({ state }) => state !== 'done')).toEqual([])
      expect(done).toHaveLength(alerts * each)
      expect(new Set(done.map(({ root_id }) => root_id)).size).toBe(alerts)
    }
    // All of one group, however many servers begin it at the same moment.
    expect(await db.selectFrom('cases').select('id').execute()).toHaveLength(1)
    expect(await db.selectFrom('jobs').select('id').execute()).toHaveLength(alerts)
  })

  it('are stopped after as many runs of an hour as they have, counted over all servers', async () => {
    const { ada, sendAlerts, comments, quiet } = await startThree()
    const rule = await ada.createRule({
      name: 'Few',
      state: 'on',
      runAs: 'ada',
      on: 'alert.created',
      do: [{ comment: { text: '{title}' } }],
      budget: { runsPerHour: limit },
    })
    await sendAlerts('hour')
    await quiet()
    const stopped = await ada.getRule({ id: rule.id })
    const { total } = await ada.listRuleRuns({ rule: rule.id })
    expect(stopped.state).toBe('stopped')
    expect(total).toBe(limit)
    expect(stopped.missed).toBe(alerts - limit)
    expect((await comments()).length).toBeLessThanOrEqual(limit)
    expect(
      (await ada.listNotices({})).rows.filter(({ kind }) => kind === 'ruleStopped'),
    ).toHaveLength(1)
  })

  it('start no more jobs of a day than they may, counted over all servers', async () => {
    const { ada, db, sendAlerts, steps, quiet } = await startThree()
    const rule = await ada.createRule({
      name: 'Few jobs',
      state: 'on',
      runAs: 'ada',
      on: 'observable.created',
      do: [{ analyze: { analyzers: ['Domain'] } }],
      budget: { runsPerHour: 100_000, jobsPerDay: limit },
    })
    await sendAlerts('day')
    await quiet()
    const ended = await steps(rule)
    expect(ended).toHaveLength(alerts)
    expect(ended.filter(({ state }) => state === 'done')).toHaveLength(limit)
    expect(ended.filter(({ reason }) => reason?.includes('reason.jobs'))).toHaveLength(
      alerts - limit,
    )
    expect(await db.selectFrom('jobs').select('id').execute()).toHaveLength(limit)
  })

  it('are paused on all three with one call to one of them, amid their work', async () => {
    const { clients, ada, db, sendAlerts, comments, quiet } = await startThree()
    await ada.createRule({
      name: 'Busy',
      state: 'on',
      runAs: 'ada',
      on: 'alert.created',
      do: [
        { comment: { text: '{title}' } },
        { tag: { tags: ['first'] } },
        { openCase: { groupBy: ['source'], within: '1d' } },
      ],
      budget,
    })
    const sent = [sendAlerts('before'), sendAlerts('amid')]
    await vi.waitFor(async () => expect((await comments()).length).toBeGreaterThan(2), patient)
    expect(await clients[1]?.pauseAutomation()).toMatchObject({ isPaused: true })
    const at = await comments()
    const doneOf = async () =>
      (await db.selectFrom('rule_steps').select('run_id').where('state', '=', 'done').execute())
        .length
    const done = await doneOf()
    await Promise.all(sent)
    await sendAlerts('after')
    await quiet()
    for (const client of clients)
      expect(await client.getAutomation()).toMatchObject({ isPaused: true })
    expect(await comments()).toHaveLength(at.length)
    expect(await doneOf()).toBe(done)
    expect(at.length).toBeLessThan(2 * alerts)

    await clients[2]?.resumeAutomation()
    await sendAlerts('again', 3)
    await quiet()
    expect((await comments()).filter((one) => !at.includes(one)).toSorted()).toEqual([
      'again-0',
      'again-1',
      'again-2',
    ])
  })
})
