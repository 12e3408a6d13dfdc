import type { ListInput } from '@assay/contract'
import type { Expression, SqlBool } from 'kysely'
import type { Caller } from '../../domain/caller.ts'
import { badRequest } from '../../domain/errors.ts'
import { parseRange, parseSort } from '../../domain/page.ts'
import type { Entity, Version } from '../../domain/response/query-entities.ts'
import type { Batches, Rows } from '../../domain/rows.ts'
import { every } from '../../storage/search/conditions.ts'
import { fewRows, sizeOf } from '../../storage/search/totals.ts'
import type { PlatformDeps } from '../deps.ts'
import { filtered, type QueryScope, visible } from './conditions.ts'
import { renderBatches } from './render.ts'
import { checkedSort, readEntities, scopeOf } from './run.ts'

export interface ListCall {
  readonly caller: Caller
  readonly input: ListInput & { nstats?: boolean; nparent?: number }
}

interface ListOptions {
  /** Further conditions, in addition to the organization and the query. */
  readonly where?: (scope: QueryScope) => Expression<SqlBool>
  /** Everything, when no range is given: what an organization keeps fits one page. */
  readonly allByDefault?: boolean
}

/** The search envelope of version 0: `query`, `range`, `sort`, `nstats`, `nparent`. */
export async function listRows<V>(
  deps: PlatformDeps,
  version: Version,
  entity: Entity,
  { caller, input }: ListCall,
  { where, allByDefault = false }: ListOptions = {},
): Promise<Rows<V>> {
  const scope = await scopeOf(deps, caller, version)
  const sort = checkedSort(scope, entity, parseSort(sortKeys(input.sort)))
  const { table } = scope.models.of(entity)
  const isPlain = input.query === undefined && sort.length === 0
  const conditions = [visible(scope, entity), filtered(scope, entity, input.query, 'query')]
  const found = await readEntities(deps.db, scope, entity, {
    where: every(where ? [...conditions, where(scope)] : conditions),
    sort,
    range: parseRange(input.range ?? (allByDefault ? 'all' : undefined)),
    isSlow: !isPlain && (await sizeOf(deps.db, deps.dialect, table)) > fewRows,
  })
  const shown = {
    stats: input.nstats ?? false,
    parents: parentsOf(input.nparent),
    extraData: [],
    inPage: true,
  }
  const batches = renderBatches(deps.db, scope, entity, found.batches, shown)
  // The row schema of the endpoint and the entity belong together; the routes say so.
  return { batches: batches as Batches<V>, total: await found.total() }
}

/** `a,b` is two keys, as is a repeated parameter. */
export const sortKeys = (sort: ListInput['sort']): string[] =>
  [sort ?? []].flat().flatMap((keys) => keys.split(','))

const parentsOf = (depth = 0): number => {
  if (depth < 0) throw badRequest('nparent must be 0 or more')
  return Math.trunc(depth)
}
