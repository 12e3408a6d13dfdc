import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { AnswerTooLarge, boundedFetch } from '../../src/platform/engines/bounded-fetch.ts'
import { patienceMs } from '../patience.ts'
import { startStubEngine } from './stub-engine.ts'

const bounds = { timeoutMs: patienceMs, answerBytes: 1_000 }

/** Sends these headers and a first byte, then nothing more, or bytes forever. */
async function trickling(goesOn: boolean): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('[')
    if (!goesOn) return
    const more = setInterval(() => response.write('1,'.repeat(500)), 5)
    response.once('close', () => clearInterval(more))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** With as little time as the machine needs for the head. */
async function beginningOf(url: string, timeoutMs = 100): Promise<Response> {
  try {
    return await boundedFetch({ ...bounds, timeoutMs })(url)
  } catch (error) {
    if (timeoutMs > patienceMs) throw error
    return beginningOf(url, timeoutMs * 4)
  }
}

describe('a call to an engine', () => {
  it('ends in time when the engine never answers', async () => {
    const stub = await startStubEngine()
    stub.on('GET /', () => Promise.withResolvers<never>().promise)

    const call = boundedFetch({ ...bounds, timeoutMs: 50 })(`${stub.url}/`)

    await expect(call).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  it('ends in time when the engine stops in the middle of its answer', async () => {
    const response = await beginningOf(await trickling(false))

    await expect(response.text()).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  it('ends when the server stops', async () => {
    const stub = await startStubEngine()
    stub.on('GET /', () => Promise.withResolvers<never>().promise)
    const stopping = new AbortController()

    const call = boundedFetch({ ...bounds, stopping: stopping.signal })(`${stub.url}/`)
    stopping.abort()

    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('reads no more than its limit, announced or not', async () => {
    const stub = await startStubEngine()
    stub.on('GET /', () => ({ body: 'x'.repeat(1_001), headers: { 'content-length': '1001' } }))

    await expect(boundedFetch(bounds)(`${stub.url}/`)).rejects.toBeInstanceOf(AnswerTooLarge)
    const response = await boundedFetch(bounds)(await trickling(true))
    await expect(response.text()).rejects.toBeInstanceOf(AnswerTooLarge)
  })

  it('reads an answer of just its limit', async () => {
    const stub = await startStubEngine()
    stub.on('GET /', () => ({ body: 'x'.repeat(1_000) }))

    expect(await (await boundedFetch(bounds)(`${stub.url}/`)).text()).toHaveLength(1_000)
  })

  it('follows no redirect: credentials stay where they belong', async () => {
    const elsewhere = await startStubEngine()
    const stub = await startStubEngine()
    stub.on('GET /', () => ({ status: 302, headers: { location: elsewhere.url } }))

    const response = await boundedFetch(bounds)(`${stub.url}/`, {
      headers: { authorization: 'Bearer secret' },
    })

    expect(response.status).toBe(302)
    expect(elsewhere.calls).toEqual([])
  })
})
