import type { Socket } from 'node:net'
import fastifyCookie from '@fastify/cookie'
import fastifyMultipart from '@fastify/multipart'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { AppError, badRequest } from '../domain/errors.ts'
import { refuseConnection, sendEarlyError, sendError } from './errors.ts'
import { type ParsedBody, textFields } from './fields.ts'
import { parseJson } from './json.ts'

export interface AppOptions {
  log: FastifyBaseLogger
  bodyLimitBytes: number
  trustProxy: readonly string[]
}

/** A Fastify that speaks our dialect of errors and input forms, and has no routes yet. */
export async function makeHttpApp(options: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: options.bodyLimitBytes,
    trustProxy: options.trustProxy.length > 0 ? [...options.trustProxy] : false,
    // A request that arrives while we stop is answered, not refused: nobody is cut off.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // Slow senders hold a connection, nothing more; and not for ever.
    requestTimeout: 300_000,
    routerOptions: { maxParamLength: 512, ignoreTrailingSlash: true },
    // Input is read and checked from the contract, see `route.ts`.
    exposeHeadRoutes: true,
    genReqId: () => crypto.randomUUID(),
    frameworkErrors: sendEarlyError,
    clientErrorHandler: refuseConnection,
  })
  app.setErrorHandler(sendError)
  app.setNotFoundHandler((request, reply) =>
    sendError(
      new AppError('NotFound', `No call ${request.method} ${pathOf(request.url)}; see /api/docs`),
      request,
      reply,
    ),
  )
  await app.register(fastifyCookie)
  readBodies(app, options.bodyLimitBytes)
  await app.register(fastifyMultipart, { throwFileSizeLimit: false })
  protect(app)
  logRequests(app)
  hangUpWhenStopping(app)
  return app
}

/** Bodies are only taken apart here; what they mean is decided by the endpoint's schema. */
function readBodies(app: FastifyInstance, bodyLimit: number): void {
  const read = (types: string[] | '*', parse: (text: string) => ParsedBody | undefined) =>
    app.addContentTypeParser<Buffer>(
      types as string[],
      { parseAs: 'buffer', bodyLimit },
      async (_request: unknown, body: Buffer) => parse(decode(body)),
    )
  app.removeAllContentTypeParsers()
  read(['application/json', 'text/json'], (text) =>
    text.trim() === '' ? undefined : { form: 'json', value: parseJson(text) },
  )
  read(['application/x-www-form-urlencoded'], (text) => ({
    form: 'text',
    fields: textFields(text, 'form'),
  }))
  // Whatever else is sent is no input, as clients of today's systems expect.
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, async () => undefined)
}

function decode(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw badRequest('The body is not valid UTF-8')
  }
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

function protect(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders)
    // Only where TLS is in use, and not for sub-domains: they may carry other services.
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000')
  })
}

/** One line a request, without query string: values may be secrets. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    reply.header('Request-Time', Math.round(reply.elapsedTime))
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'no-store')
  })
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        path: loggedPath(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        address: request.ip,
      },
      'request',
    )
  })
}

/**
 * A connection that rests would keep a stop waiting: each answer is the last one on its connection,
 * and one on which nothing ever came, as browsers open them in advance, is closed. Node closes only
 * those that rest between two requests.
 */
function hangUpWhenStopping(app: FastifyInstance): void {
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
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping) reply.header('connection', 'close')
  })
}

/** A token in the path is a secret too: then the form of the path is logged instead of it. */
function loggedPath({ url, routeOptions }: FastifyRequest) {
  const form = routeOptions.url
  return form?.includes(':token') ? form : pathOf(url)
}

const pathOf = (url: string) => url.split('?', 1)[0]
