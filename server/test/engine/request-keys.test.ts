import { describe, expect, it } from 'vitest'
import { databases, oneDatabase, type TestDatabases } from '../databases.ts'
import type { Person } from '../setup.ts'
import { makeEngineApp, programs } from './setup.ts'

type Values = Record<string, unknown>

async function makeWorker(open: TestDatabases['open'], settings: Values = {}) {
  // Nothing runs them: a job is what was accepted.
  const environment = { ASSAY_ROLES: 'engine' }
  const app = await makeEngineApp(open, Object.values(programs), { environment })
  const { id } = await app.enable('orgadmin', 'Echo', settings)
  const send = async (key: string, change: Values = {}, as: Person = 'analyze', worker = id) => {
    const response = await app.inject({
      as,
      method: 'POST',
      url: `/api/analyzer/${worker}/run`,
      headers: { 'idempotency-key': key },
      payload: { dataType: 'ip', data: '192.0.2.1', force: true, ...change },
    })
    return { status: response.statusCode, body: response.json() as Values & { id: string } }
  }
  const jobs = () => app.deps.db.selectFrom('jobs').select(['id', 'status']).execute()
  return { app, id, send, jobs }
}

describe.each(databases)('$name: a request with a key', ({ open }) => {
  it('gets one job, however often and simultaneously it is sent', async () => {
    const { send, jobs } = await makeWorker(open)

    const answers = await Promise.all(Array.from({ length: 12 }, () => send('one')))
    const later = await send('one')

    expect(new Set([...answers, later].map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set([...answers, later].map(({ body }) => body.id)).size).toBe(1)
    expect(await jobs()).toHaveLength(1)
  })

  it('is refused with the key of another one, and only one of two simultaneous ones gets it', async () => {
    const { send, jobs } = await makeWorker(open)

    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => send('one', { data: `192.0.2.${at % 2}` })),
    )

    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...[200, 200, 200, 200],
      ...[400, 400, 400, 400],
    ])
    expect(answers.find(({ status }) => status === 400)?.body).toMatchObject({
      message: 'This Idempotency-Key was already used with other content',
    })
    expect(await jobs()).toHaveLength(1)
  })

  it('gets the job that it was merged with, too', async () => {
    const { send, jobs } = await makeWorker(open, { jobCache: 10 })
    const merged = { force: false }

    const first = await send('one', merged)
    const second = await send('two', merged)

    expect(second.body).toMatchObject({ id: first.body.id, fromCache: true })
    expect((await send('two', merged)).body.id).toBe(first.body.id)
    expect(await jobs()).toHaveLength(1)
  })
})

describe.each(oneDatabase)('$name: a request with a key', ({ open }) => {
  it('gets its job after it was deleted, and after the analyzer was disabled', async () => {
    const { app, id, send } = await makeWorker(open)
    const first = await send('one')
    await app.as('analyze').deleteJob({ id: first.body.id })

    expect((await send('one')).body).toMatchObject({ id: first.body.id, status: 'Deleted' })
    await app.as('orgadmin').disableAnalyzer({ id })

    expect((await send('one')).body).toMatchObject({ id: first.body.id, status: 'Deleted' })
    expect((await send('one', { data: '192.0.2.2' })).status).toBe(400)
    expect((await send('two')).status).toBe(404)
  })

  it('does not count against the rate a second time, and a refused one may be sent again', async () => {
    const { app, send } = await makeWorker(open, { rate: 1, rateUnit: 'Hour' })
    const first = await send('one')

    expect((await send('one')).body.id).toBe(first.body.id)
    expect((await send('two', { data: '192.0.2.2' })).status).toBe(429)
    app.clock.advance(2 * 3_600_000)
    expect((await send('two', { data: '192.0.2.2' })).status).toBe(200)
  })

  it('is one of its organization: others have their own of the same name', async () => {
    const { app, send } = await makeWorker(open)
    const other = await app.enable('stranger', 'Echo')
    const ours = await send('one')
    const theirs = await send('one', {}, 'stranger', other.id)

    expect(theirs.status).toBe(200)
    expect(theirs.body.id).not.toBe(ours.body.id)
  })

  it('is another one where the server itself chose the same name', async () => {
    const { app, id, send } = await makeWorker(open)
    const own = await send('one')
    const { secrets, clock } = { secrets: app.deps.secrets, clock: app.clock }
    const { serviceKey } = await import('../../src/identity/service-account.ts')
    const response = await app.inject({
      method: 'POST',
      url: `/api/analyzer/${id}/run`,
      headers: {
        authorization: `Bearer ${serviceKey(secrets, 'platform', 'alpha', clock.now())}`,
        'idempotency-key': 'one',
      },
      payload: { dataType: 'ip', data: '192.0.2.9' },
    })

    expect(response.statusCode).toBe(200)
    expect(response.json().id).not.toBe(own.body.id)
  })

  it('is refused when the key is empty or too long', async () => {
    const { send, jobs } = await makeWorker(open)

    expect((await send('x'.repeat(129))).status).toBe(400)
    expect((await send('a b')).status).toBe(400)
    expect(await jobs()).toEqual([])
  })
})
