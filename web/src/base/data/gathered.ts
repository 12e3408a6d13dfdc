import { ApiError, type QueryResult } from '@assay/contract'
import { api } from '../api.ts'
import type { Step } from './steps.ts'

interface Asked {
  readonly version: 0 | 1
  readonly query: readonly Step[]
  readonly resolve: (result: QueryResult) => void
  readonly reject: (error: unknown) => void
}

/** As many as the server takes at once; the contract has the number, and its schemas are not loaded here. */
const atOnce = 30
/** The panels of a screen appear together: what they ask within this is one request. */
const gatherMs = 15

let waiting: Asked[] = []

/**
 * The answer to one query, asked together with the others of this moment. It cannot be canceled: the others still
 * want theirs, and a panel that is drawn anew while it is on its way would ask a second time.
 */
export function gathered(query: readonly Step[], version: 0 | 1): Promise<QueryResult> {
  return new Promise((resolve, reject) => {
    if (waiting.length === 0) setTimeout(send, gatherMs)
    waiting.push({ version, query, resolve, reject })
  })
}

function send(): void {
  const all = waiting
  waiting = []
  for (let at = 0; at < all.length; at += atOnce) void sendSome(all.slice(at, at + atOnce))
}

async function sendSome(some: readonly Asked[]): Promise<void> {
  try {
    const queries = some.map(({ version, query }) => ({
      ...(version === 0 && { version }),
      query,
    }))
    const results = await api.runQueries({ queries })
    for (const [index, { resolve, reject }] of some.entries()) {
      const result = results[index] ?? {}
      if (result.error) {
        const { status, ...body } = result.error
        reject(new ApiError(status, body))
      } else resolve(result)
    }
  } catch (error) {
    for (const { reject } of some) reject(error)
  }
}
