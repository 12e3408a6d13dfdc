/** One wrong attribute of a request. */
export interface AttributeProblem {
  type: string
  name: string
  message: string
}

/** What the server refused, in its own words. */
export class ApiError extends Error {
  readonly status: number
  /** Machine-readable, such as `NotFoundError` or `RateLimitExceeded`. */
  readonly type: string
  /** Of `AttributeCheckingError`: every wrong attribute. */
  readonly errors: readonly AttributeProblem[]
  /** When the same call may succeed. */
  readonly retryAfterSeconds: number | undefined
  /** Under which the server logged the call. */
  readonly requestId: string | undefined

  constructor(response: Response, text: string) {
    const body = bodyOf(response.status, text)
    super(body.message)
    this.name = 'ApiError'
    this.status = response.status
    this.type = body.type
    this.errors = body.errors ?? []
    this.retryAfterSeconds = retryAfterSeconds(response.headers.get('retry-after'), Date.now())
    this.requestId = response.headers.get('x-request-id') ?? undefined
  }
}

/** No answer came. */
export class ConnectionError extends Error {
  /** False when the request certainly never reached the server. */
  readonly mayHaveHappened: boolean

  constructor(address: string, cause: unknown) {
    const mayHaveHappened = !isNeverSent(cause)
    const fate = mayHaveHappened ? '; the request may or may not have been processed' : ''
    super(`No response from ${address}: ${reasonOf(cause)}${fate}`, { cause })
    this.name = 'ConnectionError'
    this.mayHaveHappened = mayHaveHappened
  }
}

/** Waiting for the job timed out; the job continues. */
export class WaitTimeoutError extends Error {
  readonly jobId: string

  constructor(jobId: string, waitedMs: number) {
    super(`job ${jobId} did not finish within ${Math.round(waitedMs / 1000)} s; wait for it again`)
    this.name = 'WaitTimeoutError'
    this.jobId = jobId
  }
}

interface Body {
  type: string
  message: string
  errors?: AttributeProblem[]
}

/** A proxy in between may answer something that is not ours. */
function bodyOf(status: number, text: string): Body {
  try {
    const body = JSON.parse(text)
    if (typeof body?.type === 'string' && typeof body.message === 'string') return body
  } catch {}
  return { type: 'Unknown', message: `The server responded with status ${status}` }
}

/** A number of seconds or a date; proxies send either. */
export function retryAfterSeconds(header: string | null, now: number): number | undefined {
  if (!header) return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined
}

/** Node says why a connection failed; a browser does not, so there everything may have happened. */
const neverSent = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]

function isNeverSent(error: unknown): boolean {
  const { code, cause, errors } = (error ?? {}) as { code?: string; cause?: unknown; errors?: [] }
  if (code !== undefined && neverSent.includes(code)) return true
  // Of a name with several addresses: all of them refused.
  if (errors !== undefined && errors.length > 0) return errors.every(isNeverSent)
  return cause !== undefined && isNeverSent(cause)
}

function reasonOf(error: unknown): string {
  const { cause, code, message } = (error ?? {}) as {
    cause?: unknown
    code?: string
    message?: string
  }
  return cause === undefined ? message || code || String(error) : reasonOf(cause)
}
