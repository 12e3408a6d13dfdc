import { AsyncLocalStorage } from 'node:async_hooks'

/** On whose behalf something is done right now. */
export interface Requester {
  /** Whose share of the server it uses up; empty for the program itself. */
  readonly organization: string
  /** Aborted when the answer is not needed any more. */
  readonly signal: AbortSignal | undefined
}

const current = new AsyncLocalStorage<Requester>()

const theProgram: Requester = { organization: '', signal: undefined }

/**
 * All work, however deep and however late, is done for the requester. Long searches need to know it
 * to share the server fairly and to stop when the caller is gone; passing it through every function
 * down to the database driver would be forgotten somewhere.
 */
export const runFor = <T>(requester: Requester, work: () => T): T => current.run(requester, work)

export const currentRequester = (): Requester => current.getStore() ?? theProgram

/**
 * Calls a function later in the current context: for work that continues after a handler has
 * returned.
 */
export const keepRequester = (): (<T>(work: () => T) => T) => {
  const requester = current.getStore()
  return (work) => (requester ? current.run(requester, work) : work())
}
