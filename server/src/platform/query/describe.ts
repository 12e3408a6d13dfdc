import { contract, type Description, type UserV0 } from '@assay/contract'
import type { Caller } from '../../domain/caller.ts'
import { AppError, insufficientRights, notFound, searchError } from '../../domain/errors.ts'
import { type Entity, entities, type Version } from '../../domain/response/query-entities.ts'
import { entityNamed } from '../../domain/response/relatives.ts'
import type { Route } from '../../http/route.ts'
import type { Field } from '../../storage/search/search.ts'
import type { PlatformDeps } from '../deps.ts'
import { mayQuery, ofWholePlatform } from './access.ts'
import { type ListCall, listRows } from './lists.ts'
import { scopeOf } from './run.ts'
import { statsOf } from './stats.ts'

/** What can be queried of each entity, and calls that name the entity in their input. */
export function describeRoutes(route: Route, deps: PlatformDeps): void {
  const users = ({ caller, input }: ListCall) =>
    listRows<UserV0>(deps, 0, 'user', { caller: ofWholePlatform(caller), input })
  route(contract.listUsersV0, users)
  route(contract.searchUsersV0, users)

  const counted = (entity: Entity) => (call: Parameters<typeof statsOf>[2]) =>
    statsOf(deps, entity, call)
  route(contract.userStats, counted('user'))
  route(contract.organisationStats, counted('organisation'))

  const all = async (caller: Caller, version: Version) => {
    const known = entities.filter((entity) => mayQuery(caller, entity))
    const described = known.map((entity) => describe(deps, caller, version, entity))
    return Object.fromEntries((await Promise.all(described)).map((each) => [each.label, each]))
  }
  route(contract.describeAll, ({ caller }) => all(caller, 0))
  route(contract.describeAllV1, ({ caller }) => all(caller, 1))
  const one = async (caller: Caller, version: Version, name: string) => {
    const entity = entityOf(name)
    // guard (open = !entity): server/test/security/refusals.test.ts
    if (!entity || !mayQuery(caller, entity)) throw notFound('entity', name)
    return describe(deps, caller, version, entity)
  }
  route(contract.describe, ({ caller, params }) => one(caller, 0, params.entity))
  route(contract.describeV1, ({ caller, params }) => one(caller, 1, params.entity))

  route(contract.searchByType, async ({ caller, input }) => {
    const { entity, query } = typed(input.query)
    // guard: server/test/security/refusals.test.ts
    if (!mayQuery(caller, entity)) throw insufficientRights()
    const { query: _, ...rest } = input
    const found = { caller: ofWholePlatform(caller), input: { ...rest, ...(query && { query }) } }
    return listRows<Record<string, unknown>>(deps, 0, entity, found)
  })

  route(contract.statsOfMany, async ({ caller, input }) => {
    const answers: Record<string, unknown>[] = []
    for (const { model, ...call } of input.queries) {
      const entity = entityOf(model)
      if (!entity) throw new AppError('BadRequest', `Unknown model ${model}; ${knownNames}`)
      if (!mayQuery(caller, entity)) throw insufficientRights()
      answers.push(await statsOf(deps, entity, { caller, input: call }))
    }
    return Object.assign({}, ...answers)
  })
}

/** The name in version 0 where it is another one, and where its lists are. */
const wireNames: Partial<Record<Entity, readonly [label: string, path: string]>> = {
  task: ['case_task', '/case/task'],
  log: ['case_task_log', '/case/task/log'],
  observable: ['case_artifact', '/case/artifact'],
  job: ['case_artifact_job', '/connector/cortex/job'],
  action: ['action', '/connector/cortex/action'],
  caseTemplate: ['caseTemplate', '/case/template'],
  observableType: ['observableType', '/observable/type'],
}

const knownNames = `use one of ${entities.map((entity) => wireNames[entity]?.[0] ?? entity).join(', ')}`

const entityOf = (name: string): Entity | undefined =>
  entityNamed(name) ?? entities.find((entity) => entity === name || wireNames[entity]?.[0] === name)

async function describe(
  deps: PlatformDeps,
  caller: Caller,
  version: Version,
  entity: Entity,
): Promise<Description> {
  const { models } = await scopeOf(deps, ofWholePlatform(caller), version)
  const [label, path] = (version === 0 && wireNames[entity]) || [entity, `/${entity}`]
  const attributes = Object.entries(models.of(entity).fields).map(([name, field]) => ({
    name,
    type: field.values ? ('enumeration' as const) : types[field.kind],
    values: [...(field.values ?? [])],
    labels: [],
  }))
  return { label, path, attributes }
}

const types = {
  keyword: 'string',
  text: 'string',
  list: 'string',
  number: 'number',
  decimal: 'float',
  date: 'date',
  boolean: 'boolean',
} as const satisfies Record<Field['kind'], string>

/** `_type` alone, or as one of the entries of `_and`; the rest is the query. */
function typed(query: unknown): { entity: Entity; query?: Record<string, unknown> } {
  const { _type, _and, ...rest } = (query ?? {}) as Record<string, unknown>
  const members = Array.isArray(_and) ? (_and as Record<string, unknown>[]) : []
  const naming = members.find((member) => typeof member?._type === 'string')
  const name = String(_type ?? naming?._type ?? '')
  const entity = entityOf(name)
  if (!entity) throw searchError(`The query needs a _type: ${knownNames}`)
  const others = members.filter((member) => member !== naming)
  const parts = [...others, ...(Object.keys(rest).length > 0 ? [rest] : [])]
  return parts.length === 0 ? { entity } : { entity, query: { _and: parts } }
}
