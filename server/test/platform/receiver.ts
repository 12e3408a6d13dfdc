import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Received {
  headers: IncomingHttpHeaders
  body: string
}

/** A server that takes messages; each is answered with the next status, then with 200. */
export async function makeReceiver(statuses: number[] = []) {
  const received: Received[] = []
  const waiting = new Set<() => void>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    response.statusCode = statuses.shift() ?? 200
    if (response.statusCode === 302)
      response.setHeader('location', `http://${request.headers.host}/other`)
    response.end()
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
    for (const look of waiting) look()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    /** Resolves when so many messages have come. */
    until: (count: number) =>
      new Promise<Received[]>((resolve) => {
        const look = () => {
          if (received.length < count) return
          waiting.delete(look)
          resolve([...received])
        }
        waiting.add(look)
        look()
      }),
  }
}

/** A server that takes a message and never answers. */
export async function makeSilentReceiver() {
  const { promise: asked, resolve } = Promise.withResolvers<void>()
  const server = createServer(() => resolve())
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, asked }
}
