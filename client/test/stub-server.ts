import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Arrived {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

type Answer = (response: ServerResponse, request: Arrived) => void

/** A server on loopback that gives these answers in turn, the last one again and again. */
export async function stubServer(...answers: Answer[]) {
  const arrived: Arrived[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = '', url = '', headers } = request
    const each = { method, url, headers, body: Buffer.concat(chunks).toString() }
    arrived.push(each)
    answers[Math.min(arrived.length, answers.length) - 1]?.(response, each)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, arrived }
}

export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body))

export const refusal = (status: number, type: string, headers?: Record<string, string>): Answer =>
  json({ type, message: `this is ${type}` }, status, headers)

/** The connection breaks without an answer. */
export const broken: Answer = (response) => void response.socket?.destroy()

/** Server-sent events in these pieces; then the connection ends, unless it is kept. */
export const streamed =
  (pieces: (string | Uint8Array)[], isKept = false): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const piece of pieces) response.write(piece)
    if (!isKept) response.end()
  }

/** Nothing listens there: a port that was free a moment ago. */
export async function closedAddress(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}`
}
