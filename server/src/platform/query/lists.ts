import type { ListInput, Page } from '@assay/contract'
import type { Expression, SqlBool } from 'kysely'
import { type Caller, isSuperadmin } from '../../domain/caller.ts'
import { badRequest } from '../../domain/errors.ts'
import { parseRange, parseSort } from '../../domain/page.ts'
import type { Entity, Version } from '../../domain/response/query-entities.ts'
import { every } from '../../storage/search-conditions.ts'
import type { PlatformDeps } from '../deps.ts'
import { wholePlatform } from '../rows.ts'
import { filtered, type QueryScope, visible } from './conditions.ts'
import { renderRows } from './render.ts'
import { checkedSort, readPage, scopeOf } from './run.ts'

export interface ListCall {
  readonly caller: Caller
  readonly input: ListInput & { nstats?: boolean; nparent?: number }
}

interface ListOptions {
  /** What else must hold, beside the organization and the query. */
  readonly where?: (scope: QueryScope) => Expression<SqlBool>
  /** Everything, when no range is given: what an organization keeps fits one page. */
  readonly allUnlessTold?: boolean
}

/** Superadmin belongs to no organization of the platform, and keeps what is for everybody. */
export const ofWholePlatform = (caller: Caller): Caller =>
  isSuperadmin(caller) ? { ...caller, organization: wholePlatform } : caller

/** The search envelope of version 0: `query`, `range`, `sort`, `nstats`, `nparent`. */
export async function listRows<V>(
  deps: PlatformDeps,
  version: Version,
  entity: Entity,
  { caller, input }: ListCall,
  { where, allUnlessTold = false }: ListOptions = {},
): Promise<Page<V>> {
  const scope = await scopeOf(deps, caller, version)
  const conditions = [visible(scope, entity), filtered(scope, entity, input.query, 'query')]
  const found = await readPage(deps.db, scope, entity, {
    where: every(where ? [...conditions, where(scope)] : conditions),
    sort: checkedSort(scope, entity, parseSort(sortKeys(input.sort))),
    range: parseRange(input.range ?? (allUnlessTold ? 'all' : undefined)),
  })
  const shown = {
    stats: input.nstats ?? false,
    parents: parentsOf(input.nparent),
    extraData: [],
    inPage: true,
  }
  const rows = await renderRows(deps.db, scope, entity, found.rows, shown)
  // The row schema of the endpoint and the entity belong together; the routes say so.
  return { rows: rows as V[], total: await found.total() }
}

/** `a,b` is two keys, as is a repeated parameter. */
const sortKeys = (sort: ListInput['sort']): string[] =>
  [sort ?? []].flat().flatMap((keys) => keys.split(','))

const parentsOf = (depth = 0): number => {
  if (depth < 0) throw badRequest('nparent is 0 or more')
  return Math.trunc(depth)
}
