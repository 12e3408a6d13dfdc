import { Readable } from 'node:stream'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify, { type FastifyReply } from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { acceptedCoding, compress } from './compress.ts'

const long = JSON.stringify(Array.from({ length: 200 }, (_, n) => ({ id: n, said: 'nothing' })))
const type = 'application/json; charset=utf-8'

function makeServer(send: (reply: FastifyReply) => FastifyReply) {
  const app = Fastify()
  onTestFinished(() => app.close())
  app.addHook('onSend', async (request, reply, payload) => compress(request, reply, payload))
  app.get('/', (_request, reply) => send(reply))
  return app
}

const ask = (send: (reply: FastifyReply) => FastifyReply, headers: Record<string, string>) =>
  makeServer(send).inject({ url: '/', headers })

const sendLong = (reply: FastifyReply) => reply.type(type).send(long)
const accepted = { 'accept-encoding': 'gzip, deflate, br, zstd' }

describe('a long text', () => {
  it('is sent with brotli, in the length of what is sent', async () => {
    const answer = await ask(sendLong, accepted)

    expect(answer.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
    expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length)
    expect(answer.rawPayload.length).toBeLessThan(long.length / 5)
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(long)
  })

  it('is sent with gzip where brotli is not accepted', async () => {
    const answer = await ask(sendLong, { 'accept-encoding': 'gzip' })

    expect(answer.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(answer.rawPayload).toString()).toBe(long)
  })

  it('is sent as it is to callers that accept nothing', async () => {
    const answer = await ask(sendLong, { 'accept-encoding': 'identity' })

    expect(answer.headers['content-encoding']).toBeUndefined()
    expect(answer.headers.vary).toBe('accept-encoding')
    expect(answer.body).toBe(long)
  })

  it('is compressed while it is made', async () => {
    const parts = [long, '\n', long]

    const answer = await ask((reply) => reply.type(type).send(Readable.from(parts)), accepted)

    expect(answer.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(parts.join(''))
  })

  it('ends the connection when it cannot be made to its end', async () => {
    const app = makeServer((reply) =>
      reply.type(type).send(
        Readable.from(
          (async function* () {
            yield long
            throw new Error('The database is gone')
          })(),
        ),
      ),
    )
    const url = await app.listen({ host: '127.0.0.1', port: 0 })

    await expect(fetch(url).then((response) => response.text())).rejects.toThrow()
  })

  it.each(['cross-site', 'same-site'])(
    'is not compressed for a request that a page of another site sent (%s)',
    async (site) => {
      const answer = await ask(sendLong, { ...accepted, 'sec-fetch-site': site })

      expect(answer.headers['content-encoding']).toBeUndefined()
      expect(answer.body).toBe(long)
    },
  )

  it.each(['same-origin', 'none'])('is compressed for a request of the page (%s)', async (site) => {
    const answer = await ask(sendLong, { ...accepted, 'sec-fetch-site': site })

    expect(answer.headers['content-encoding']).toBe('br')
  })
})

it.each([
  ['a short text', (reply: FastifyReply) => reply.type(type).send('{"id":1}')],
  [
    'events, which must leave at once',
    (reply: FastifyReply) => reply.type('text/event-stream').send(Readable.from([long])),
  ],
  [
    'a file',
    (reply: FastifyReply) => reply.type('application/octet-stream').send(Buffer.from(long)),
  ],
  [
    'what is compressed already',
    (reply: FastifyReply) => reply.type(type).header('content-encoding', 'zstd').send(long),
  ],
  [
    'a part of a file',
    (reply: FastifyReply) =>
      reply.code(206).type('text/plain').header('content-range', 'bytes 0-9/10').send(long),
  ],
])('leaves %s as it is', async (_what, send) => {
  const plain = await ask(send, {})
  const answer = await ask(send, accepted)

  expect(answer.rawPayload).toEqual(plain.rawPayload)
  expect(answer.headers['content-encoding']).toBe(plain.headers['content-encoding'])
})

it.each([
  ['gzip, deflate, br', 'br'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['GZIP', 'gzip'],
  ['gzip;q=0.0', undefined],
  ['*', undefined],
  ['', undefined],
  [undefined, undefined],
])('of %s it takes %s', (header, coding) => {
  expect(acceptedCoding(header)).toBe(coding)
})
