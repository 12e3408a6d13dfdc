import type { GuardedResponse, ResponderPolicy } from '@assay/contract'
import { describe, expect, it, vi } from 'vitest'
import { startProblem } from '../../src/engine/gates/start.ts'
import { claimedColumns } from '../../src/engine/job-rows/claimed.ts'
import { makeJobEvents } from '../../src/engine/jobs/events.ts'
import { expireResponses } from '../../src/engine/responses/sweep.ts'
import { findWorker, type WorkerRow } from '../../src/engine/workers/store.ts'
import { browserOf } from '../api/browser.ts'
import { badRequest, forbidden, notFound, refusalOf } from '../api/refusal.ts'
import { databases, oneDatabase, type TestDatabases } from '../databases.ts'
import { multipart } from '../forms.ts'
import { patienceMs } from '../patience.ts'
import { type EngineApp, makeEngineApp, programs } from './setup.ts'

const block = {
  ...programs.responder,
  dataTypeList: ['ip', 'url', 'thehive:case_artifact', 'thehive:alert', 'file'],
  configurationItems: [
    { name: 'service', description: 'd', type: 'string', multi: false, required: false },
  ],
}

async function make(open: TestDatabases['open'], policy?: Partial<ResponderPolicy>) {
  const app = await makeEngineApp(open, [block])
  const { id } = await app.enable('orgadmin', 'Block', { configuration: { service: 'one' } })
  if (policy) await setPolicy(app, id, policy)
  const client = app.as('analyze')
  const run = (data: unknown, input: object = {}) =>
    client.runResponder({ id }, { data, dataType: 'ip', ...input })
  const responseOf = async (jobId: string): Promise<GuardedResponse> => {
    const { rows } = await client.listResponses({ jobId })
    expect(rows).toHaveLength(1)
    return rows[0] as GuardedResponse
  }
  const ended = async (jobId: string) => await client.waitReport({ id: jobId }, { atMost: 'Inf' })
  const hasState = (jobId: string, state: GuardedResponse['state']) =>
    vi.waitFor(async () => expect(await responseOf(jobId)).toMatchObject({ state }), {
      timeout: patienceMs,
    })
  /** As a person does, with a session. */
  const post = async (login: string, path: string, payload: object = {}) => {
    const headers = await browserOf(app, login)
    const answer = await app.inject({ method: 'POST', url: `/api/${path}`, headers, payload })
    return { status: answer.statusCode, ...answer.json() }
  }
  const runAsPerson = async (data: unknown, input: object = {}, login = 'alan') =>
    post(login, `responder/${id}/run`, { data, dataType: 'ip', ...input })
  return { app, id, client, run, responseOf, ended, hasState, post, runAsPerson }
}

const setPolicy = (app: EngineApp, id: string, policy: Partial<ResponderPolicy>) =>
  app.as('orgadmin').setResponderPolicy({ id }, { effect: 'contain', ...policy })

const bad = '203.0.113.5'
const resolver = '8.8.8.8'
const google = '8.8.8.8 is protected: Public resolver (Google) (range 8.8.8.8/32)'

describe.each(databases)('$name: a responder that always needs an approval', ({ open }) => {
  it('waits for another user with a session, runs once approved, and all is recorded', async () => {
    const { app, run, responseOf, ended, hasState, post, client } = await make(open, {
      approval: 'always',
    })
    const job = await run(bad, { parameters: { why: 'x' } })
    expect(job).toMatchObject({ status: 'Waiting', waitingFor: 'an approval' })
    const asked = await responseOf(job.id)
    expect(asked).toMatchObject({
      state: 'asked',
      requestedBy: 'alan',
      via: 'key',
      needsApproval: true,
      targets: [{ dataType: 'ip', data: bad }],
      parameters: { why: 'x' },
      expiresAt: app.clock.now() + 86_400_000,
      canDecide: false,
    })
    expect((await client.listResponses({ open: true })).rows).toEqual([asked])

    expect(await refusalOf(app.as('orgadmin').approveResponse({ id: asked.id }, {}))).toEqual(
      forbidden(
        'Only a signed-in user can approve a response, never an API key. Sign in to the page',
      ),
    )
    expect(await post('alan', `response/${asked.id}/approve`)).toMatchObject({
      status: 403,
      message: 'You asked for this response. Another user must approve it',
    })
    expect(await post('bob', `response/${asked.id}/approve`)).toMatchObject({ status: 404 })
    expect(await responseOf(job.id)).toEqual(asked)

    const approved = await post('ada', `response/${asked.id}/approve`, { reason: 'seen in logs' })
    expect(approved).toMatchObject({
      status: 200,
      decidedBy: 'ada',
      decisionReason: 'seen in logs',
    })
    expect(await ended(job.id)).toMatchObject({ status: 'Success' })
    await hasState(job.id, 'done')
    expect(await post('ada', `response/${asked.id}/approve`)).toMatchObject({ status: 409 })
    expect(await refusalOf(client.withdrawResponse({ id: asked.id }, {}))).toMatchObject({
      status: 409,
    })

    const { rows } = await app.as('orgadmin').listAudit({
      query: { objectType: 'response' },
      range: 'all',
    })
    expect(rows.map(({ action, actor }) => [action, actor])).toEqual([
      ['response.end', '(responses)'],
      ['response.approve', 'ada'],
      ['response.ask', 'alan'],
    ])
  })

  it('ends unstarted when it is rejected, withdrawn, deleted, or not approved in time', async () => {
    const { app, run, responseOf, ended, hasState, post, client } = await make(open, {
      approval: 'always',
      approvalHours: 2,
    })
    const [rejected, withdrawn, removed, late] = await Promise.all([1, 2, 3, 4].map(() => run(bad)))
    const idOf = async (job: { id: string } | undefined) => (await responseOf(job?.id ?? '')).id
    const noticed = async (as: 'analyze' | 'orgadmin') =>
      (await app.as(as).listNotices({})).rows.map(({ kind, objectId }) => `${kind} ${objectId}`)
    expect(await noticed('analyze')).toEqual([])
    const ids = await Promise.all([rejected, withdrawn, removed, late].map(idOf))
    expect((await noticed('orgadmin')).toSorted()).toEqual(
      ids.map((id) => `approvalAsked ${id}`).toSorted(),
    )

    await post('ada', `response/${await idOf(rejected)}/reject`, { reason: 'our own host' })
    await client.withdrawResponse({ id: await idOf(withdrawn) }, {})
    await client.deleteJob({ id: removed?.id ?? '' })
    app.clock.advance(2 * 3_600_000)
    expect(await post('ada', `response/${await idOf(late)}/approve`)).toMatchObject({
      status: 409,
      message: expect.stringContaining('it expired'),
    })
    await expireResponses({ ...app.deps, events: makeJobEvents() })
    const [refused = '', , deleted = '', expired = ''] = ids
    const told = (await noticed('analyze')).filter((one) => !one.endsWith(deleted))
    expect(told.toSorted()).toEqual(
      [`responseFailed ${refused}`, `responseFailed ${expired}`].toSorted(),
    )
    expect((await noticed('orgadmin')).filter((one) => !one.endsWith(deleted))).toEqual([])

    expect(await ended(rejected?.id ?? '')).toMatchObject({
      status: 'Failure',
      errorMessage: 'Rejected by ada: our own host. Nothing happened.',
    })
    expect(await ended(withdrawn?.id ?? '')).toMatchObject({
      errorMessage: 'Withdrawn by alan. Nothing happened.',
    })
    expect(await ended(late?.id ?? '')).toMatchObject({
      errorMessage: 'No one approved within 2 h. Nothing happened.',
    })
    await hasState(rejected?.id ?? '', 'rejected')
    await hasState(withdrawn?.id ?? '', 'withdrawn')
    await hasState(late?.id ?? '', 'expired')
    expect(await post('ada', `response/${await idOf(removed)}/approve`)).toMatchObject({
      status: 409,
    })
  })

  it('is void once its configuration changed, or what it is run on became protected', async () => {
    const { app, id, run, responseOf, ended, post } = await make(open, { approval: 'always' })
    const [changed, stopped] = [await run(bad), await run('198.51.100.9')]

    await app
      .as('orgadmin')
      .createProtectedValue({ kind: 'range', value: '198.51.100.0/24', note: 'Our lab' })
    const blocked = await post('ada', `response/${(await responseOf(stopped.id)).id}/approve`)
    await app.as('orgadmin').updateResponder({ id }, { configuration: { service: 'two' } })
    const other = await post('ada', `response/${(await responseOf(changed.id)).id}/approve`)

    expect(blocked).toMatchObject({
      status: 409,
      message: expect.stringContaining('198.51.100.9 is protected: Our lab'),
    })
    expect(other).toMatchObject({
      status: 409,
      message: expect.stringContaining('changed after this response was requested'),
    })
    for (const job of [changed, stopped]) {
      expect(await responseOf(job.id)).toMatchObject({ state: 'void' })
      expect(await ended(job.id)).toMatchObject({ status: 'Failure' })
    }
  })

  it('does not hold up other jobs, whatever is changed of it or of them', async () => {
    const { app, id, run, client, responseOf } = await make(open, { approval: 'always' })
    const held = await run(bad)
    await app.as('orgadmin').updateResponder({ id }, { maxConcurrent: 1 })
    await app.as('orgadmin').updateResponder({ id }, { maxConcurrent: null, pool: null })
    const other = await app.enable('orgadmin', 'Block', { name: 'Other' })

    const job = await client.runResponder({ id: other.id }, { data: bad, dataType: 'ip' })
    expect(await client.waitReport({ id: job.id }, { atMost: 'Inf' })).toMatchObject({
      status: 'Success',
    })
    expect(await client.getJob({ id: held.id })).toMatchObject({ status: 'Waiting' })
    expect(await responseOf(held.id)).toMatchObject({ state: 'asked' })
  })
})

describe.each(oneDatabase)('$name: the gate before a responder', ({ open }) => {
  it('is not there without a policy: everything is as it was', async () => {
    const { run, ended, client } = await make(open)

    const job = await run('10.0.0.1')

    expect(await ended(job.id)).toMatchObject({ status: 'Success' })
    expect((await client.listResponses()).total).toBe(0)
  })

  it('refuses protected observables, naming the entry and what to do, and starts nothing', async () => {
    const { run, client, app } = await make(open, {})
    const what = 'To run it all the same, send overrideReason; another user must then approve it'

    expect(await refusalOf(run(resolver))).toEqual(
      badRequest(`${google}. Nothing was started. ${what}`),
    )
    const artifact = { _id: '~1', dataType: 'url', data: 'http://0x08080808/x' }
    const alert = { _id: '~2', artifacts: [{ dataType: 'ip', data: bad }, artifact] }
    for (const [data, dataType] of [
      [artifact, 'thehive:case_artifact'],
      [alert, 'thehive:alert'],
    ] as const)
      expect((await refusalOf(run(data, { dataType }))).message).toContain('Public resolver')
    expect((await refusalOf(run('203.0.113.0/23'))).message).toContain('wider than /24')
    for (const [data, dataType] of [
      [{ data: resolver }, 'thehive:case_artifact'],
      [[[{ data: [resolver] }]], 'thehive:alert'],
      [{ dataType: 'user', data: resolver }, 'thehive:case_artifact'],
      [{ address: resolver }, 'ip'],
      ['134744072', 'ip'],
      ['http://8.8.8.8:99999/', 'url'],
      [`${bad},${resolver}`, 'ip'],
    ] as const)
      expect((await refusalOf(run(data, { dataType }))).message).toContain('Public resolver')
    expect((await client.listJobs()).total).toBe(0)
    expect((await client.listResponses()).total).toBe(0)
    await app.as('orgadmin').updateProtectedValue({ id: 'shipped-google-1' }, { enabled: false })
    await run(resolver)
  })

  it('lets responders that only inform run on protected observables', async () => {
    const { run, ended } = await make(open, { effect: 'inform' })

    expect(await ended((await run(resolver)).id)).toMatchObject({ status: 'Success' })
  })

  it('takes two people to override: a reason by one with a session, an approval by another', async () => {
    const { run, runAsPerson, responseOf, post, ended, hasState } = await make(open, {
      approval: 'never',
    })
    const overrideReason = 'it is hijacked'

    expect((await refusalOf(run(resolver, { overrideReason }))).message).toBe(
      `${google}. Nothing was started. Only a signed-in user can override this, not an API key or a rule`,
    )
    expect((await runAsPerson(resolver, { overrideReason: 'x' })).message).toBe(
      'overrideReason must have 3 to 500 characters',
    )
    const job = await runAsPerson(resolver, { overrideReason })
    const asked = await responseOf(job.id)
    expect(asked).toMatchObject({
      state: 'asked',
      via: 'person',
      overrideReason,
      overrides: [{ id: 'shipped-google-1', note: 'Public resolver (Google)' }],
    })
    expect(await post('alan', `response/${asked.id}/approve`)).toMatchObject({ status: 403 })
    await post('ada', `response/${asked.id}/approve`)
    expect(await ended(job.id)).toMatchObject({ status: 'Success' })
    await hasState(job.id, 'done')
  })

  it('counts runs of the last hour and observables of a run', async () => {
    const { app, run } = await make(open, { perHour: 2, maxTargets: 1 })
    const two = { artifacts: [1, 2].map((data) => ({ dataType: 'ip', data: `203.0.113.${data}` })) }

    expect((await refusalOf(run(two, { dataType: 'thehive:alert' }))).message).toBe(
      'Block may be run on 1 observables at once, not on 2. Run it on fewer',
    )
    const outcomes = await Promise.allSettled([run(bad), run(bad), run(bad)])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(await refusalOf(run(bad))).toMatchObject({ status: 429, type: 'RateLimitExceeded' })
    app.clock.advance(3_600_000)
    await run(bad)
  })

  it('takes a file only as a file, whatever else it is called', async () => {
    const { app, id } = await make(open, {})
    const answer = await app.inject({
      as: 'analyze',
      method: 'POST',
      url: `/api/responder/${id}/run`,
      ...multipart(
        { name: '_json', value: JSON.stringify({ dataType: 'ip' }), type: 'application/json' },
        { name: 'attachment', value: resolver, filename: 'address.txt', type: 'text/plain' },
      ),
    })

    expect(answer.json()).toMatchObject({
      message: expect.stringContaining('takes files with the data type file only'),
    })
    expect((await app.as('analyze').listJobs()).total).toBe(0)
  })

  it('gives a repeated request its job, and asks once', async () => {
    const { app, id, client } = await make(open, { approval: 'always' })
    const send = async () =>
      (
        await app.inject({
          as: 'analyze',
          method: 'POST',
          url: `/api/responder/${id}/run`,
          headers: { 'idempotency-key': 'once' },
          payload: { data: bad, dataType: 'ip' },
        })
      ).json().id

    const ids = [await send(), await send()]

    expect(new Set(ids).size).toBe(1)
    expect((await client.listResponses()).total).toBe(1)
  })

  it('stores what TLP forbids as a failure, and asks no one', async () => {
    const { app, id, run, client } = await make(open, { approval: 'always' })
    await app
      .as('orgadmin')
      .updateResponder({ id }, { configuration: { check_tlp: true, max_tlp: 1 } })

    expect(await run(bad, { tlp: 3 })).toMatchObject({ status: 'Failure' })
    expect((await client.listResponses()).total).toBe(0)
  })

  it('lets only those approve whom the policy names', async () => {
    const { run, responseOf, post } = await make(open, { approval: 'always', approvers: ['alan'] })
    const asked = await responseOf((await run(bad)).id)

    expect(await post('ada', `response/${asked.id}/approve`)).toMatchObject({
      status: 403,
      message: 'Only alan can approve this response',
    })
    expect(await post('ada', `response/${asked.id}/withdraw`)).toMatchObject({
      status: 403,
      message: 'Only the user who asked can withdraw it. Reject it instead',
    })
    expect(await post('ada', `response/${asked.id}/reject`)).toMatchObject({ status: 403 })
  })

  it('shows nothing of another organization', async () => {
    const { app, run, responseOf, client } = await make(open, { approval: 'always' })
    const { id } = await responseOf((await run(bad)).id)
    const stranger = app.as('stranger')
    const calls = [
      stranger.getResponse({ id }),
      stranger.approveResponse({ id }, {}),
      stranger.rejectResponse({ id }, {}),
      stranger.withdrawResponse({ id }, {}),
    ]

    const gone = notFound(`response ${id} not found`)
    expect(await Promise.all(calls.map(refusalOf))).toEqual([gone, gone, gone, gone])
    expect((await stranger.listResponses()).rows).toEqual([])
    expect(await client.getResponse({ id })).toMatchObject({ state: 'asked' })
    expect(await refusalOf(client.listResponses({ open: true, state: 'done' }))).toMatchObject({
      status: 400,
    })
  })
})

describe.each(oneDatabase)('$name: right before a responder starts, the gate', ({ open }) => {
  /** A job that is about to start: its pool has no node, so only the test does. */
  async function waiting(
    policy?: Partial<ResponderPolicy>,
    isApproved = false,
    data: unknown = bad,
    dataType = 'ip',
  ) {
    const made = await make(open, policy)
    const { app, id, run, responseOf } = made
    await app.deps.db.updateTable('workers').set({ pool: 'none' }).where('id', '=', id).execute()
    const { id: jobId } = await run(data, { dataType })
    if (isApproved)
      await app.deps.db
        .updateTable('guarded_responses')
        .set({ state: 'approved' })
        .where('job_id', '=', jobId)
        .execute()
    const start = async () => {
      const job = await app.deps.db
        .selectFrom('jobs')
        .select(claimedColumns)
        .where('id', '=', jobId)
        .executeTakeFirstOrThrow()
      const worker = await findWorker(app.deps.db, job.organization, 'responder', id)
      return startProblem(app.deps, job, worker as WorkerRow)
    }
    const state = async () => (await responseOf(jobId)).state
    return { ...made, jobId, start, state }
  }
  const protectIt = (app: EngineApp) =>
    app.as('orgadmin').createProtectedValue({ kind: 'range', value: bad, note: 'Our proxy' })

  it('lets it start once, and never again', async () => {
    const { start, state } = await waiting({})

    expect(await start()).toBeUndefined()
    expect(await state()).toBe('running')
    expect(await start()).toBe('This response is not approved. Nothing was started.')
    expect(await state()).toBe('running')
  })

  it('does not start what is not approved yet', async () => {
    const { start, state } = await waiting({ approval: 'always' })

    expect(await start()).toBe('This response is not approved. Nothing was started.')
    expect(await state()).toBe('asked')
  })

  it('voids what became protected, and what was approved for another configuration', async () => {
    const stopped = await waiting({})
    await protectIt(stopped.app)
    expect(await stopped.start()).toBe(
      `${bad} is protected: Our proxy (range ${bad}/32). Nothing was started.`,
    )
    expect(await stopped.state()).toBe('void')

    const changed = await waiting({ approval: 'always' }, true)
    await changed.app
      .as('orgadmin')
      .updateResponder({ id: changed.id }, { configuration: { service: 'two' } })
    expect(await changed.start()).toContain('changed after this response was requested')
    expect(await changed.state()).toBe('void')
  })

  it('starts what its policy let through, also when that has been removed since', async () => {
    const { app, id, start, state } = await waiting({})
    await protectIt(app)
    await app.as('orgadmin').removeResponderPolicy({ id })

    expect(await start()).toBeUndefined()
    expect(await state()).toBe('running')
  })

  it('does not start what is too wide, whatever was allowed when it was submitted', async () => {
    const { app, id, start } = await waiting(undefined, false, '203.0.113.0/20')
    await setPolicy(app, id, {})

    expect(await start()).toContain('is wider than /24')
  })

  it('does not start what needs an approval by now because a rule asked for it', async () => {
    const { app, id, start, state, jobId } = await waiting({ approval: 'never' })
    await app.deps.db
      .updateTable('guarded_responses')
      .set({ via: 'rule' })
      .where('job_id', '=', jobId)
      .execute()
    await setPolicy(app, id, { approval: 'automated' })

    expect(await start()).toContain('It needs an approval since its policy was changed')
    expect(await state()).toBe('void')
  })

  it('does not start what its TLP forbids by now', async () => {
    const { app, id, start, state } = await waiting({})
    await app
      .as('orgadmin')
      .updateResponder({ id }, { configuration: { check_tlp: true, max_tlp: 1 } })

    expect(await start()).toContain('TLP')
    expect(await state()).toBe('void')
  })

  it('does not start what became too much: observables of a run, or runs of an hour', async () => {
    const targets = { artifacts: [1, 2].map((n) => ({ dataType: 'ip', data: `203.0.113.${n}` })) }
    const { app, id, start } = await waiting({}, false, targets, 'thehive:alert')
    await setPolicy(app, id, { maxTargets: 1 })
    expect(await start()).toContain('on 1 observables at once by now, not on 2')

    const busy = await waiting({ perHour: 1 })
    const earlier = await busy.responseOf(busy.jobId)
    busy.app.clock.advance(2 * 3_600_000)
    await busy.run(bad)
    await busy.app.deps.db
      .updateTable('guarded_responses')
      .set({ started_at: busy.app.clock.now() })
      .where('id', '!=', earlier.id)
      .execute()
    expect(await busy.start()).toContain('Block may be run 1 times an hour, and was')
    expect(await busy.state()).toBe('void')
  })

  it('starts only what was approved: not a configuration that another node has not seen yet', async () => {
    const { app, jobId, id, start, state } = await waiting({ approval: 'always' }, true)
    const worker = await findWorker(app.deps.db, 'alpha', 'responder', id)
    const job = await app.deps.db
      .selectFrom('jobs')
      .select(claimedColumns)
      .where('id', '=', jobId)
      .executeTakeFirstOrThrow()

    const stale = { ...worker, configuration_hash: 'another' } as WorkerRow
    expect(await startProblem(app.deps, job, stale)).toContain('changed after this response')
    expect(await state()).toBe('void')
    expect(await start()).toBe('This response is not approved. Nothing was started.')
  })

  it('holds jobs of before the policy against it, and is not there without one', async () => {
    const { app, id, start } = await waiting()
    expect(await start()).toBeUndefined()

    await setPolicy(app, id, { approval: 'always' })
    expect(await start()).toContain('It needs an approval since its policy was changed')
    await setPolicy(app, id, {})
    expect(await start()).toBeUndefined()
    await protectIt(app)
    expect(await start()).toContain('is protected: Our proxy')
    await setPolicy(app, id, { effect: 'inform' })
    expect(await start()).toBeUndefined()
  })
})
