import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { atEnd } from '../lifetime.ts'

export interface StubAnswer {
  status?: number
  /** An object is sent as JSON, a text as it is. */
  body?: unknown
  headers?: Record<string, string>
}

type Handler = (request: {
  body: string
  headers: IncomingMessage['headers']
}) => StubAnswer | Promise<StubAnswer>

export interface StubEngine {
  readonly url: string
  /** `POST /api/responder/:id/run` and the like; a later one replaces an earlier. */
  on(call: string, handler: Handler): void
  /** Calls as they came: method, path and body. */
  readonly calls: { call: string; body: string; authorization: string | undefined }[]
  stop(): Promise<void>
}

/** A third-party engine server: gives the answers that a test wants, and nothing more. */
export async function startStubEngine(): Promise<StubEngine> {
  const handlers = new Map<string, Handler>()
  const calls: StubEngine['calls'] = []
  const server = createServer((request, response) => void answer(request, response))

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString('latin1')
    const path = (request.url ?? '').split('?')[0] ?? ''
    const call = `${request.method} ${request.url}`
    calls.push({ call, body, authorization: request.headers.authorization })
    const name = [...handlers.keys()].find((key) => matches(key, `${request.method} ${path}`))
    const handler = name === undefined ? undefined : handlers.get(name)
    const answered = (await handler?.({ body, headers: request.headers })) ?? { status: 404 }
    const { status = 200, body: sent = {}, headers = {} } = answered
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof sent === 'string' ? sent : JSON.stringify(sent))
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  atEnd(stop)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    on(call, handler) {
      handlers.delete(call)
      handlers.set(call, handler)
    },
    stop,
  }
}

const matches = (pattern: string, call: string) =>
  new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`).test(call)

/** The smallest worker and job that an engine of today answers. */
export const stubWorker = (more: object = {}) => ({
  id: 'r1',
  name: 'Stub',
  version: '1.0',
  description: 'Does nothing',
  dataTypeList: ['thehive:case_artifact', 'thehive:alert', 'thehive:case'],
  ...more,
})

export const stubJob = (more: object = {}) => ({
  id: 'j1',
  workerId: 'r1',
  workerName: 'Stub',
  workerDefinitionId: 'Stub_1_0',
  date: 1,
  status: 'Waiting',
  organization: 'theirs',
  dataType: 'thehive:case_artifact',
  type: 'responder',
  report: 'Waiting',
  ...more,
})

/** Settings with these engine servers. */
export const enginesSetting = (engines: object[]) => ({
  ASSAY_PLATFORM_ENGINES: JSON.stringify(engines),
})
