import { ApiError } from '@assay/contract'

export interface Refusal {
  status: number
  type: string
  message: string
}

/** The server's refusal. A call that is not refused fails the test. */
export async function refusalOf(call: Promise<unknown>): Promise<Refusal> {
  const outcome = await call.catch((error: unknown) => error)
  if (!(outcome instanceof ApiError))
    throw new Error(`expected a refusal, got ${JSON.stringify(outcome) ?? String(outcome)}`)
  return { status: outcome.status, type: outcome.body.type, message: outcome.body.message }
}

export const badRequest = (message: string) => ({ status: 400, type: 'BadRequest', message })
export const conflict = (message: string) => ({ status: 400, type: 'ConflictError', message })
export const forbidden = (message: string) => ({ status: 403, type: 'AuthorizationError', message })
export const notFound = (message: string) => ({ status: 404, type: 'NotFoundError', message })
