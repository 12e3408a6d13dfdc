import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Criteria, type QueryLocation, startAt } from '../../domain/criteria-tree.ts'
import type { ApiLevel } from '../../domain/response/api-level.ts'
import { isEntityId } from '../../domain/response/entity-id.ts'
import { parseFilter } from '../../domain/response/filter.ts'
import { type Entity, labels, type Version } from '../../domain/response/query-entities.ts'
import type { Source } from '../../domain/response/query-steps.ts'
import type { Dialect } from '../../storage/common/dialect.ts'
import { isShared, type SharedEntity } from '../../storage/rows/shared-rows.ts'
import type { Spent } from '../../storage/search/compile.ts'
import { every, never } from '../../storage/search/conditions.ts'
import { columnOf } from '../../storage/search/model.ts'
import { compileCriteria } from '../../storage/search/search.ts'
import { seenBy } from '../dashboards/store.ts'
import type { Models } from '../models/models.ts'
import type { FieldDefinitions } from '../render/definitions.ts'
import { wholePlatform } from '../rows.ts'
import { subjectOf } from './subject.ts'

type Condition = Expression<SqlBool>

/** Whose query it is and how it spells names. */
export interface QueryScope {
  readonly dialect: Dialect
  readonly version: Version
  readonly organization: string
  readonly login: string
  /** Superadmin, who administers users and organizations of all. */
  readonly isEverywhere: boolean
  readonly isAdministrator: boolean
  /** Other organizations share something with this one. */
  readonly isGuest: boolean
  /** In the words of today's platform. */
  readonly permissions: readonly string[]
  readonly models: Models
  readonly definitions: FieldDefinitions
  readonly level: ApiLevel
  /** What all filters of one query may spend together. */
  readonly budget: QueryLocation['spent']
  readonly spent: Spent
}

/**
 * Which rows of the entity's table a source means. Every branch, however deep, checks the
 * organization against its own table: an id of another organization finds nothing at any step.
 */
export function conditionOf(scope: QueryScope, source: Source): Condition {
  switch (source.kind) {
    case 'all':
      return visible(scope, source.entity)
    case 'one':
      return every([visible(scope, source.entity), hasName(source.entity, source.idOrName)])
    case 'waiting':
      return every([visible(scope, 'task'), sql<SqlBool>`tasks.status = 'Waiting'`])
    case 'mine':
      return every([visible(scope, 'task'), sql<SqlBool>`tasks.assignee = ${scope.login}`])
    case 'caller':
      return every([visible(scope, 'user'), sql<SqlBool>`users.login = ${scope.login}`])
    case 'filter':
      return every([
        conditionOf(scope, source.from),
        filtered(scope, source.entity, source.filter, source.path),
      ])
    case 'link':
      return every([visible(scope, source.entity), linked(scope, source)])
  }
}

export const filtered = (
  scope: QueryScope,
  entity: Entity,
  filter: unknown,
  path: string,
): Condition => {
  const subject = subjectOf(entity, scope.version, scope.models, scope.definitions)
  const model = scope.models.of(entity)
  const at = { ...startAt(path), spent: scope.budget }
  const criteria = parseFilter(filter, subject, at)
  const condition = compileCriteria(scope.dialect, model, criteria, scope.spent)
  if (!scope.isGuest || !asksRelatives(criteria)) return condition
  // Children of a shared case may not be shared: they must not be a way to find the case.
  const own = sql<SqlBool>`${columnOf(model.table, model.organization)} = ${scope.organization}`
  return every([own, condition])
}

export const isSharedEntity = (entity: Entity): entity is SharedEntity =>
  Object.hasOwn(isShared, entity)

export const asksRelatives = (criteria: Criteria): boolean => {
  switch (criteria.kind) {
    case 'parent':
    case 'child':
      return true
    case 'and':
    case 'or':
      return criteria.of.some(asksRelatives)
    case 'not':
      return asksRelatives(criteria.of)
    default:
      return false
  }
}

/** The organization's own; of fields and types also those of the platform that it has not redefined. */
export const visible = (scope: QueryScope, entity: Entity): Condition => {
  if (entity === 'profile' || (scope.isEverywhere && administered.has(entity))) return always
  const model = scope.models.of(entity)
  const organization = columnOf(model.table, model.organization)
  // One global catalog.
  if (entity === 'pattern' || entity === 'analyzerTemplate')
    return sql<SqlBool>`${organization} = ${wholePlatform}`
  const own = sql<SqlBool>`${organization} = ${scope.organization}`
  if (entity === 'dashboard') return every([own, seenBy(scope.login, scope.isAdministrator)])
  if (scope.isGuest && isSharedEntity(entity))
    return sql<SqlBool>`(${own} or ${isShared[entity](scope.organization)})`
  const { [entity]: name } = namesOfAll
  if (name === undefined) return own
  const table = sql.table(model.table)
  return sql<SqlBool>`(${own} or (${organization} = ${wholePlatform}
    and ${columnOf(model.table, name)} not in (select ${columnOf('redefined', name)} from ${table} as redefined
      where redefined.organization = ${scope.organization})))`
}

/** Global rows too, by the column that tells which of them an organization redefined. */
const namesOfAll: Partial<Record<Entity, string>> = {
  customField: 'name',
  observableType: 'name',
  caseStatus: 'value',
  alertStatus: 'value',
}
const always = sql<SqlBool>`1 = 1`
const administered: ReadonlySet<Entity> = new Set(['user', 'organisation', 'audit'])

/** By `~id`, or by name where there is one. */
const hasName = (entity: Entity, idOrName: string): Condition => {
  const { [entity]: key } = ownKeys
  if (key) return key(idOrName)
  if (isEntityId(idOrName)) return sql<SqlBool>`${columnOf(tables[entity], 'id')} = ${idOrName}`
  return names[entity]?.(idOrName) ?? never
}

/** Things that are known by another key than a `~id`. */
const ownKeys: Partial<Record<Entity, (key: string) => Condition>> = {
  user: (login) => sql<SqlBool>`users.login = ${login}`,
  organisation: (name) => sql<SqlBool>`organizations.name = ${name}`,
  profile: (name) => sql<SqlBool>`profiles.name = ${name}`,
  audit: (id) => (/^\d{1,15}$/.test(id) ? sql<SqlBool>`audit.id = ${Number(id)}` : never),
}

const tables = {
  alert: 'alerts',
  case: 'cases',
  task: 'tasks',
  log: 'task_logs',
  observable: 'observables',
  comment: 'comments',
  attachment: 'attachments',
  pattern: 'patterns',
  procedure: 'procedures',
  page: 'pages',
  pageTemplate: 'page_templates',
  analyzerTemplate: 'analyzer_templates',
  dashboard: 'dashboards',
  caseStatus: 'case_statuses',
  alertStatus: 'alert_statuses',
  action: 'actions',
  job: 'observable_jobs',
  caseTemplate: 'case_templates',
  customField: 'custom_fields',
  observableType: 'observable_types',
  tag: 'tags',
  user: 'users',
  organisation: 'organizations',
  profile: 'profiles',
  audit: 'audit',
} as const satisfies Record<Entity, string>

const plainName = (entity: Entity) => (name: string) =>
  sql<SqlBool>`${columnOf(tables[entity], 'name')} = ${name}`

const names: Partial<Record<Entity, (name: string) => Condition>> = {
  // Fifteen digits: longer ones are no longer whole numbers in JavaScript.
  case: (number) =>
    /^\d{1,15}$/.test(number) ? sql<SqlBool>`cases.number = ${Number(number)}` : never,
  alert: (name) => {
    const [type, source, ...reference] = name.split(';')
    if (reference.length === 0) return never
    return sql<SqlBool>`alerts.type = ${type} and alerts.source = ${source}
      and alerts.source_ref = ${reference.join(';')}`
  },
  caseTemplate: plainName('caseTemplate'),
  customField: plainName('customField'),
  observableType: plainName('observableType'),
  tag: plainName('tag'),
  caseStatus: (value) => sql<SqlBool>`case_statuses.value = ${value}`,
  alertStatus: (value) => sql<SqlBool>`alert_statuses.value = ${value}`,
  pattern: (number) => sql<SqlBool>`patterns.pattern_id = ${number}`,
}

/** Of the organization are those that belong to nothing else. */
const isFileOfOrganization = sql<SqlBool>`attachments.case_id is null and attachments.alert_id is null
  and attachments.log_id is null`

type Link = Extract<Source, { kind: 'link' }>

/**
 * One column of the rows that we come from. Materialized, so they are read once: PostgreSQL would
 * otherwise nest the loops, and a path of 17 steps over three rows takes 3^17.
 */
const from = (scope: QueryScope, { from: source }: Link, column: string): RawBuilder<unknown> => {
  const table = tables[source.entity]
  return sql`with origin as materialized (
    select ${columnOf(table, column)} as value from ${sql.table(table)}
    where ${conditionOf(scope, source)}) select origin.value from origin`
}

const linked = (scope: QueryScope, link: Link): Condition => {
  const { entity, step } = link
  const start = link.from.entity
  const here = (column: string) => columnOf(tables[entity], column)
  const among = (own: string, theirs: string): Condition =>
    sql<SqlBool>`${here(own)} in (${from(scope, link, theirs)})`
  switch (step) {
    case 'attachments':
      if (start === 'log') return among('log_id', 'id')
      if (start === 'organisation')
        return every([isFileOfOrganization, among('organization', 'name')])
      return among(start === 'alert' ? 'alert_id' : 'case_id', 'id')
    case 'observables':
    case 'comments':
      return among(start === 'alert' ? 'alert_id' : 'case_id', 'id')
    case 'pageTemplates':
      return sql<SqlBool>`page_templates.id in (select page_template_id from case_template_pages
        where case_template_id in (${from(scope, link, 'id')}))`
    case 'pattern':
      return among('pattern_id', 'pattern_id')
    case 'procedures':
      if (start === 'pattern') return among('pattern_id', 'pattern_id')
      return among(start === 'alert' ? 'alert_id' : 'case_id', 'id')
    case 'tasks':
    case 'pages':
    case 'alerts':
      return among('case_id', 'id')
    case 'logs':
      return among('task_id', 'id')
    case 'jobs':
      return among('observable_id', 'id')
    case 'case':
    case 'cases':
      return among('id', 'case_id')
    case 'alert':
      return among('id', 'alert_id')
    case 'task':
      return among('id', 'task_id')
    case 'observable':
      return among('id', 'observable_id')
    case 'fromCase':
      return every([conditionOf(scope, link.from), sql<SqlBool>`observables.case_id is not null`])
    case 'fromAlert':
      return every([conditionOf(scope, link.from), sql<SqlBool>`observables.alert_id is not null`])
    case 'similar':
      // The path to here is written once: written twice, each further step would double the
      // statement.
      return sql<SqlBool>`observables.id in (with origin as materialized (
          select observables.id, observables.value_hash from observables
          where ${conditionOf(scope, link.from)}
            and coalesce(observables.ignore_similarity, 0) = 0)
        select matched.id from origin join observables as matched
          on matched.organization = ${scope.organization}
          and matched.value_hash = origin.value_hash and matched.id <> origin.id
        where coalesce(matched.ignore_similarity, 0) = 0)`
    case 'actions':
      return every([sql<SqlBool>`actions.object_type = ${labels[start]}`, among('object_id', 'id')])
    case 'assignableUsers':
      return every([
        sql<SqlBool>`users.status = 'Active'`,
        scope.dialect.listContains(sql.ref('users.roles'), 'analyze'),
        sql<SqlBool>`exists (${from(scope, link, 'id')})`,
      ])
    case 'organisations':
      return among('name', 'organization')
    case 'users':
      return among('organization', 'name')
    default:
      throw new Error(`no rows are known for the step ${step}`)
  }
}
