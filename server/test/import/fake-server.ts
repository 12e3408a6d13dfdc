import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export type Handler = (
  request: IncomingMessage & {
    path: string
    query: URLSearchParams
    input: Record<string, unknown>
  },
  response: ServerResponse,
) => unknown

/** A server that answers as the test says; what the handler returns is sent as JSON. */
export async function fakeServer(handler: Handler): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://x')
    asked.push(`${request.method} ${request.url}`)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const input = text === '' ? {} : JSON.parse(text)
    const known = Object.assign(request, { path: url.pathname, query: url.searchParams, input })
    // What it may ask itself may be lost on the way; who asked it asks again.
    const answer = await (async () => handler(known, response))().catch(() => {
      if (!response.headersSent) response.writeHead(502).end()
    })
    if (answer !== undefined)
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    else if (!response.headersSent) response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}
