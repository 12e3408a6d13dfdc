import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import {
  AppError,
  AttributeCheckingError,
  badRequest,
  errorStatus,
  SecondFactorRequired,
} from '../domain/errors.ts'
import { type StorageTrouble, storageTrouble } from '../domain/storage-trouble.ts'

/** The only place where an error becomes an answer. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  readRest(request)
  // If the caller was locked out since, that is the reason, whatever failed because of it.
  const known = request.revoked ?? asAppError(error, request)
  if (!known) {
    // Everything for the log, nothing for the caller: the request id ties the two together.
    request.log.error({ reqId: request.id, err: error }, 'request failed')
    reply
      .code(500)
      .type('application/json; charset=utf-8')
      .send({
        type: 'InternalError',
        message: `Internal error. See the server log for request ${request.id}`,
      })
    return
  }
  if (known.retryAfterSeconds !== undefined) reply.header('retry-after', known.retryAfterSeconds)
  reply.code(statusOf(known, error)).type('application/json; charset=utf-8').send(errorBody(known))
}

/**
 * An upload that failed in the middle: the rest of it is read and discarded. Otherwise the caller's
 * next request on this connection would wait behind it.
 */
function readRest({ raw }: FastifyRequest): void {
  if (raw.complete || raw.destroyed) return
  raw.unpipe()
  raw.resume()
}

/** Errors before any route, such as an address that cannot be decoded: no hook runs for them. */
export function sendEarlyError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({
    'Request-Time': Math.round(reply.elapsedTime),
    'x-request-id': request.id,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  sendError(namedError(error), request, reply)
}

/** Fastify quotes the whole address with its query string, which may hold a secret. */
function namedError(error: Error & { code?: string }): Error {
  if (error.code === 'FST_ERR_BAD_URL') return badRequest('Invalid percent-encoding in the URL')
  if (error.code === 'FST_ERR_MAX_PARAM_LENGTH') return badRequest('URL too long')
  return error
}

/**
 * Not HTTP, so there is no request and no reply. Its bytes are not logged: they may be credentials.
 */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, message] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'Request header too large']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'Request timed out before it was complete']
        : ['400 Bad Request', 'Invalid HTTP request']
  const type = status.startsWith('400') ? 'BadRequest' : 'Unknown'
  const body = JSON.stringify({ type, message })
  if (socket.writable)
    socket.write(
      `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    )
  socket.destroySoon()
}

export const errorBody = (error: AppError) => ({
  ...(error instanceof AttributeCheckingError ? { tableName: error.tableName } : {}),
  type: error.type,
  message: error.message,
  ...(error instanceof AttributeCheckingError ? { errors: error.errors } : {}),
  ...(error instanceof SecondFactorRequired ? { secondFactor: error.secondFactor } : {}),
})

const statusOf = (known: AppError, error: unknown) =>
  known.type === 'Unknown' ? (clientStatus(error) ?? 413) : errorStatus[known.type]

/** Refusals of Fastify and its plugins have a 4xx status; whatever else they throw is a bug. */
function asAppError(error: unknown, request: FastifyRequest): AppError | undefined {
  if (error instanceof AppError) return error
  const shortage = shortageOf(storageTrouble(error))
  if (shortage) {
    // The database logs an outage once; these are for whoever looks after the disk.
    request.log.error({ reqId: request.id, err: error }, 'failed to store a request')
    return shortage
  }
  const status = clientStatus(error)
  if (status === undefined) return undefined
  const { message } = error as FastifyError
  if (status === 413) {
    const limit = request.routeOptions?.bodyLimit
    return new AppError('Unknown', `Request Entity Too Large: the limit is ${limit} bytes`)
  }
  if (status === 415) return new AppError('Unknown', message)
  if (status === 404) return new AppError('NotFound', message)
  return badRequest(message)
}

/** Not the caller's fault, and temporary, or until the operator makes room. */
function shortageOf(trouble: StorageTrouble | undefined): AppError | undefined {
  switch (trouble) {
    case 'diskFull':
      return new AppError(
        'InsufficientStorage',
        'The server is out of disk space. Once its operator has freed some, repeat the request',
        { retryAfterSeconds: 60 },
      )
    case 'databaseFull':
      return new AppError(
        'ServiceUnavailable',
        'The database is out of disk space. Once its operator has freed some, repeat the request',
        { retryAfterSeconds: 60 },
      )
    case 'busy':
      return new AppError('ServiceUnavailable', 'The database is busy. Retry in a few seconds', {
        retryAfterSeconds: 2,
      })
    case 'unavailable':
    case 'data':
    case undefined:
      return undefined
  }
}

function clientStatus(error: unknown): number | undefined {
  const status = (error as Partial<FastifyError> | undefined)?.statusCode
  return status !== undefined && status >= 400 && status < 500 ? status : undefined
}
