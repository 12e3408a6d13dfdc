import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface StubRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export interface StubAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

/** A server on the loopback for tests; 'silence' never responds. */
export async function startHttpStub(answer: (request: StubRequest) => StubAnswer | 'silence') {
  const requests: StubRequest[] = []
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const request = {
      method: incoming.method ?? '',
      url: incoming.url ?? '',
      headers: incoming.headers,
      body: Buffer.concat(chunks).toString(),
    }
    requests.push(request)
    const reply = answer(request)
    if (reply === 'silence') return
    response.writeHead(reply.status ?? 200, reply.headers).end(reply.body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: requests as readonly StubRequest[],
    stop() {
      server.closeAllConnections()
      return new Promise<void>((done) => server.close(() => done()))
    },
  }
}
