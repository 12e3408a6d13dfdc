import type { RuleObjectType } from '@assay/contract'
import { sql } from 'kysely'
import type { LiveRule } from '../../domain/automation/rule.ts'
import { objectOf } from '../../domain/automation/rule.ts'
import type { Caller } from '../../domain/caller.ts'
import { AppError } from '../../domain/errors.ts'
import { element } from '../../storage/common/list-elements.ts'
import type { Db } from '../../storage/database.ts'
import type { PlatformDeps } from '../deps.ts'
import type { QueryScope } from '../query/conditions.ts'
import { scopeOf } from '../query/run.ts'
import { ruleCondition, tableOf } from './models.ts'

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

/** SQLite takes an expression of at most 1,000 levels; each rule is one, besides those of its condition. */
const rulesAtOnce = 50

export interface Matches {
  /** By rule, the objects it is about. */
  readonly found: Map<string, Set<string>>
  /** Rules whose condition the database cannot answer, though it answers others. */
  readonly failed: Map<string, unknown>
}

/** Which of these objects each rule is about: one statement for many rules and objects. */
export async function matchRules(
  db: Db,
  scope: QueryScope,
  rules: readonly LiveRule[],
  entity: RuleObjectType,
  ids: readonly string[],
): Promise<Matches> {
  const matches: Matches = { found: new Map(), failed: new Map() }
  if (ids.length === 0) return matches
  const asked = rules.filter(({ on }) => objectOf(on) === entity)
  for (let from = 0; from < asked.length; from += rulesAtOnce)
    await matchSome(db, { scope, entity, ids }, asked.slice(from, from + rulesAtOnce), matches)
  return matches
}

interface Asked {
  readonly scope: QueryScope
  readonly entity: RuleObjectType
  readonly ids: readonly string[]
}

/**
 * What fails together is asked in halves: conditions can be too much for one statement together, and one that fails
 * by itself must not keep the others from acting.
 */
async function matchSome(
  db: Db,
  about: Asked,
  rules: readonly LiveRule[],
  matches: Matches,
): Promise<void> {
  const [first] = rules
  if (!first) return
  try {
    for (const [id, found] of await askTogether(db, about, rules)) matches.found.set(id, found)
  } catch (error) {
    if (rules.length === 1) {
      // If the database answers nothing at all, no rule is to blame.
      await askTogether(db, about, [{ ...first, if: {} }])
      matches.failed.set(first.id, error)
      return
    }
    const half = Math.ceil(rules.length / 2)
    await matchSome(db, about, rules.slice(0, half), matches)
    await matchSome(db, about, rules.slice(half), matches)
  }
}

async function askTogether(
  db: Db,
  { scope, entity, ids }: Asked,
  rules: readonly LiveRule[],
): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>()
  const table = tableOf[entity]
  const list = sql`${JSON.stringify(ids)}`
  const matched = rules.map(
    (rule, index) =>
      sql`case when ${ruleCondition(scope, entity, rule.if)} then ${sql.lit(`${index} `)} else '' end`,
  )
  // Each object is read once, by its id. With the conditions in a `where`, or an inner join, SQLite would rather read
  // all objects of the organization, once for each rule.
  const { rows } = await sql<{ id: string; rules: string }>`
      with picked (id) as materialized (select ${element} from ${scope.dialect.listElements(list)})
      select picked.id as id, ${sql.join(matched, sql` || `)} as rules
        from picked left join ${sql.table(table)} on ${sql.ref(`${table}.id`)} = picked.id`.execute(
    db,
  )
  for (const row of rows)
    for (const index of row.rules.split(' ').slice(0, -1)) {
      const of = rules[Number(index)]?.id ?? ''
      found.set(of, (found.get(of) ?? new Set()).add(row.id))
    }
  return found
}
