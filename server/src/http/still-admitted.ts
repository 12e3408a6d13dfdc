import type { FastifyRequest } from 'fastify'
import { type AccessChange, isConcerned } from '../domain/caller.ts'
import type { AppError } from '../domain/errors.ts'

/** Tells when a user was locked, or lost a role, a key or a session, in any process. */
export interface AccessWatch {
  /** How many changes there were so far. */
  readonly version: number
  onChange(listener: (change: AccessChange) => void): () => void
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Version of `AccessWatch` before the caller was looked up. */
    accessVersion: number
    /** Why an admitted, ongoing call may not be answered any more. */
    revoked: AppError | undefined
    /** Settles when the caller was looked at again; until then nothing more is sent. */
    looking: Promise<void> | undefined
  }
}

/**
 * For an ongoing call: checks the caller again as soon as their rights may have changed, and calls
 * `onRevoked` once when they would not be admitted any more. Returns a function that ends it.
 */
export function watchAdmission(
  request: FastifyRequest,
  access: AccessWatch,
  problem: () => Promise<AppError | undefined>,
  onRevoked: (why: AppError) => void,
): () => void {
  let isOver = false
  const look = () => {
    const looking = lookAfter(request.looking).finally(() => {
      if (request.looking === looking) request.looking = undefined
    })
    request.looking = looking
  }
  const lookAfter = async (former: Promise<void> | undefined) => {
    await former
    // A database that does not respond right now revokes nothing.
    const why = await problem().catch(() => undefined)
    if (!why || isOver) return
    stop()
    onRevoked(why)
  }
  const stopListening = access.onChange((change) => {
    // guard: admission.test.ts
    if (request.caller && isConcerned(change, request.caller)) look()
  })
  const stop = () => {
    isOver = true
    stopListening()
  }
  // Something changed between the look at the caller and this line.
  if (access.version !== request.accessVersion) look()
  return stop
}
