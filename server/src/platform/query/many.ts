import { contract, type Input, maxRowsAtOnce, type Output, type QueryResult } from '@assay/contract'
import type { Caller } from '../../domain/caller.ts'
import { AppError, badRequest, errorStatus } from '../../domain/errors.ts'
import { parseSteps } from '../../domain/response/query-steps.ts'
import { collected } from '../../domain/rows.ts'
import type { Route } from '../../http/route.ts'
import type { PlatformDeps } from '../deps.ts'
import { runQuery } from './run.ts'

type Many = typeof contract.runQueries

/** What a screen asks in one moment, in one request. */
export const manyQueriesRoute = (route: Route, deps: PlatformDeps): void =>
  route(contract.runQueries, async ({ caller, input }): Promise<Output<Many>> => {
    const results: QueryResult[] = []
    // One after the other: together they would take all connections to the database.
    for (const one of input.queries) results.push(await resultOf(deps, caller, one))
    return results
  })

async function resultOf(
  deps: PlatformDeps,
  caller: Caller,
  { version: wanted, query }: Input<Many>['queries'][number],
): Promise<QueryResult> {
  const version = wanted === 0 ? 0 : 1
  try {
    const { page, counted } = parseSteps(query, version)
    // guard: server/test/platform/many-queries.test.ts
    if (!counted && (page === undefined || page.limit > maxRowsAtOnce))
      throw badRequest(
        `A query among several must count or end with a page of at most ${maxRowsAtOnce} rows. Send it alone`,
      )
    const { body, total } = await runQuery(deps, caller, version, query)
    if (typeof body === 'number') return { count: body }
    return { rows: await collected(body), ...(total !== undefined && { total }) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { error: { status: errorStatus[error.type], type: error.type, message: error.message } }
  }
}
