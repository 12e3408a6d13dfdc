import type { JobEvent } from '@assay/contract'
import { describe, expect, it, onTestFinished } from 'vitest'
import { browserOf } from '../api/browser.ts'
import { databases, oneDatabase, type TestDatabases } from '../databases.ts'
import { listen } from '../forms.ts'
import { keyOf, type Person, people } from '../setup.ts'
import { makeEngineApp, programs } from './setup.ts'

async function makeEcho(open: TestDatabases['open'], name: 'Echo' | 'Waiting' = 'Echo') {
  const app = await makeEngineApp(open, [programs.echo, programs.waiting])
  const { id } = await app.enable('orgadmin', name)
  const client = app.as('analyze')
  const run = (data = '1.1.1.1') => client.runAnalyzer({ id }, { data, dataType: 'ip' })
  return { app, client, run }
}

interface Message {
  base: { objectId: string; objectType: string; operation: string; details: { status: string } }
  summary: Record<string, Record<string, number>>
}

describe.each(databases)('$name: a stream', ({ open }) => {
  it('answers a waiting poll when something happens, a burst as one answer', async () => {
    const { client, run } = await makeEcho(open)
    const id = await client.createStream()
    const polling = client.pollStream({ id })

    const job = await run()
    await client.waitReport({ id: job.id }, { atMost: 'Inf' })
    const messages = (await polling) as unknown as Message[]

    expect(messages.length).toBeGreaterThanOrEqual(2)
    expect(messages[0]).toMatchObject({
      base: { objectId: job.id, objectType: 'job', operation: 'Creation', rootId: job.id },
      summary: { job: { Creation: 1 } },
    })
  })

  it('keeps what happens between two polls, in order and once', async () => {
    const { client, run } = await makeEcho(open)
    const id = await client.createStream()
    const job = await run()
    await client.waitReport({ id: job.id }, { atMost: 'Inf' })
    await client.deleteJob({ id: job.id })

    const messages = (await client.pollStream({ id })) as unknown as Message[]
    const next = client.pollStream({ id })
    const other = await run('2.2.2.2')

    expect(messages.map(({ base }) => base.details.status)).toEqual([
      'Waiting',
      'InProgress',
      'Success',
      'Deleted',
    ])
    expect(messages.map(({ base }) => base.operation)).toEqual([
      'Creation',
      'Update',
      'Update',
      'Delete',
    ])
    expect(messages.at(-1)?.summary).toEqual({ job: { Delete: 1 } })
    expect(((await next) as unknown as Message[])[0]?.base.objectId).toBe(other.id)
  })

  it('lets the older of two polls go with nothing', async () => {
    const { client, run } = await makeEcho(open)
    const id = await client.createStream()
    const { released, waiting } = await firstOf(
      client.pollStream({ id }),
      client.pollStream({ id }),
    )

    await run()

    expect(released).toEqual([])
    expect((await waiting()).length).toBeGreaterThan(0)
  })
})

describe.each(oneDatabase)('$name: a stream', ({ open }) => {
  it('has an id of ten letters and digits, as plain text', async () => {
    const { app } = await makeEcho(open)

    const response = await app.inject({ as: 'analyze', method: 'POST', url: '/api/stream' })

    expect(response.headers['content-type']).toMatch(/^text\/plain/)
    expect(response.body).toMatch(/^[a-zA-Z0-9]{10}$/)
  })

  it('is refused by a bad id and not found by an unknown, forgotten one or one of another user', async () => {
    const { app, client } = await makeEcho(open)
    const id = await client.createStream()
    const poll = async (stream: string, as: Person = 'analyze') => {
      const response = await app.inject({ as, url: `/api/stream/${stream}` })
      return { status: response.statusCode, type: response.json().type }
    }
    const bad = { status: 400, type: 'BadRequest' }
    const missing = { status: 404, type: 'NotFoundError' }

    expect(await poll('short')).toEqual(bad)
    expect(await poll('eleven-char')).toEqual(bad)
    expect(await poll('abcdefghi_')).toEqual(bad)
    expect(await poll('abcdefghij')).toEqual(missing)
    expect(await poll(id, 'stranger')).toEqual(missing)
    app.clock.advance(15 * 60_000)
    expect(await poll(id)).toEqual(missing)
  })

  it('signals with 220 that the session ends soon, and does not prolong it', async () => {
    const { app, client, run } = await makeEcho(open)
    const { cookie } = await browserOf(app, 'alan')
    const id = await client.createStream()
    const poll = async () => {
      await run(String(app.clock.now()))
      return app.inject({ url: `/api/stream/${id}`, headers: { cookie } })
    }

    app.clock.advance(14 * 60_000)
    const first = await poll()
    app.clock.advance(14 * 60_000)
    const second = await poll()
    app.clock.advance(14 * 60_000)
    await poll()
    app.clock.advance(14 * 60_000)
    const late = await poll()
    await run('once more')
    const byKey = await app.inject({ as: 'analyze', url: `/api/stream/${id}` })
    app.clock.advance(5 * 60_000)
    const over = await app.inject({ url: `/api/stream/${id}`, headers: { cookie } })

    expect([first.statusCode, second.statusCode]).toEqual([200, 200])
    expect(first.cookies).toEqual([])
    expect(late.statusCode).toBe(220)
    expect(late.json().length).toBeGreaterThan(0)
    expect(byKey.statusCode).toBe(200)
    expect(over.statusCode).toBe(401)
  })

  it('ends its polls when the server stops', async () => {
    const answer = afterStop()
    const { client } = await makeEcho(open)
    const id = await client.createStream()
    const { waiting } = await firstOf(client.pollStream({ id }), client.pollStream({ id }))

    // The server stops when this test is over.
    answer.promise = waiting()
    answer.expected = []
  })
})

describe.each(databases)('$name: server-sent events', ({ open }) => {
  it('of an organization report all its jobs and no others', async () => {
    const { app, client, run } = await makeEcho(open)
    const foreign = await app.enable('stranger', 'Echo')
    const events = await subscribe(await listen(app), '/api/events')

    await app.as('stranger').runAnalyzer({ id: foreign.id }, { data: '9.9.9.9', dataType: 'ip' })
    const job = await run()
    await client.waitReport({ id: job.id }, { atMost: 'Inf' })
    const seen = [await events.next(), await events.next(), await events.next()]

    expect(seen).toEqual(
      ['Waiting', 'InProgress', 'Success'].map((status) => ({
        jobId: job.id,
        organization: 'alpha',
        status,
      })),
    )
  })
})

describe.each(oneDatabase)('$name: server-sent events', ({ open }) => {
  it('report the current status of a job and then every change', async () => {
    const { app, client, run } = await makeEcho(open, 'Waiting')
    const job = await run()
    const events = await subscribe(await listen(app), `/api/job/${job.id}/events`)
    const first = await events.next()

    await client.deleteJob({ id: job.id })
    const seen = [first]
    while (seen.at(-1)?.status !== 'Deleted') seen.push(await events.next())

    expect(events.type).toMatch(/^text\/event-stream/)
    expect(['Waiting', 'InProgress']).toContain(first.status)
    expect(seen.at(-1)).toEqual({ jobId: job.id, organization: 'alpha', status: 'Deleted' })
  })

  it('are refused to callers who may not see the job', async () => {
    const { app, run } = await makeEcho(open, 'Waiting')
    const { id } = await run()
    const port = await listen(app)
    const statusFor = async (person: Person) => {
      const { response, cancel } = await connect(port, `/api/job/${id}/events`, person)
      await cancel()
      return response.status
    }

    expect(await statusFor('stranger')).toBe(404)
    expect(await statusFor('read')).toBe(403)
    expect(await statusFor('root')).toBe(403)
    expect(await statusFor('locked')).toBe(401)
  })

  it('end when the server stops', async () => {
    const answer = afterStop()
    const { app } = await makeEcho(open)

    const events = await subscribe(await listen(app), '/api/events')

    answer.promise = events.ended()
    answer.expected = true
  })
})

/** Only the answers show which of two calls arrived later, and so released the other one. */
async function firstOf<T>(one: Promise<T>, other: Promise<T>) {
  const marked = [one, other].map(async (call, index) => ({ released: await call, index }))
  const { released, index } = await Promise.race(marked)
  return { released, waiting: () => (index === 0 ? other : one) }
}

/** Asked before the server is made, looks after it has stopped: what came of a call that waited. */
function afterStop() {
  const answer: { promise: Promise<unknown>; expected: unknown } = {
    promise: Promise.resolve('no call was made'),
    expected: 'a call',
  }
  onTestFinished(async () => expect(await answer.promise).toEqual(answer.expected))
  return answer
}

/** What stays open is ended by the server when the test is over. */
async function connect(port: number, path: string, person: Person) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { authorization: `Bearer ${keyOf(people[person].login)}` },
  })
  const { body } = response
  if (!body) throw new Error('no body')
  // The response too: when it is garbage-collected, `fetch` ends an unread body.
  return { response, body, cancel: () => body.cancel() }
}

/** Reads events one by one as a page would. */
async function subscribe(port: number, path: string, person: Person = 'analyze') {
  const { response, body } = await connect(port, path, person)
  const lines = eventsIn(body)
  return {
    response,
    type: response.headers.get('content-type'),
    async next(): Promise<JobEvent> {
      const { value, done } = await lines.next()
      if (done) throw new Error('the events have ended')
      return value
    },
    ended: async () => (await lines.next()).done,
  }
}

async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<JobEvent> {
  let text = ''
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const blocks = (text + chunk).split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks)
      if (block.startsWith('data: ')) yield JSON.parse(block.slice('data: '.length))
  }
}
