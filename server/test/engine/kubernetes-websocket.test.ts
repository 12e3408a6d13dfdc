import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer as createPlainServer, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { refusal } from '../../src/engine/runners/kubernetes/api.ts'
import { upgrade } from '../../src/engine/runners/kubernetes/websocket.ts'
import { hasOpenssl, makePair, withoutOpenssl } from '../certificates.ts'
import { patienceMs } from '../patience.ts'
import { temporary } from './running.ts'

const protocol = 'v5.channel.k8s.io'

async function listen(server: Server): Promise<URL> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const scheme = server instanceof createPlainServer().constructor ? 'http' : 'https'
  return new URL(`${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}/exec?stdin=true`)
}

/** A server that speaks the protocol of `exec`, and the first connection to it. */
async function serve(server: Server = createPlainServer()) {
  const sockets = new WebSocketServer({ server, handleProtocols: () => protocol })
  const first = once(sockets, 'connection').then(([socket]) => socket as WebSocket)
  onTestFinished(() => {
    for (const socket of sockets.clients) socket.terminate()
  })
  return { url: await listen(server), first }
}

const connect = (url: URL, { tls = {}, timeoutMs = patienceMs } = {}) =>
  upgrade({ url, headers: { authorization: 'Bearer t' }, tls }, protocol, refusal, timeoutMs)

const all = async (messages: AsyncIterable<Buffer>) => {
  const found: string[] = []
  for await (const message of messages) found.push(message.toString())
  return found
}

describe('the WebSocket of exec', () => {
  it('gives whole messages until the server closes, and sends', async () => {
    const { url, first } = await serve()
    const connection = await connect(url)
    const server = await first
    const received = once(server, 'message')
    await connection.send(Buffer.from('hello'))
    expect(String((await received)[0])).toBe('hello')

    server.send('in ', { binary: true, fin: false })
    server.send('parts', { fin: true })
    server.send('as text', { binary: false })
    server.close(1000)

    expect(await all(connection.messages())).toEqual(['in parts', 'as text'])
    await expect(connection.send(Buffer.from('x'))).rejects.toThrow('the connection is closed')
  })

  it('ends with a connection that is cut', async () => {
    const { url, first } = await serve()
    const connection = await connect(url)
    ;(await first).terminate()
    expect(await all(connection.messages())).toEqual([])
  })

  it('lets the server wait while its messages are not read', async () => {
    const { url, first } = await serve()
    const connection = await connect(url)
    const server = await first
    const count = 64
    let sent = 0
    const sending = (async () => {
      for (let each = 0; each < count; each += 1) {
        await new Promise<void>((resolve, reject) => {
          server.send(Buffer.alloc(1_048_576), (error) => (error ? reject(error) : resolve()))
        })
        sent += 1
      }
      server.close(1000)
    })()
    // As much as the buffers of the two machines hold; then nothing moves.
    let before = -1
    await expect
      .poll(
        () => {
          const isStill = sent === before && sent > 0
          before = sent
          return isStill
        },
        { interval: 300, timeout: patienceMs },
      )
      .toBe(true)
    expect(sent).toBeLessThan(count / 2)

    let length = 0
    for await (const message of connection.messages()) length += message.length
    await sending
    expect(length).toBe(count * 1_048_576)
  })

  it('refuses a message above 16 MiB', async () => {
    const { url, first } = await serve()
    const connection = await connect(url)
    const server = await first
    const reading = connection.messages()
    server.send(Buffer.alloc(16 * 1_048_576))
    expect((await reading.next()).value).toHaveLength(16 * 1_048_576)
    server.send(Buffer.alloc(16 * 1_048_576 + 1))
    await expect(reading.next()).rejects.toThrow('WebSocket message too long')
  })

  it.each([
    ['another subprotocol', 'sec-websocket-protocol: v4.channel.k8s.io'],
    ['no subprotocol', 'x-nothing: here'],
  ])('says that the server does not support it: %s', async (_title, header) => {
    const server = createPlainServer()
    server.on('upgrade', (_request, socket) => {
      socket.on('error', () => {})
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\n${header}\r\n\r\n`,
      )
    })
    await expect(connect(await listen(server))).rejects.toThrow(
      'the server does not support v5.channel.k8s.io',
    )
  })

  it("tells a refusal in the server's words", async () => {
    const server = createPlainServer((_request, response) => response.end())
    server.on('upgrade', (_request, socket) => {
      const body = JSON.stringify({ message: 'container not running' })
      socket.end(`HTTP/1.1 400 No\r\nconnection: close\r\nretry-after: 2\r\n\r\n${body}`)
    })
    await expect(connect(await listen(server))).rejects.toMatchObject({
      name: 'KubernetesError',
      message: 'container not running',
      status: 400,
      retryAfterMs: 2000,
    })
  })

  it('gives up on a server that never answers, or never ends its refusal', async () => {
    const silent = createPlainServer()
    silent.on('upgrade', (_request, socket) => socket.on('error', () => {}))
    await expect(connect(await listen(silent), { timeoutMs: 300 })).rejects.toThrow(
      'request timed out',
    )
    const slow = createPlainServer()
    slow.on('upgrade', (_request, socket) => {
      socket.on('error', () => {})
      socket.write('HTTP/1.1 503 No\r\ncontent-length: 100\r\n\r\n{')
    })
    // Enough for the beginning of the answer.
    const timeoutMs = patienceMs / 60
    await expect(connect(await listen(slow), { timeoutMs })).rejects.toMatchObject({
      name: 'KubernetesError',
      status: 503,
    })
  })
})

describe.skipIf(!hasOpenssl)(`the WebSocket of exec over TLS${withoutOpenssl}`, () => {
  it('trusts the given CA only, and shows its certificate and token', async () => {
    const folder = temporary()
    const server = makePair(folder, 'cluster')
    const client = makePair(folder, 'assay')
    const read = (path: string) => readFileSync(path, 'utf8')
    const options = {
      cert: read(server.cert),
      key: read(server.key),
      ca: read(client.cert),
      requestCert: true,
    }
    const listening = createTlsServer(options)
    const shown: unknown[] = []
    listening.prependListener('upgrade', ({ socket, headers }) => {
      shown.push((socket as TLSSocket).getPeerCertificate().subject?.CN, headers.authorization)
    })
    const { url } = await serve(listening)
    const tls = { ca: read(server.cert), cert: read(client.cert), key: read(client.key) }

    const connection = await connect(url, { tls })
    connection.close()

    expect(shown).toEqual(['assay', 'Bearer t'])
    await expect(connect(url)).rejects.toThrow(/self-signed certificate/)
  })
})
