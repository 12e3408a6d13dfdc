import { ApiError } from '@assay/contract'
import { text } from './texts/index.ts'

/** What went wrong with a form, in the words the reader sees. */
export interface Problem {
  message: string
  /** Messages by name of the field they belong to. */
  fields: Readonly<Record<string, string>>
  status?: number
  /** Epoch milliseconds before which trying again is pointless. */
  waitUntil?: number
}

/** Too many attempts, or a used-up quota, and how long the server asks to wait. */
export class ThrottledError extends ApiError {
  readonly waitSeconds: number | undefined

  constructor(message: string, waitSeconds: number | undefined) {
    super(429, { type: 'RateLimitExceeded', message })
    this.waitSeconds = waitSeconds
  }
}

/** A refusal that the page itself words. */
export class Refusal extends Error {
  readonly fields: Problem['fields']

  constructor(message: string, fields: Problem['fields'] = {}) {
    super(message)
    this.fields = fields
  }
}

/** `known` are the fields of the form; what the server says about others goes in the message. */
export function problemOf(error: unknown, known: readonly string[] = []): Problem {
  if (error instanceof Refusal) return { message: error.message, fields: error.fields }
  if (error instanceof ThrottledError) {
    return {
      message: error.message || text('error.throttled'),
      fields: {},
      status: error.status,
      ...(error.waitSeconds ? { waitUntil: Date.now() + error.waitSeconds * 1000 } : {}),
    }
  }
  if (error instanceof ApiError) return apiProblem(error, known)
  return { message: text('error.unreachable'), fields: {} }
}

function apiProblem(error: ApiError, known: readonly string[]): Problem {
  const fields: Record<string, string> = {}
  const others: string[] = []
  for (const { name, message } of error.body.errors ?? []) {
    // The server may name the table before the field: `user.login`.
    const field = name.slice(name.lastIndexOf('.') + 1)
    if (known.includes(field)) fields[field] ??= message
    else others.push(message)
  }
  const marked = Object.keys(fields).length > 0
  const message = marked ? [text('error.fields'), ...others].join(' ') : error.body.message
  return { message: message || text('error.unknown'), fields, status: error.status }
}

export const isForbidden = (error: unknown) => error instanceof ApiError && error.status === 403
export const isUnauthorized = (error: unknown) => error instanceof ApiError && error.status === 401
