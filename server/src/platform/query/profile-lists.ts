import type { ProfileV0 } from '@assay/contract'
import { parseAggregations } from '../../domain/aggregation.ts'
import { startAt } from '../../domain/criteria-tree.ts'
import { badRequest } from '../../domain/errors.ts'
import { parseRange, parseSort } from '../../domain/page.ts'
import { parseFilter } from '../../domain/response/filter.ts'
import { type Rows, rowsInMemory } from '../../domain/rows.ts'
import { every } from '../../storage/search/conditions.ts'
import { compileCriteria, orderBy } from '../../storage/search/search.ts'
import type { PlatformDeps } from '../deps.ts'
import { findProfiles } from '../profiles/listed.ts'
import { profileV0 } from '../profiles/views.ts'
import { filtered } from './conditions.ts'
import { type ListCall, sortKeys } from './lists.ts'
import { checkedSort, scopeOf } from './run.ts'
import { type StatsCall, statsMissing } from './stats.ts'
import { subjectOf } from './subject.ts'

// Profiles are in no table: what reads tables cannot list them.

export async function searchProfiles(
  deps: PlatformDeps,
  { caller, input }: ListCall,
): Promise<Rows<ProfileV0>> {
  const scope = await scopeOf(deps, caller, 0)
  const sort = checkedSort(scope, 'profile', parseSort(sortKeys(input.sort)))
  const order = orderBy(scope.dialect, scope.models.of('profile'), sort)
  const found = await findProfiles(deps.db, filtered(scope, 'profile', input.query, 'query'), order)
  const { offset, limit } = parseRange(input.range ?? 'all')
  return rowsInMemory(found.slice(offset, offset + limit).map(profileV0), found.length)
}

export async function profileStats(deps: PlatformDeps, { caller, input }: StatsCall) {
  if (input.stats === undefined) throw statsMissing()
  const { dialect, models, definitions } = await scopeOf(deps, caller, 0)
  const subject = subjectOf('profile', 0, models, definitions)
  const model = models.of('profile')
  const aggregations = parseAggregations(input.stats, (query, at) =>
    parseFilter(query, subject, at),
  )
  const all = parseFilter(input.query, subject, startAt('query'))
  const counts = new Map<string, number>()
  for (const aggregation of aggregations) {
    if (aggregation.kind !== 'count')
      throw badRequest(
        `Profiles only support count. List them instead of using ${aggregation.kind}`,
      )
    const where = every(
      [all, aggregation.query].map((criteria) => compileCriteria(dialect, model, criteria)),
    )
    const found = await findProfiles(deps.db, where, orderBy(dialect, model, []))
    counts.set(aggregation.name, found.length)
  }
  return Object.fromEntries(counts)
}
