import { type Aggregation, parseAggregations, type QueryParser } from '../../domain/aggregation.ts'
import { type Caller, scopeOf as callersScope } from '../../domain/caller.ts'
import { type Criteria, startAt } from '../../domain/criteria-tree.ts'
import { badRequest } from '../../domain/errors.ts'
import { type FilterSubject, fieldOf, parseFilter } from '../../domain/response/filter.ts'
import type { Entity } from '../../domain/response/query-entities.ts'
import { aggregate } from '../../storage/search/aggregate.ts'
import type { SearchModel } from '../../storage/search/search.ts'
import type { TableName } from '../../storage/tables/tables.ts'
import type { PlatformDeps } from '../deps.ts'
import { asksRelatives, isSharedEntity, type QueryScope, visible } from './conditions.ts'
import { scopeOf } from './run.ts'
import { subjectOf } from './subject.ts'

export interface StatsCall {
  readonly caller: Caller
  readonly input: { query?: unknown; stats?: unknown }
}

export const statsMissing = () => badRequest('Parameter "stats" is missing')

/** `_stats` of version 0: counts, sums and buckets over what the query finds. */
export async function statsOf(
  deps: PlatformDeps,
  entity: Entity,
  { caller, input }: StatsCall,
): Promise<Record<string, unknown>> {
  if (input.stats === undefined) throw statsMissing()
  const scope = await scopeOf(deps, caller, 0)
  const subject = subjectOf(entity, 0, scope.models, scope.definitions)
  const parseQuery: QueryParser = (query, at) => parseFilter(query, subject, at)
  const aggregations = parseAggregations(input.stats, parseQuery)
  checkFields(aggregations, subject)
  const criteria = parseFilter(input.query, subject, startAt('query'))
  return aggregate(
    deps.db,
    deps.dialect,
    // An aggregation without rows does not depend on the table.
    scope.models.of(entity) as SearchModel<TableName>,
    {
      criteria,
      aggregations: input.stats,
      parseQuery,
      columns: [],
      render: () => ({}),
    },
    seenByAll.has(entity) ? callersScope(caller) : caller.organization,
    seesOthers(scope, entity, [criteria, ...queriesOf(aggregations)])
      ? visible(scope, entity)
      : undefined,
  )
}

/** Superadmin sees these of all organizations. */
const seenByAll: ReadonlySet<Entity> = new Set(['audit', 'user', 'organisation'])
/** Of the whole platform, unless the organization has its own of that name; of dashboards fewer. */
const notJustOwn: ReadonlySet<Entity> = new Set([
  'customField',
  'observableType',
  'pattern',
  'analyzerTemplate',
  'dashboard',
])

/** Shared rows count, unless relatives are queried: those may not be shared. */
const seesOthers = (scope: QueryScope, entity: Entity, queries: readonly Criteria[]): boolean =>
  notJustOwn.has(entity) ||
  (scope.isGuest && isSharedEntity(entity) && !queries.some(asksRelatives))

const queriesOf = (aggregations: readonly Aggregation[]): Criteria[] =>
  aggregations.flatMap((aggregation) => [
    aggregation.query,
    ...(aggregation.kind === 'category' ? aggregation.categories.map(({ query }) => query) : []),
    ...('select' in aggregation ? queriesOf(aggregation.select) : []),
  ])

/** A field that nothing has would answer an empty list, as if there were nothing. */
function checkFields(aggregations: readonly Aggregation[], subject: FilterSubject): void {
  for (const aggregation of aggregations) {
    switch (aggregation.kind) {
      case 'count':
        break
      case 'avg':
      case 'min':
      case 'max':
      case 'sum':
        knownField(subject, aggregation.field)
        break
      case 'field':
        knownField(subject, aggregation.field)
        checkFields(aggregation.select, subject)
        break
      case 'time':
        for (const field of aggregation.fields) knownField(subject, field)
        checkFields(aggregation.select, subject)
        break
      case 'category':
        checkFields(aggregation.select, subject)
        break
      case 'top':
        throw badRequest('top is not supported here; use _search with sort and range')
    }
  }
}

const knownField = (subject: FilterSubject, name: string) => {
  const field = fieldOf(name, subject)
  if (field.name.startsWith('customFields.')) {
    throw badRequest(`${field.name} cannot be aggregated; filter by it instead`)
  }
}
