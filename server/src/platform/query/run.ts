import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '../../domain/caller.ts'
import { badRequest, insufficientRights } from '../../domain/errors.ts'
import { largestPageSize, type Page, type Sort } from '../../domain/page.ts'
import { apiLevel } from '../../domain/response/api-level.ts'
import { type FilterSubject, fieldOf as fieldRule } from '../../domain/response/filter.ts'
import { permissionsOf } from '../../domain/response/permissions.ts'
import type { Entity, Version } from '../../domain/response/query-entities.ts'
import {
  entitiesOf,
  type Plan,
  parseSteps,
  type Source,
} from '../../domain/response/query-steps.ts'
import { maxSimilar, similarityKeys } from '../../domain/response/similarity.ts'
import { type Batches, mapBatches, rowsInMemory } from '../../domain/rows.ts'
import type { Db } from '../../storage/database.ts'
import { readPage } from '../../storage/rows/pages.ts'
import { hasShares } from '../../storage/rows/shared-rows.ts'
import { nothingSpent } from '../../storage/search/compile.ts'
import { every } from '../../storage/search/conditions.ts'
import { fieldOf, keyOf } from '../../storage/search/model.ts'
import { counted, orderBy } from '../../storage/search/search.ts'
import { fewRows, sizeOf } from '../../storage/search/totals.ts'
import { countSimilar, findSimilar, similarityColumns } from '../cases/similar.ts'
import type { SimilarRequest } from '../cases/similar-seeds.ts'
import type { PlatformDeps } from '../deps.ts'
import { findProfiles } from '../profiles/listed.ts'
import { profileV0, profileV1 } from '../profiles/views.ts'
import { customFieldsOf, type FieldDefinitions } from '../render/definitions.ts'
import { mayQuery, ofWholePlatform } from './access.ts'
import { entityColumns } from './columns.ts'
import { conditionOf, filtered, type QueryScope, visible } from './conditions.ts'
import { linkedCases } from './linked-cases.ts'
import { modelsFor } from './models.ts'
import { renderBatches, type Shown, shownBare } from './render.ts'
import { renderSimilar } from './similar-views.ts'
import { subjectOf } from './subject.ts'

/** The answer of a query: a list or a number, and the total when requested. */
export interface QueryAnswer {
  readonly body: number | Batches<unknown>
  readonly total?: number
  /** Total rows, when the answer had to end before them. */
  readonly cutAt?: number
}

export async function runQuery(
  deps: PlatformDeps,
  caller: Caller,
  version: Version,
  query: unknown,
): Promise<QueryAnswer> {
  const plan = parseSteps(query, version)
  // guard: server/test/security/refusals.test.ts
  if (!entitiesOf(plan.source).every((entity) => mayQuery(caller, entity)))
    throw insufficientRights()
  const scope = await scopeOf(deps, ofWholePlatform(caller), version)
  if (plan.source.entity === 'profile') return answerProfiles(deps, scope, plan)
  return plan.answer === 'rows' ? answerRows(deps, scope, plan) : answerSimilar(deps, scope, plan)
}

const noDefinitions: FieldDefinitions = new Map()

/** Custom fields are read once: filters name them, and version 1 shows them with every value. */
export const scopeOf = async (
  { db, dialect, config }: Pick<PlatformDeps, 'config' | 'db' | 'dialect'>,
  { login, organization, roles, via }: Caller,
  version: Version,
): Promise<QueryScope> => {
  const definitions = await customFieldsOf(db, organization)
  const isGuest = await hasShares(db, organization)
  const level = apiLevel(config.platform.level, { via })
  const models = modelsFor(version, definitions.size === 0 ? noDefinitions : definitions, level)
  const permissions = permissionsOf(roles)
  const budget = { nodes: 0, values: 0 }
  const spent = nothingSpent()
  const isEverywhere = roles.includes('superadmin')
  const isAdministrator = roles.includes('orgadmin')
  return {
    dialect,
    version,
    organization,
    login,
    isEverywhere,
    isAdministrator,
    isGuest,
    permissions,
    models,
    definitions,
    level,
    budget,
    spent,
  }
}

async function answerRows(
  { db }: PlatformDeps,
  scope: QueryScope,
  plan: Plan,
): Promise<QueryAnswer> {
  const { source, page } = plan
  const where = conditionOf(scope, source)
  const isSlow = (isFiltered(source) || plan.sort.length > 0) && (await isLarge(db, scope, source))
  if (plan.counted)
    return { body: await counted(db, scope.models.of(source.entity), where, isSlow) }
  const found = await readEntities(db, scope, source.entity, {
    where,
    sort: checkedSort(scope, source.entity, plan.sort),
    range: page ?? everything,
    isSlow,
  })
  const shown: Shown = page
    ? { stats: page.withStats, parents: page.withParents, extraData: page.extraData, inPage: true }
    : { ...shownBare, inPage: plan.withObservables }
  const body = renderBatches(db, scope, source.entity, found.batches, shown)
  const tellsTotal =
    page !== undefined && (isVersion0Page(scope, source) || page.extraData.includes('total'))
  if (tellsTotal) return { body, total: await found.total() }
  return found.count < largestPageSize || page ? { body } : cut(body, await found.total())
}

async function answerProfiles(
  { db }: PlatformDeps,
  scope: QueryScope,
  plan: Plan,
): Promise<QueryAnswer> {
  const sort = checkedSort(scope, 'profile', plan.sort)
  const order = orderBy(scope.dialect, scope.models.of('profile'), sort)
  const found = await findProfiles(db, conditionOf(scope, plan.source), order)
  if (plan.counted) return { body: found.length }
  const { offset, limit } = plan.page ?? everything
  const shown = found.slice(offset, offset + limit)
  const { batches: body } = rowsInMemory<object>(
    shown.map((profile) => (scope.version === 0 ? profileV0(profile) : profileV1(profile))),
  )
  const tellsTotal = plan.page && (scope.version === 0 || plan.page.extraData.includes('total'))
  return tellsTotal ? { body, total: found.length } : { body }
}

const everything: Page = { offset: 0, limit: largestPageSize }

/** Whether somewhere on the way a caller's filter has to be held against rows. */
const isFiltered = (source: Source): boolean =>
  source.kind === 'filter' || (source.kind === 'link' && isFiltered(source.from))

const isLarge = async (db: Db, { dialect, models }: QueryScope, { entity }: Source) =>
  (await sizeOf(db, dialect, models.of(entity).table)) > fewRows

/** Actions and jobs are paged as in version 0, whatever the version. */
const isVersion0Page = ({ version }: QueryScope, { entity }: Source) =>
  version === 0 || entity === 'action' || entity === 'job'

const cut = (body: Batches<unknown>, total: number): QueryAnswer => ({ body, total, cutAt: total })

interface Read {
  readonly where: Expression<SqlBool>
  readonly sort: readonly Sort[]
  readonly range: Page
  readonly isSlow: boolean
}

export interface FoundEntities {
  /** Rows of this page. */
  readonly count: number
  readonly batches: Batches<Record<string, unknown>>
  total(): Promise<number>
}

/** A second statement counts, only when the page itself does not show it. */
export async function readEntities(
  db: Db,
  scope: QueryScope,
  entity: Entity,
  { where, sort, range, isSlow }: Read,
): Promise<FoundEntities> {
  const model = scope.models.of(entity)
  const { count, batches } = await readPage(db, {
    table: model.table,
    id: model.id,
    columns: entityColumns[entity],
    scope: visible(scope, entity),
    where,
    order: orderBy(scope.dialect, model, [...sort]),
    range,
    isSlow,
  })
  const isEnd = count < range.limit && (count > 0 || range.offset === 0)
  const total = () =>
    isEnd ? Promise.resolve(range.offset + count) : counted(db, model, where, isSlow)
  return { count, batches, total }
}

/** The names that the model knows, or a 400: a field that nothing has would order nothing. */
export const checkedSort = (scope: QueryScope, entity: Entity, sort: readonly Sort[]): Sort[] => {
  const subject = subjectOf(entity, scope.version, scope.models, scope.definitions)
  return sort.map(({ field, descending }) => ({
    field: sortable(subject, field),
    descending,
  }))
}

const sortable = (subject: FilterSubject, name: string): string => {
  const field = fieldRule(name, subject)
  if (field.kind === 'list') throw badRequest(`Cannot sort by ${field.name}: it has several values`)
  return field.name
}

async function answerSimilar(
  { db }: PlatformDeps,
  scope: QueryScope,
  plan: Plan,
): Promise<QueryAnswer> {
  const { organization } = scope
  const request = similarRequest(scope, plan)
  if (plan.counted) return { body: await countSimilar(db, organization, request) }
  const { batches, total } = await findSimilar(db, organization, request)
  const body: Batches<unknown> =
    plan.answer === 'linkedCases'
      ? mapBatches(batches, (found) => linkedCases(db, scope, request.seeds, found))
      : mapBatches(batches, (found) => renderSimilar(scope, request.target, found))
  const { page } = plan
  if (page && (scope.version === 0 || page.extraData.includes('total'))) return { body, total }
  return page || total <= maxSimilar ? { body } : cut(body, total)
}

const similarRequest = (scope: QueryScope, plan: Plan): SimilarRequest<'case' | 'alert'> => {
  const target = plan.answer === 'similarAlerts' ? 'alert' : 'case'
  const { source, resultFilter, page } = plan
  const start = source.entity === 'alert' ? 'alerts' : 'cases'
  const origin = sql`select ${sql.ref(`${start}.id`)} from ${sql.table(start)}
    where ${conditionOf(scope, source)}`
  const owner = sql.ref(source.entity === 'alert' ? 'observables.alert_id' : 'observables.case_id')
  // A case does not resemble itself.
  const others =
    source.entity === target ? [sql<SqlBool>`${sql.ref(`${start}.id`)} not in (${origin})`] : []
  const wanted = resultFilter
    ? [filtered(scope, target, resultFilter.filter, resultFilter.path)]
    : []
  const order = similarityOrder(scope, target, plan.sort)
  return {
    target,
    seeds: sql<SqlBool>`${owner} in (${origin})`,
    where: every([...wanted, ...others]),
    ...(order && { order }),
    ...(page && { page }),
  }
}

const similarityOrder = (
  scope: QueryScope,
  target: 'case' | 'alert',
  sort: readonly Sort[],
): RawBuilder<unknown> | undefined => {
  if (sort.length === 0) return undefined
  const columns = similarityColumns(target)
  const model = scope.models.of(target)
  const keys = sort.map(({ field, descending }) => {
    const direction = descending ? sql`desc` : sql`asc`
    const key = similarityKeys.find((name) => name === field)
    if (key) return sql`${columns[key]} ${direction}`
    const prefix = `${target}.`
    if (!field.startsWith(prefix)) {
      const known = [...similarityKeys, `${prefix}<field>`].join(', ')
      throw badRequest(`Property ${field} of a similar ${target} not found. Available: ${known}`)
    }
    const [checked] = checkedSort(scope, target, [
      { field: field.slice(prefix.length), descending },
    ])
    const found = checked && fieldOf(model, checked.field)
    if (!found) return sql`1`
    return sql`${keyOf(scope.dialect, model.table, found)} ${direction} nulls last`
  })
  return sql.join(keys)
}
