import type { RuleObjectType } from '@assay/contract'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { LiveRule } from '../../domain/automation/rule.ts'
import { objectOf } from '../../domain/automation/rule.ts'
import type { Caller } from '../../domain/caller.ts'
import { AppError } from '../../domain/errors.ts'
import { element } from '../../storage/common/list-elements.ts'
import type { Db } from '../../storage/database.ts'
import { nothingSpent } from '../../storage/search/compile.ts'
import type { PlatformDeps } from '../deps.ts'
import { filtered, type QueryScope } from '../query/conditions.ts'
import { scopeOf } from '../query/run.ts'

export const tableOf = {
  alert: 'alerts',
  case: 'cases',
  observable: 'observables',
  task: 'tasks',
} as const satisfies Record<RuleObjectType, string>

type Scoping = Pick<PlatformDeps, 'config' | 'db' | 'dialect'>

/** The search language of version 0, which knows relatives, in one organization. */
export const rulesScope = (deps: Scoping, organization: string): Promise<QueryScope> =>
  scopeOf(deps, ruleCaller(organization), 0)

const ruleCaller = (organization: string): Caller => ({
  login: '',
  organization,
  roles: ['read', 'analyze'],
  via: 'key',
})

/** Only own rows, never what other organizations share: a rule acts on what is its organization's. */
export function ruleCondition(
  scope: QueryScope,
  entity: RuleObjectType,
  filter: unknown,
): Expression<SqlBool> {
  const table = tableOf[entity]
  const fresh = { ...scope, budget: { nodes: 0, values: 0 }, spent: nothingSpent() }
  const condition = filtered(fresh, entity, filter, 'if')
  // guard (open = condition): server/test/automation/rules-tenants.test.ts
  return sql<SqlBool>`(${sql.ref(`${table}.organization`)} = ${scope.organization} and ${condition})`
}

/** Why a condition cannot be used, if so: a field that is gone, or was never there. */
export function conditionProblem(
  scope: QueryScope,
  entity: RuleObjectType,
  filter: unknown,
): string | undefined {
  try {
    ruleCondition(scope, entity, filter)
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

/** SQLite takes at most 500 parts of one compound select. */
const rulesAtOnce = 50

/** Which of these objects each rule is about: one statement for many rules and objects. */
export async function matchRules(
  db: Db,
  scope: QueryScope,
  rules: readonly LiveRule[],
  entity: RuleObjectType,
  ids: readonly string[],
): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>()
  if (ids.length === 0) return found
  const table = tableOf[entity]
  const asked = rules.filter(({ on }) => objectOf(on) === entity)
  const list = sql`${JSON.stringify(ids)}`
  for (let from = 0; from < asked.length; from += rulesAtOnce) {
    const parts: RawBuilder<unknown>[] = asked.slice(from, from + rulesAtOnce).map(
      (rule, index) => sql`select ${sql.lit(from + index)} as rule, ${sql.ref(`${table}.id`)} as id
        from picked join ${sql.table(table)} on ${sql.ref(`${table}.id`)} = picked.id
        where ${ruleCondition(scope, entity, rule.if)}`,
    )
    const { rows } = await sql<{ rule: number; id: string }>`
      with picked (id) as materialized (select ${element} from ${scope.dialect.listElements(list)})
      ${sql.join(parts, sql` union all `)}`.execute(db)
    for (const { rule, id } of rows) {
      const of = asked[Number(rule)]?.id ?? ''
      found.set(of, (found.get(of) ?? new Set()).add(id))
    }
  }
  return found
}
