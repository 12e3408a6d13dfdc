import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

const heads = new WeakSet<IncomingMessage>()

/** Before the route is looked up: a HEAD takes the route of its GET, which spares a second table. */
export function routeHeadAsGet(request: IncomingMessage): string {
  if (request.method === 'HEAD') {
    heads.add(request)
    request.method = 'GET'
  }
  return request.url ?? '/'
}

/** Behind the route it is a HEAD again, for the handlers and for the log. */
export function restoreHead(request: IncomingMessage): void {
  if (heads.has(request)) request.method = 'HEAD'
}

/** The answer to a HEAD: the length of what a GET would have got, if it is known, and nothing of it. */
export function withoutBody(reply: FastifyReply, payload: unknown): null {
  if (payload instanceof Readable) payload.destroy()
  if (typeof payload === 'string' || Buffer.isBuffer(payload))
    reply.header('content-length', Buffer.byteLength(payload))
  return null
}
