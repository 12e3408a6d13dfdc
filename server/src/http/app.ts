import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import fastifyCookie from '@fastify/cookie'
import fastifyMultipart from '@fastify/multipart'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { AppError } from '../domain/errors.ts'
import { requestSeconds } from '../process/metrics.ts'
import {
  beginSpan,
  endSpan,
  inSpan,
  isTracing,
  readTraceparent,
  spanKinds,
} from '../process/tracing.ts'
import { readBodies } from './body.ts'
import { compress } from './compress.ts'
import { refuseConnection, sendEarlyError, sendError } from './errors.ts'
import { restoreHead, routeHeadAsGet, withoutBody } from './head.ts'
import { proxyNotice } from './proxy.ts'
import { isProbePath, pathOf, requestLog } from './request-log.ts'
import type { HttpApp } from './route.ts'
import { isSecure } from './session-cookie.ts'

export interface AppOptions {
  log: FastifyBaseLogger
  bodyLimitBytes: number
  trustProxy: readonly string[]
  publicUrl: string | undefined
  /** A caller who takes nothing of an answer for this long is gone, or does harm. */
  stallMs: number
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Reading of a clock that never goes back. */
    startedAt: number
    span: ReturnType<typeof beginSpan>
  }
}

/** A Fastify that speaks our dialect of errors and input forms, and has no routes yet. */
export async function makeHttpApp(options: AppOptions): Promise<HttpApp> {
  const app = Fastify({
    // Requests get ours, see `protect`: a child of it for each would cost more than it is used.
    logger: false,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: options.bodyLimitBytes,
    trustProxy: options.trustProxy.length > 0 ? [...options.trustProxy] : false,
    // A request that arrives while we stop is answered, not refused: no call is cut off.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // Slow senders hold only a connection, and not forever.
    requestTimeout: 300_000,
    routerOptions: { maxParamLength: 512, ignoreTrailingSlash: true },
    exposeHeadRoutes: false,
    rewriteUrl: routeHeadAsGet,
    genReqId: requestId,
    frameworkErrors: sendEarlyError,
    clientErrorHandler: refuseConnection,
  })
  app.setErrorHandler(sendError)
  app.setNotFoundHandler((request, reply) => sendError(unknownCall(request), request, reply))
  // Cookies are read on demand, see `session-cookie.ts`.
  await app.register(fastifyCookie, { hook: false })
  readBodies(app)
  const isStopping = closeWhenStopping(app)
  protect(app, options)
  finish(app, options, isStopping)
  // Before its body is read: an unknown path costs nothing.
  app.addHook('onRequest', async (request) => {
    if (request.is404) throw unknownCall(request)
  })
  let bodies: FastifyInstance = app
  await app.register((scope, _options, done) => {
    scope.register(fastifyMultipart, { throwFileSizeLimit: false })
    bodies = scope
    done()
  })
  return { http: app, bodies }
}

const unknownCall = ({ method, url }: FastifyRequest) =>
  new AppError('NotFound', `Unknown endpoint: ${method} ${pathOf(url)}; see /api/docs`)

/** That of the caller, who can then find it in our log; it must be nothing but an id. */
function requestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && /^[\w.:-]{1,64}$/.test(given) ? given : crypto.randomUUID()
}

/** The page runs its own files only, in no frame; nothing it shows may load or execute anything. */
const securityHeaders = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

function protect(app: FastifyInstance, { log, publicUrl }: AppOptions): void {
  const noticeProxy = proxyNotice(log)
  app.decorateRequest('startedAt', 0)
  app.decorateRequest('span', undefined)
  app.addHook('onRequest', (request, reply, done) => {
    request.startedAt = performance.now()
    restoreHead(request.raw)
    request.log = log
    reply.log = log
    noticeProxy(request)
    // Asked once, a socket knows it also when the caller has hung up.
    void request.socket.remoteAddress
    reply.headers(securityHeaders)
    reply.header('x-request-id', request.id)
    // Only where TLS is in use, and not for subdomains: they may host other services.
    if (isSecure(request, publicUrl)) reply.header('strict-transport-security', 'max-age=31536000')
    if (!isTracing() || isProbePath(request)) return done()
    const parent = readTraceparent(request.headers.traceparent)
    const span = beginSpan(request.method, parent, spanKinds.server)
    request.span = span
    inSpan(span, done)
  })
}

/** What every answer gets when its content is known, and the line in the log. */
function finish(
  app: FastifyInstance,
  { log, stallMs }: AppOptions,
  isStopping: () => boolean,
): void {
  const logRequest = requestLog(log)
  const logAnswer = (request: FastifyRequest, reply: FastifyReply, ms: number) => {
    logRequest(request, reply, ms)
    endRequestSpan(request, reply)
    if (!isEvents(reply)) requestSeconds.observe(seriesOf(request, reply), ms / 1000)
  }
  const end = (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    const ms = performance.now() - request.startedAt
    reply.header('request-time', Math.round(ms))
    if (isStopping()) reply.header('connection', 'close')
    if (mayWait(payload) && !isEvents(reply)) endWhenStalled(reply, stallMs)
    if (isWhole(payload)) logAnswer(request, reply, ms)
    else
      reply.raw.once('close', () =>
        logAnswer(request, reply, performance.now() - request.startedAt),
      )
    return request.method === 'HEAD' ? withoutBody(reply, payload) : payload
  }
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'no-store')
    const packed = compress(request, reply, payload)
    if (!(packed instanceof Promise)) return done(null, end(request, reply, packed))
    void packed.then((bytes) => done(null, end(request, reply, bytes)), done)
  })
}

function endRequestSpan(request: FastifyRequest, { statusCode }: FastifyReply): void {
  if (!request.span) return
  const route = request.routeOptions.url ?? 'unknown'
  const attributes = {
    'http.request.method': request.method,
    'http.route': route,
    'http.response.status_code': statusCode,
    'assay.request.id': request.id,
  }
  const failed = statusCode >= 500 ? String(statusCode) : undefined
  endSpan(request.span, attributes, failed, `${request.method} ${route}`)
}

/** By the path template: the values that callers put into it are unbounded. */
const seriesOf = (request: FastifyRequest, reply: FastifyReply) => [
  request.method,
  request.routeOptions.url ?? 'unknown',
  String(reply.statusCode),
]

/** Less than this lies in the buffers of the operating system, not in our memory. */
const smallAnswer = 65_536

const mayWait = (payload: unknown) =>
  !isWhole(payload) ||
  ((typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length > smallAnswer)

/** They say nothing for as long as nothing happens, and look after slow readers themselves. */
const isEvents = (reply: FastifyReply) =>
  String(reply.getHeader('content-type')).startsWith('text/event-stream')

/** What is written and not taken counts as nothing. */
function endWhenStalled({ raw }: FastifyReply, stallMs: number): void {
  raw.setTimeout(stallMs, () => raw.destroy())
}

/** A stream continues after this; text and bytes are handed to the socket at once. */
const isWhole = (payload: unknown) =>
  payload === undefined ||
  payload === null ||
  typeof payload === 'string' ||
  Buffer.isBuffer(payload)

/**
 * A connection that rests would keep a stop waiting: each answer is the last one on its connection,
 * and one on which nothing ever came, as browsers open them in advance, is closed. Node closes only
 * those that rest between two requests.
 */
function closeWhenStopping(app: FastifyInstance): () => boolean {
  const sockets = new Set<Socket>()
  let isStopping = false
  app.server.on('connection', (socket: Socket) => {
    if (isStopping) return socket.destroy()
    sockets.add(socket)
    return socket.once('close', () => sockets.delete(socket))
  })
  app.addHook('preClose', async () => {
    isStopping = true
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  })
  return () => isStopping
}
