import { expect, it, vi } from 'vitest'
import { ApiError, ConnectionError, connect } from '../src/index.ts'
import { broken, closedAddress, json, refusal, stubServer } from './stub-server.ts'

const key = 'a-key'
const retry = { tries: 3, firstPauseMs: 1, longestPauseMs: 2_000 }
const job = { id: 'j', status: 'Waiting' }
const domain = { dataType: 'domain', data: 'example.com' }

it('a submission is repeated after 429, which was refused before anything was done', async () => {
  const throttled = refusal(429, 'RateLimitExceeded', { 'retry-after': '1' })
  const { url, arrived } = await stubServer(throttled, json(job))

  const timers = vi.spyOn(globalThis, 'setTimeout')
  const submitted = await connect({ url, key, retry }).api.runAnalyzer({ id: 'a' }, domain)

  expect(submitted).toEqual(job)
  expect(arrived.map(({ method, url: path }) => `${method} ${path}`)).toEqual([
    'POST /api/analyzer/a/run',
    'POST /api/analyzer/a/run',
  ])
  expect(timers.mock.calls.map(([, ms]) => ms)).toContain(1_000)
  expect(arrived[1]).toMatchObject({
    headers: { authorization: 'Bearer a-key' },
    body: JSON.stringify(domain),
  })
})

it('a wait that is longer than allowed is reported instead of waited for', async () => {
  const throttled = refusal(429, 'RateLimitExceeded', { 'retry-after': '3600' })
  const { url, arrived } = await stubServer(throttled)

  const error = await connect({ url, key, retry })
    .api.runAnalyzer({ id: 'a' }, domain)
    .catch(thrown)

  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 429, type: 'RateLimitExceeded', retryAfterSeconds: 3600 })
  expect(arrived).toHaveLength(1)
})

it.each([
  ['a broken connection', broken],
  ['a 503, which may come after the work was done', refusal(503, 'ServiceUnavailable')],
])('no second job: after %s a submission is not repeated', async (_, answer) => {
  const { url, arrived } = await stubServer(answer, json(job))

  const error = await connect({ url, key, retry })
    .api.runAnalyzer({ id: 'a' }, domain)
    .catch(thrown)

  expect(arrived).toHaveLength(1)
  expect(error).toMatchObject(
    answer === broken ? { name: 'ConnectionError', mayHaveHappened: true } : { status: 503 },
  )
})

it('a caller who knows that the server merges equal submissions may have it repeated', async () => {
  const { url, arrived } = await stubServer(broken, json(job))

  const call = { repeat: true }
  const submitted = await connect({ url, key, retry }).api.runAnalyzer({ id: 'a' }, domain, call)

  expect(submitted).toEqual(job)
  expect(arrived).toHaveLength(2)
})

it('calls that only look are repeated, POST of a search, too', async () => {
  const away = refusal(503, 'ServiceUnavailable')
  const { url, arrived } = await stubServer(away, broken, json([], 200, { 'x-total': '7' }))

  const found = await connect({ url, key, retry }).api.searchJobs({ query: { status: 'Success' } })

  expect(found).toEqual({ rows: [], total: 7 })
  expect(arrived).toHaveLength(3)
})

it('an incomplete answer is not an answer', async () => {
  const half = (response: import('node:http').ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
    response.write('{"id":', () => response.socket?.destroy())
  }
  const { url, arrived } = await stubServer(half, json(job))

  expect(await connect({ url, key, retry }).api.getJob({ id: 'j' })).toEqual(job)
  expect(arrived).toHaveLength(2)
})

it('a server that does not listen is tried again by every call, and named in the error', async () => {
  let tries = 0
  const counting: typeof fetch = (...args) => {
    tries += 1
    return fetch(...args)
  }
  const url = await closedAddress()

  const api = connect({ url, key, retry, fetch: counting }).api
  const error = await api.runAnalyzer({ id: 'a' }, domain).catch(thrown)

  expect(error).toBeInstanceOf(ConnectionError)
  expect(error).toMatchObject({ mayHaveHappened: false })
  expect(String(error)).toContain(url)
  expect(tries).toBe(3)
})

it('a call can be ended early, in the middle of a pause, too', async () => {
  const throttled = refusal(429, 'RateLimitExceeded', { 'retry-after': '3600' })
  const { url, arrived } = await stubServer(throttled)
  const controller = new AbortController()

  const patient = { ...retry, longestPauseMs: 3_600_000 }
  const call = connect({ url, key, retry: patient }).api.getJob(
    { id: 'j' },
    {},
    { signal: controller.signal },
  )
  const ended = expect(call).rejects.toThrow('enough')
  await expect.poll(() => arrived.length).toBe(1)
  controller.abort(new Error('enough'))

  await ended
  expect(arrived).toHaveLength(1)
})

it('an attribute that is wrong is in the error, and the request id of the log', async () => {
  const errors = [{ type: 'MissingAttributeError', name: 'dataType', message: 'is missing' }]
  const body = { type: 'AttributeCheckingError', message: 'wrong', errors }
  const { url } = await stubServer(json(body, 400, { 'x-request-id': 'req-7' }))

  const error = await connect({ url, key, retry })
    .api.runAnalyzer({ id: 'a' }, domain)
    .catch(thrown)

  expect(error).toMatchObject({ status: 400, type: body.type, errors, requestId: 'req-7' })
})

it('a session is opened with the first refusal, kept, and opened once for calls at the same time', async () => {
  const { url, arrived } = await stubServer((response, { url: path, headers }) => {
    if (path === '/api/login')
      return void response
        .writeHead(200, {
          'content-type': 'application/json',
          'set-cookie': ['CORTEX_SESSION=s1; Path=/; HttpOnly', 'CORTEX-XSRF-TOKEN=t1; Path=/'],
        })
        .end('{}')
    const isIn = headers.cookie?.includes('CORTEX_SESSION=s1')
    return isIn
      ? json(job)(response, undefined as never)
      : refusal(401, 'AuthenticationError')(response, undefined as never)
  })
  const { api } = connect({ url, user: 'ada', password: 'secret-of-ada', retry })

  await Promise.all([api.getJob({ id: 'j' }), api.getJob({ id: 'k' })])
  await api.runAnalyzer({ id: 'a' }, domain)

  const logins = arrived.filter(({ url: path }) => path === '/api/login')
  expect(logins.map(({ body }) => JSON.parse(body))).toEqual([
    { user: 'ada', password: 'secret-of-ada' },
  ])
  expect(arrived.at(-1)?.headers).toMatchObject({
    cookie: 'CORTEX_SESSION=s1; CORTEX-XSRF-TOKEN=t1',
    'x-cortex-xsrf-token': 't1',
  })
})

it('a file is sent as a part of the body, and again when the call is repeated', async () => {
  const throttled = refusal(429, 'RateLimitExceeded', { 'retry-after': '0' })
  const { url, arrived } = await stubServer(throttled, json(job))
  const attachment = new File(['From: eve@example.com'], 'mail.eml')

  await connect({ url, key, retry }).api.runAnalyzer({ id: 'a' }, { dataType: 'file', attachment })

  expect(arrived).toHaveLength(2)
  expect(arrived[1]?.body).toContain('filename="mail.eml"')
  expect(arrived[1]?.body).toContain('From: eve@example.com')
})

const thrown = (error: unknown) => error
