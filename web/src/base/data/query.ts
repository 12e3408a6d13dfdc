import { contract, createClient } from '@assay/contract'
import { api, fetchInSession } from '../api.ts'
import { basePath } from '../routing/base.ts'
import { gathered } from './gathered.ts'
import type { Step } from './steps.ts'

export interface QueryOptions {
  /** Version 0 spells types as `AlertV0` …, version 1 as `AlertV1` …. */
  version?: 0 | 1
  /** Stands in the address and changes nothing; it says in logs what a query is for. */
  name?: string
  /**
   * Asked in one request with what else is asked in this moment. For the panels of a screen, not for its main
   * list: an answer comes when all are there.
   */
  together?: boolean
  /** Not of what is asked together. */
  signal?: AbortSignal
}

export interface Found<Row> {
  rows: Row[]
  /** All that match, also those beyond the page. */
  total: number
}

/**
 * Queries return JSON of any shape; read as lists they also have the total, which is in a header.
 */
const lists = createClient(
  {
    0: { ...contract.queryV0, answer: 'list' as const },
    1: { ...contract.queryV1, answer: 'list' as const },
  },
  { baseUrl: basePath, fetch: fetchInSession },
)

const callOf = ({ name, signal }: QueryOptions) => ({
  ...(name ? { query: { name } } : {}),
  ...(signal ? { signal } : {}),
})

/** What the steps yield. Who names the row answers for it: the server decides by the last step. */
export async function runQuery<Row>(
  steps: readonly Step[],
  options: QueryOptions = {},
): Promise<Found<Row>> {
  if (options.together) {
    const { rows = [], total = 0 } = await gathered(steps, options.version ?? 1)
    return { rows: rows as Row[], total: Math.max(total, rows.length) }
  }
  const answer = await lists[options.version ?? 1]({ query: steps }, callOf(options))
  const rows = answer.rows as unknown as Row[]
  // Without a page nothing is beyond it, and no total is sent.
  return { rows, total: Math.max(answer.total, rows.length) }
}

interface CountOptions extends Pick<QueryOptions, 'version' | 'signal'> {
  /** What takes long would hold up the others. */
  alone?: boolean
}

/** How many there are; `count` is added at the end. Asked with what else is asked in this moment. */
export async function countQuery(
  steps: readonly Step[],
  { version = 1, signal, alone }: CountOptions = {},
): Promise<number> {
  const query = [...steps, { _name: 'count' }]
  if (!alone) return (await gathered(query, version)).count ?? 0
  const ask = version === 0 ? api.queryV0 : api.queryV1
  return (await ask({ query }, signal ? { signal } : {})) as number
}
