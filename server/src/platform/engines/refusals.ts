import { AppError, badRequest, notFound } from '../../domain/errors.ts'
import { EngineFailure } from './calls.ts'

/**
 * What the caller gets when an engine does not take a job. Never a 5xx: clients of today's
 * platform repeat a POST on those, and the same responder would run several times.
 */
export function asRefusal(engine: string, what: string, id: string, error: unknown): AppError {
  if (!(error instanceof EngineFailure)) throw error
  const said = error.said ?? error.message
  if (error.status === 404) return notFound(what, id)
  if (error.status === 400) return badRequest(`The engine ${engine} rejected the request: ${said}`)
  if (error.status === 429)
    return new AppError('RateLimitExceeded', `The engine ${engine} rejected the request: ${said}`)
  if (error.status === 401 || error.status === 403)
    return new AppError(
      'EngineError',
      `The engine ${engine} rejected the credentials in platform.engines`,
    )
  // Without an answer nobody knows whether the job runs, and the words must not claim either.
  const verdict =
    error.status === undefined ? 'returned no usable response' : 'did not accept the job'
  return new AppError('EngineError', `The engine ${engine} ${verdict}: ${error.message}`)
}

export const engineNotFound = (namespace: 'engine' | 'cortex', name: string) =>
  notFound(namespace === 'engine' ? 'Engine' : 'Cortex', name)
