import type { RuleObjectType } from '@assay/contract'
import { type Expression, type SqlBool, sql } from 'kysely'
import { type Criteria, startAt } from '../../domain/criteria-tree.ts'
import { type FilterSubject, parseFilter } from '../../domain/response/filter.ts'
import { nothingSpent } from '../../storage/search/compile.ts'
import { type AnyModel, fieldOf } from '../../storage/search/model.ts'
import { compileCriteria, searchModel } from '../../storage/search/search.ts'
import { filtered, type QueryScope } from '../query/conditions.ts'
import { subjectOf } from '../query/subject.ts'

export const tableOf = {
  alert: 'alerts',
  case: 'cases',
  observable: 'observables',
  task: 'tasks',
  response: 'actions',
  budget: 'budgets',
} as const satisfies Record<RuleObjectType, string>

const short = { kind: 'keyword', short: true, required: true } as const

/** What conditions may read of a budget: of a shared one, nothing of what other organizations do with it. */
const budgetModel: AnyModel = searchModel({
  type: 'budget',
  table: 'budgets',
  id: 'id',
  organization: 'organization',
  fields: {
    _id: { column: 'id', ...short },
    id: { column: 'id', ...short },
    name: { column: 'name', ...short },
    state: { column: 'state', ...short, values: ['open', 'held', 'down', 'refused'] },
    shared: { column: 'shared', kind: 'boolean', required: true },
  },
  defaultSort: [{ field: 'name', descending: false }],
})

const budgetSubject: FilterSubject = {
  label: 'Budget',
  hasPlainId: true,
  field(name) {
    const field = fieldOf(budgetModel, name)
    return field && { name, kind: field.kind, ...(field.values && { values: field.values }) }
  },
  parents: [],
  children: [],
  parent: () => budgetSubject,
  child: () => budgetSubject,
}

const queried = (entity: Exclude<RuleObjectType, 'budget'>) =>
  entity === 'response' ? 'action' : entity

export const modelOf = (scope: QueryScope, entity: RuleObjectType): AnyModel =>
  entity === 'budget' ? budgetModel : scope.models.of(queried(entity))

/** Only own rows, never what other organizations share: a rule acts on what is its organization's. */
export function ruleCondition(
  scope: QueryScope,
  entity: RuleObjectType,
  filter: unknown,
): Expression<SqlBool> {
  // guard (open = conditionOf(scope, entity, filter)): server/test/automation/rules-tenants.test.ts
  return sql<SqlBool>`(${ownRows(scope.organization, entity)} and ${conditionOf(scope, entity, filter)})`
}

/** The condition names whole values that have an index of their own: what it is about is found by that. */
export function namesValues(scope: QueryScope, entity: RuleObjectType, filter: unknown): boolean {
  if (entity === 'budget') return false
  const model = modelOf(scope, entity)
  const isFound = (criteria: Criteria): boolean => {
    switch (criteria.kind) {
      case 'and':
        return criteria.of.some(isFound)
      case 'equals':
      case 'in':
        return fieldOf(model, criteria.field)?.digest !== undefined
      default:
        return false
    }
  }
  const subject = subjectOf(queried(entity), scope.version, scope.models, scope.definitions)
  return isFound(parseFilter(filter, subject, startAt('if')))
}

function conditionOf(scope: QueryScope, entity: RuleObjectType, filter: unknown) {
  if (entity === 'budget') {
    const criteria = parseFilter(filter, budgetSubject, startAt('if'))
    return compileCriteria(scope.dialect, budgetModel, criteria, nothingSpent())
  }
  const fresh = { ...scope, budget: { nodes: 0, values: 0 }, spent: nothingSpent() }
  return filtered(fresh, queried(entity), filter, 'if')
}

/** The operator shares budgets with all organizations: each one's rules are about its use of them. */
export const ownRows = (organization: string, entity: RuleObjectType) => {
  const own = sql<SqlBool>`${sql.ref(`${tableOf[entity]}.organization`)} = ${organization}`
  // guard (open = sql<SqlBool>`1 = 1`): server/test/automation/rules-providers.test.ts
  return entity === 'budget'
    ? sql<SqlBool>`(${own} or (budgets.organization is null and budgets.shared = 1))`
    : own
}
