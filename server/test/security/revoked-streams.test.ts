import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { browserOf } from '../api/browser.ts'
import { oneDatabase, onlyPostgres, type TestDatabase, type TestDatabases } from '../databases.ts'
import { makeEngineApp, programs } from '../engine/setup.ts'
import { listen } from '../forms.ts'
import { keyOf, makeApp, passwordOf, type TestApp } from '../setup.ts'

type Headers = Record<string, string>
const byKey = (login: string): Headers => ({ authorization: `Bearer ${keyOf(login)}` })

/** A call that stays open; `ended` says how it ended. */
async function open(port: number, path: string, headers: Headers) {
  const controller = new AbortController()
  onTestFinished(() => controller.abort())
  const response = fetch(`http://127.0.0.1:${port}${path}`, { headers, signal: controller.signal })
  const finished = response.then(async (answer) => ({
    status: answer.status,
    body: await answer.text().catch(() => ''),
  }))
  return {
    response,
    ended: () => finished,
    isOpenAfter: async (ms: number) => (await Promise.race([finished, later(ms)])) === 'still open',
  }
}

const later = (ms: number) =>
  new Promise<'still open'>((resolve) => setTimeout(() => resolve('still open'), ms).unref())

/** With a heartbeat the server checks the listener again: what ends without one ends at once. */
function withoutHeartbeats() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
}

/** The stream of the organization, open for sure. */
async function openEvents(port: number, headers: Headers) {
  withoutHeartbeats()
  const call = await open(port, '/api/events', headers)
  expect((await call.response).status).toBe(200)
  return call
}

/** A waiting call is open when the server has admitted it; that is not visible from outside. */
async function openWait(port: number, path: string, headers: Headers) {
  const call = await open(port, path, headers)
  expect(await call.isOpenAfter(500)).toBe(true)
  return call
}

const takenAway: [string, (app: TestApp) => Promise<unknown>][] = [
  ['locked', (app) => app.as('orgadmin').updateUser({ login: 'alan' }, { status: 'Locked' })],
  ['deleted', (app) => app.as('orgadmin').deleteUser({ login: 'alan' })],
  [
    'given another role',
    (app) => app.as('orgadmin').updateUser({ login: 'alan' }, { roles: ['read'] }),
  ],
  ['moved', (app) => app.as('root').updateUser({ login: 'alan' }, { organization: 'beta' })],
  ['given another key', (app) => app.as('orgadmin').renewKey({ login: 'alan' })],
  ['deprived of the key', (app) => app.as('orgadmin').deleteKey({ login: 'alan' })],
  [
    'of an organization that is locked',
    (app) => app.as('root').updateOrganization({ id: 'alpha' }, { status: 'Locked' }),
  ],
]

describe.each(oneDatabase)('$name: the stream of a user who is', ({ open: database }) => {
  it.each(takenAway)('%s ends at once', async (_what, takeAway) => {
    const app = await makeApp(database)
    const port = await listen(app)
    const stream = await openEvents(port, byKey('alan'))
    const stranger = await openEvents(port, byKey('bob'))

    await takeAway(app)

    expect(await stream.ended()).toMatchObject({ status: 200 })
    expect(await stranger.isOpenAfter(50)).toBe(true)
  })

  it.each<[string, (app: TestApp, headers: Headers) => Promise<unknown>]>([
    ['signed out', (app, headers) => app.inject({ url: '/api/logout', headers })],
    ['locked', (app) => app.as('orgadmin').deleteUser({ login: 'alan' })],
    [
      'given another password',
      (app) => app.as('orgadmin').setPassword({ login: 'alan' }, { password: 'another password' }),
    ],
  ])('%s ends with the session', async (_what, takeAway) => {
    const app = await makeApp(database)
    const port = await listen(app)
    const browser = await browserOf(app, 'alan')
    const stream = await openEvents(port, { cookie: browser.cookie })
    const other = await openEvents(port, byKey('rita'))

    await takeAway(app, browser)

    expect(await stream.ended()).toMatchObject({ status: 200 })
    expect(await other.isOpenAfter(50)).toBe(true)
  })

  it('that is only renamed continues', async () => {
    const app = await makeApp(database)
    const stream = await openEvents(await listen(app), byKey('alan'))

    await app.as('orgadmin').updateUser({ login: 'alan' }, { name: 'Alan M.' })
    await app.as('orgadmin').updateUser({ login: 'rita' }, { status: 'Locked' })

    expect(await stream.isOpenAfter(300)).toBe(true)
  })

  it('signed in with another browser and changes the password there ends here only', async () => {
    const app = await makeApp(database)
    const port = await listen(app)
    const [here, there] = [await browserOf(app, 'alan'), await browserOf(app, 'alan')]
    const ending = await openEvents(port, { cookie: here.cookie })
    const staying = await openEvents(port, { cookie: there.cookie })

    await app.inject({
      method: 'POST',
      url: '/api/user/alan/password/change',
      payload: { currentPassword: passwordOf('alan'), password: 'another password' },
      headers: there,
    })

    expect(await ending.ended()).toMatchObject({ status: 200 })
    expect(await staying.isOpenAfter(50)).toBe(true)
  })
})

async function makeWaiting(database: TestDatabases['open']) {
  const app = await makeEngineApp(database, [programs.waiting])
  const { id } = await app.enable('orgadmin', 'Waiting')
  const job = await app.as('analyze').runAnalyzer({ id }, { data: '1.1.1.1', dataType: 'ip' })
  return { app, job, port: await listen(app) }
}

describe.each(oneDatabase)('$name: of a user who is locked', ({ open: database }) => {
  it('the stream of a job ends at once', async () => {
    const { app, job, port } = await makeWaiting(database)
    withoutHeartbeats()
    const stream = await open(port, `/api/job/${job.id}/events`, byKey('alan'))
    expect((await stream.response).status).toBe(200)

    await app.as('orgadmin').deleteUser({ login: 'alan' })

    expect(await stream.ended()).toMatchObject({ status: 200 })
  })

  it('the wait for a report ends at once, and shows nothing', async () => {
    const { app, job, port } = await makeWaiting(database)
    const path = `/api/job/${job.id}/waitreport?atMost=Inf`
    const wait = await openWait(port, path, byKey('alan'))

    await app.as('orgadmin').deleteUser({ login: 'alan' })

    const ended = await wait.ended()
    expect(ended).toMatchObject({ status: 401 })
    expect(JSON.stringify(ended)).not.toContain(job.id)
  })

  it('the poll of a stream ends at once', async () => {
    // Without a job: an event would be a separate reason to answer.
    const app = await makeEngineApp(database, [programs.waiting])
    const port = await listen(app)
    const id = await app.as('analyze').createStream()
    const poll = await openWait(port, `/api/stream/${id}`, byKey('alan'))

    await app.as('orgadmin').deleteUser({ login: 'alan' })

    expect(await poll.ended()).toMatchObject({ status: 401 })
  })

  it('or given another role the wait for a report is refused if the role is too little', async () => {
    const { app, job, port } = await makeWaiting(database)
    const path = `/api/job/${job.id}/waitreport?atMost=Inf`
    const wait = await openWait(port, path, byKey('alan'))

    await app.as('orgadmin').updateUser({ login: 'alan' }, { roles: ['read'] })

    expect(await wait.ended()).toMatchObject({ status: 403 })
  })
})

describe.each(onlyPostgres)('$name: two processes on one database', ({ open: database }) => {
  it('end the streams of a user whom the other one locks', async () => {
    let opened: TestDatabase | undefined
    const first = await makeApp(async () => {
      opened = await database()
      return opened
    })
    const second = await makeApp(
      async () => ({
        ...(await (opened as TestDatabase).another()),
        another: (opened as TestDatabase).another,
      }),
      { empty: true },
    )
    const port = await listen(second)
    const stream = await openEvents(port, byKey('alan'))
    const stranger = await openEvents(port, byKey('bob'))
    // Both listen to the database by now: a change of the one has reached the other.
    let isHeard = false
    second.deps.bus.onAccessChange(() => {
      isHeard = true
    })
    while (!isHeard) {
      first.deps.bus.changeAccess({ login: 'nobody' })
      await pause(50)
    }

    await first.as('orgadmin').updateUser({ login: 'alan' }, { status: 'Locked' })

    expect(await stream.ended()).toMatchObject({ status: 200 })
    expect(await stranger.isOpenAfter(50)).toBe(true)
  })
})
