import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '../../domain/caller.ts'
import { badRequest } from '../../domain/errors.ts'
import { largestPageSize, type Page, type Sort } from '../../domain/page.ts'
import { type FilterSubject, fieldOf as fieldRule } from '../../domain/response/filter.ts'
import { permissionsOf } from '../../domain/response/permissions.ts'
import type { Entity, Version } from '../../domain/response/query-entities.ts'
import { type Plan, parseSteps, type Source } from '../../domain/response/query-steps.ts'
import { mostSimilar, similarityKeys } from '../../domain/response/similarity.ts'
import type { Db } from '../../storage/database.ts'
import { orderBy } from '../../storage/search.ts'
import { every } from '../../storage/search-conditions.ts'
import { fieldOf, fieldValue } from '../../storage/search-model.ts'
import { rowsWhere } from '../../storage/search-rows.ts'
import {
  countSimilar,
  findSimilar,
  type SimilarRequest,
  similarityColumns,
} from '../cases/similar.ts'
import { customFieldsOf } from '../custom-fields/store.ts'
import type { PlatformDeps } from '../deps.ts'
import type { FieldDefinitions } from '../render/v1.ts'
import { conditionOf, filtered, type QueryScope } from './conditions.ts'
import { linkedCases } from './linked-cases.ts'
import { modelsFor } from './models/models.ts'
import { renderRows, type Shown, shownBare } from './render.ts'
import { renderSimilar } from './similar-views.ts'
import { subjectOf } from './subject.ts'

/** What a query answers: a list or a number, and how many there are in all when that is told. */
export interface QueryAnswer {
  readonly body: unknown
  readonly total?: number
  /** Rows there are, when the answer had to end before them. */
  readonly cutAt?: number
}

export async function runQuery(
  deps: PlatformDeps,
  caller: Caller,
  version: Version,
  query: unknown,
): Promise<QueryAnswer> {
  const plan = parseSteps(query, version)
  const scope = await scopeOf(deps, caller, version)
  return plan.answer === 'rows' ? answerRows(deps, scope, plan) : answerSimilar(deps, scope, plan)
}

const noDefinitions: FieldDefinitions = new Map()

/** Custom fields are read once: filters name them, and version 1 shows them with every value. */
export const scopeOf = async (
  { db, dialect }: Pick<PlatformDeps, 'db' | 'dialect'>,
  { login, organization, roles }: Caller,
  version: Version,
): Promise<QueryScope> => {
  const definitions = await customFieldsOf(db, organization)
  const models = modelsFor(version, definitions.size === 0 ? noDefinitions : definitions)
  const permissions = permissionsOf(roles)
  const budget = { nodes: 0, values: 0 }
  return { dialect, version, organization, login, permissions, models, definitions, budget }
}

async function answerRows(
  { db }: PlatformDeps,
  scope: QueryScope,
  plan: Plan,
): Promise<QueryAnswer> {
  const { source, page } = plan
  const where = conditionOf(scope, source)
  if (plan.counted) return { body: await countRows(db, scope, source.entity, where) }
  const found = await readPage(db, scope, source.entity, {
    where,
    sort: checkedSort(scope, source.entity, plan.sort),
    range: page ?? everything,
  })
  const shown: Shown = page
    ? { stats: page.withStats, parents: page.withParents, extraData: page.extraData, inPage: true }
    : { ...shownBare, inPage: plan.withObservables }
  const body = await renderRows(db, scope, source.entity, found.rows, shown)
  const tellsTotal =
    page !== undefined && (isVersion0Page(scope, source) || page.extraData.includes('total'))
  if (tellsTotal) return { body, total: await found.total() }
  return found.rows.length < largestPageSize || page ? { body } : cut(body, await found.total())
}

const everything: Page = { offset: 0, limit: largestPageSize }

/** Actions and jobs are paged as in version 0, whatever the version. */
const isVersion0Page = ({ version }: QueryScope, { entity }: Source) =>
  version === 0 || entity === 'action' || entity === 'job'

const cut = (body: unknown, total: number): QueryAnswer => ({ body, total, cutAt: total })

interface Read {
  readonly where: Expression<SqlBool>
  readonly sort: readonly Sort[]
  readonly range: Page
}

/** One statement for the rows; a second one counts, only when the page itself does not tell. */
export async function readPage(
  db: Db,
  scope: QueryScope,
  entity: Entity,
  { where, sort, range }: Read,
): Promise<{ rows: Record<string, unknown>[]; total(): Promise<number> }> {
  const model = scope.models.of(entity)
  const chosen = rowsWhere(db, model, where)
  const rows = await (entity === 'user' ? chosen.select(userColumns) : chosen.selectAll())
    .orderBy(orderBy(scope.dialect, model, [...sort]))
    .limit(range.limit)
    .offset(range.offset)
    .execute()
  const isEnd = rows.length < range.limit && (rows.length > 0 || range.offset === 0)
  const total = () =>
    isEnd ? Promise.resolve(range.offset + rows.length) : countRows(db, scope, entity, where)
  return { rows, total }
}

/** What colleagues may know of each other. */
const userColumns = ['login', 'organization', 'name', 'roles', 'status', 'created_at', 'created_by']

const countRows = async (
  db: Db,
  scope: QueryScope,
  entity: Entity,
  where: Expression<SqlBool>,
): Promise<number> => {
  const { total } = await rowsWhere(db, scope.models.of(entity), where)
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
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
  if (field.kind === 'list') throw badRequest(`${field.name} holds several values and has no order`)
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
  const { rows, total } = await findSimilar(db, organization, request)
  const body =
    plan.answer === 'linkedCases'
      ? await linkedCases(db, scope, request.seeds, rows)
      : renderSimilar(scope, request.target, rows)
  const { page } = plan
  if (page && (scope.version === 0 || page.extraData.includes('total'))) return { body, total }
  return page || total <= mostSimilar ? { body } : cut(body, total)
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
      throw badRequest(`Property ${field} of a similar ${target} not found; there are ${known}`)
    }
    const [checked] = checkedSort(scope, target, [
      { field: field.slice(prefix.length), descending },
    ])
    const found = checked && fieldOf(model, checked.field)
    if (!found) return sql`1`
    return sql`${fieldValue(scope.dialect, model.table, found)} ${direction} nulls last`
  })
  return sql.join(keys)
}
