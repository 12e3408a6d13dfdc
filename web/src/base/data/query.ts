import { contract, createClient } from '@assay/contract'
import { api, fetchInSession } from '../api.ts'
import { basePath } from '../routing/base.ts'
import type { Step } from './steps.ts'

export interface QueryOptions {
  /** Version 0 spells types as `AlertV0` …, version 1 as `AlertV1` …. */
  version?: 0 | 1
  /** Stands in the address and changes nothing; it says in logs what a query is for. */
  name?: string
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
  const answer = await lists[options.version ?? 1]({ query: steps }, callOf(options))
  const rows = answer.rows as unknown as Row[]
  // Without a page nothing is beyond it, and no total is sent.
  return { rows, total: Math.max(answer.total, rows.length) }
}

/** How many there are; `count` is added at the end. */
export async function countQuery(
  steps: readonly Step[],
  options: QueryOptions = {},
): Promise<number> {
  const ask = options.version === 0 ? api.queryV0 : api.queryV1
  return (await ask({ query: [...steps, { _name: 'count' }] }, callOf(options))) as number
}
