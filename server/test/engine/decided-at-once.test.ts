import type { GuardedResponse, ResponderPolicy } from '@assay/contract'
import { describe, expect, it, vi } from 'vitest'
import { browserOf } from '../api/browser.ts'
import { databases, oneDatabase, type TestDatabases } from '../databases.ts'
import { patienceMs } from '../patience.ts'
import { makeEngineApp, programs } from './setup.ts'

const block = {
  ...programs.responder,
  dataTypeList: ['ip'],
  configurationItems: [
    { name: 'service', description: 'd', type: 'string', multi: false, required: false },
  ],
}
const bad = '203.0.113.5'

async function make(open: TestDatabases['open'], policy: Partial<ResponderPolicy> = {}) {
  const app = await makeEngineApp(open, [block])
  const { id } = await app.enable('orgadmin', 'Block', { configuration: { service: 'one' } })
  await app
    .as('orgadmin')
    .setResponderPolicy({ id }, { effect: 'contain', approval: 'always', ...policy })
  const client = app.as('analyze')
  const ask = async () => {
    const job = await client.runResponder({ id }, { data: bad, dataType: 'ip' })
    const { rows } = await client.listResponses({ jobId: job.id })
    return rows[0] as GuardedResponse
  }
  const decide = async (response: GuardedResponse, what: string, login = 'ada') => {
    const headers = await browserOf(app, login)
    const url = `/api/response/${response.id}/${what}`
    const answer = await app.inject({ method: 'POST', url, headers, payload: {} })
    return { status: answer.statusCode, message: answer.json().message as string }
  }
  const stateOf = async ({ id: of }: GuardedResponse) =>
    (await client.getResponse({ id: of })).state
  const until = (response: GuardedResponse, state: GuardedResponse['state']) =>
    vi.waitFor(async () => expect(await stateOf(response)).toBe(state), { timeout: patienceMs })
  const starts = async () =>
    (await app.as('orgadmin').listAudit({ query: { objectType: 'response' }, range: 'all' })).rows
  return { app, id, client, ask, decide, until, stateOf, starts }
}

describe.each(databases)('$name: what several users decide at once', ({ open }) => {
  it('is decided by one of them, and run at most once', async () => {
    const { ask, decide, client, until, starts } = await make(open)
    for (let round = 0; round < 3; round += 1) {
      const response = await ask()
      const answers = await Promise.all([
        decide(response, 'approve'),
        decide(response, 'approve'),
        decide(response, 'reject'),
        decide(response, 'withdraw', 'alan'),
        decide(response, 'approve'),
      ])

      const done = answers.filter(({ status }) => status === 200)
      expect(done, JSON.stringify(answers)).toHaveLength(1)
      const { state } = await client.getResponse({ id: response.id })
      if (state !== 'rejected' && state !== 'withdrawn') await until(response, 'done')
      const own = (await starts()).filter(({ objectId }) => objectId === response.id)
      expect(own.filter(({ action }) => /approve|reject|withdraw/.test(action))).toHaveLength(1)
    }
  })

  it('is void, or run as it was approved, when its configuration is changed at that moment', async () => {
    const { app, id, ask, decide, client, stateOf } = await make(open)
    for (const service of ['two', 'three', 'four']) {
      const response = await ask()
      await Promise.all([
        decide(response, 'approve'),
        app.as('orgadmin').updateResponder({ id }, { configuration: { service } }),
      ])
      const job = await client.waitReport({ id: response.jobId }, { atMost: 'Inf' })
      await vi.waitFor(async () => expect(['void', 'done']).toContain(await stateOf(response)), {
        timeout: patienceMs,
      })
      expect(job.status).toBe((await stateOf(response)) === 'done' ? 'Success' : 'Failure')
    }
  })
})

describe.each(oneDatabase)('$name: a decision', ({ open }) => {
  it('counts for the hour in which it lets a run start, however long that waited', async () => {
    const { app, ask, decide, until } = await make(open, { perHour: 1 })
    const first = await ask()
    app.clock.advance(3_600_000)
    const second = await ask()
    expect(await decide(first, 'approve')).toMatchObject({ status: 200 })
    await until(first, 'done')

    expect(await decide(second, 'approve')).toMatchObject({
      status: 429,
      message: 'Block may be run 1 times an hour, and was. Nothing was started',
    })

    app.clock.advance(3_600_000)
    expect(await decide(second, 'approve')).toMatchObject({ status: 200 })
    await until(second, 'done')
  })

  it('waits until what was asked is stored', async () => {
    const { app, ask, decide, stateOf } = await make(open)
    const response = await ask()
    await app.deps.db
      .updateTable('guarded_responses')
      .set({ job_id: 'not-stored-yet' })
      .where('id', '=', response.id)
      .execute()

    for (const what of ['approve', 'reject'])
      expect(await decide(response, what)).toMatchObject({
        status: 409,
        message: 'This response is still being stored. Try again in a moment',
      })
    expect(await stateOf(response)).toBe('asked')
  })

  it('is none about a job that no longer waits for it', async () => {
    const { app, ask, decide, stateOf, starts } = await make(open)
    const response = await ask()
    // Deleted, or let through, after it was looked at.
    await app.deps.db
      .updateTable('jobs')
      .set({ needs: 'elsewhere' })
      .where('id', '=', response.jobId)
      .execute()

    expect(await decide(response, 'approve')).toMatchObject({
      status: 409,
      message: expect.stringContaining('another user decided about it, or its job was deleted'),
    })
    expect(await stateOf(response)).toBe('asked')
    expect((await starts()).map(({ action }) => action)).toEqual(['response.ask'])
  })

  it('is for those whom the policy names by now, and whose rights are left', async () => {
    const { app, id, ask, decide } = await make(open, { approvers: ['ada'] })
    const response = await ask()
    await app
      .as('orgadmin')
      .setResponderPolicy({ id }, { effect: 'contain', approval: 'always', approvers: ['alan'] })
    expect(await decide(response, 'approve')).toMatchObject({
      status: 403,
      message: 'Only alan can approve this response',
    })

    await app.as('orgadmin').setResponderPolicy({ id }, { effect: 'contain', approval: 'always' })
    const headers = await browserOf(app, 'ada')
    const url = `/api/response/${response.id}/approve`
    await app.as('root').updateUser({ login: 'ada' }, { roles: ['read'] })
    expect(await decide(response, 'approve')).toMatchObject({ status: 403 })
    await app.as('root').updateUser({ login: 'ada' }, { status: 'Locked' })
    const again = await app.inject({ method: 'POST', url, headers, payload: {} })
    expect(again.statusCode).toBe(401)
  })

  it('lets a run wait for its budget as well, and counts it there', async () => {
    const { app, id, ask, decide, client, until } = await make(open)
    const budget = await app
      .as('orgadmin')
      .createBudget({ name: 'Firewall', windows: [{ count: 1, per: 'hour' }], peopleShare: 0 })
    await app.as('orgadmin').updateResponder({ id }, { budget: budget.id })
    const [first, second] = [await ask(), await ask()]

    await decide(first, 'approve')
    await until(first, 'done')
    await decide(second, 'approve')

    await vi.waitFor(
      async () =>
        expect(await client.getJob({ id: second.jobId })).toMatchObject({
          status: 'Waiting',
          waits: { for: 'budget', name: 'Firewall' },
        }),
      { timeout: patienceMs },
    )
    expect(await client.getResponse({ id: second.id })).toMatchObject({ state: 'approved' })
  })
})
