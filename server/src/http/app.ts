import fastifyCookie from '@fastify/cookie'
import fastifyHelmet from '@fastify/helmet'
import fastifyMultipart from '@fastify/multipart'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { AppError, badRequest } from '../domain/errors.ts'
import { sendError } from './errors.ts'
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
    frameworkErrors: sendError,
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
  await app.register(fastifyMultipart, { throwFileSizeLimit: true })
  await app.register(fastifyHelmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // A host name may carry other services, on sub-domains and without TLS: not ours to decide.
    strictTransportSecurity: { includeSubDomains: false },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
  })
  logRequests(app)
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
        path: pathOf(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        address: request.ip,
      },
      'request',
    )
  })
}

const pathOf = (url: string) => url.split('?', 1)[0]
