import { contract, type ObservableV0, type ObservableV1 } from '@assay/contract'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Caller } from '../../domain/caller.ts'
import type { Entity, Version } from '../../domain/response/query-entities.ts'
import type { Source } from '../../domain/response/query-steps.ts'
import { maxSimilar } from '../../domain/response/similarity.ts'
import type { Batches } from '../../domain/rows.ts'
import { asArray } from '../../http/answer-forms.ts'
import type { Route } from '../../http/route.ts'
import { countOwnedBy } from '../../storage/rows/count-owned.ts'
import { every } from '../../storage/search/conditions.ts'
import { requireField } from '../custom-fields/change.ts'
import type { PlatformDeps } from '../deps.ts'
import { requireObservable } from '../observables/store.ts'
import { findAlert, requireAlert } from '../parents/alert.ts'
import { caseNotFound, findCase, requireCase } from '../parents/case.ts'
import { readingAs } from '../shares/access.ts'
import { ofWholePlatform } from './access.ts'
import { conditionOf, visible } from './conditions.ts'
import { customFieldUse } from './custom-field-use.ts'
import { type ListCall, listRows } from './lists.ts'
import { manyQueriesRoute } from './many.ts'
import { profileStats, searchProfiles } from './profile-lists.ts'
import { renderBatches, shownBare } from './render.ts'
import { type QueryAnswer, readEntities, runQuery, scopeOf } from './run.ts'
import { type StatsCall, statsOf } from './stats.ts'

interface QueryCall {
  readonly caller: Caller
  readonly input: { query?: unknown }
  setHeader(name: string, value: string | number): void
}

export function queryRoutes(route: Route, deps: PlatformDeps): void {
  const query =
    (version: Version) =>
    // Of what kind the rows are is up to the steps that were sent.
    async ({ caller, input, setHeader }: QueryCall): Promise<never> =>
      answerOf(await runQuery(deps, caller, version, input.query), setHeader)
  route(contract.queryV0, query(0))
  route(contract.queryV1, query(1))
  manyQueriesRoute(route, deps)
  listRoutes(route, deps)
  similarRoutes(route, deps)
}

function answerOf({ body, total, cutAt }: QueryAnswer, setHeader: QueryCall['setHeader']): never {
  if (total !== undefined) setHeader('X-Total', total)
  if (cutAt !== undefined) {
    setHeader('Warning', `299 - "cut: there are ${cutAt}; ask for them in pages"`)
  }
  return (typeof body === 'number' ? body : asArray(body)) as never
}

function listRoutes(route: Route, deps: PlatformDeps): void {
  const listed =
    <V>(entity: Entity) =>
    (call: ListCall) =>
      listRows<V>(deps, 0, entity, call)
  const counted = (entity: Entity) => (call: StatsCall) => statsOf(deps, entity, call)

  route(contract.listCases, listed('case'))
  route(contract.searchCases, listed('case'))
  route(contract.caseStats, counted('case'))
  route(contract.listAlerts, listed('alert'))
  route(contract.searchAlerts, listed('alert'))
  route(contract.alertStats, counted('alert'))
  route(contract.listTasks, listed('task'))
  route(contract.searchTasks, listed('task'))
  route(contract.taskStats, counted('task'))
  route(contract.listTaskLogs, listed('log'))
  route(contract.searchTaskLogs, listed('log'))
  route(contract.taskLogStats, counted('log'))
  route(contract.listObservables, listed('observable'))
  route(contract.searchObservables, listed('observable'))
  route(contract.observableStats, counted('observable'))
  route(contract.listCaseTemplates, listed('caseTemplate'))
  route(contract.searchCaseTemplates, listed('caseTemplate'))
  route(contract.caseTemplateStats, counted('caseTemplate'))
  route(contract.listTags, listed('tag'))
  route(contract.searchTags, listed('tag'))
  route(contract.tagStats, counted('tag'))
  route(contract.searchPages, ({ caller, input }) => {
    // Those of cases come with their case.
    const where = () => sql<SqlBool>`pages.case_id is null`
    return listRows(deps, 0, 'page', { caller, input }, { where })
  })
  route(contract.listAuditV1, (call) => listRows<Record<string, unknown>>(deps, 1, 'audit', call))
  route(contract.mergeEqualObservables, async ({ caller: { organization }, params }) => {
    const { id } = await requireCase(deps.db, organization, params.id)
    const found = await countOwnedBy(deps.db, 'observables', 'case_id', organization, [id])
    return { untouched: found.get(id) ?? 0, updated: 0, deleted: 0 }
  })
  route(contract.pageStats, counted('page'))
  route(contract.listDashboards, listed('dashboard'))
  route(contract.searchDashboards, listed('dashboard'))
  route(contract.dashboardStats, counted('dashboard'))
  route(contract.customFieldUse, async (call) =>
    customFieldUse(deps, call.caller, await requireField(deps.db, call)),
  )
  route(contract.searchProfiles, (call) => searchProfiles(deps, call))
  route(contract.profileStats, (call) => profileStats(deps, call))
  route(contract.customFieldStats, counted('customField'))
  route(contract.observableTypeStats, counted('observableType'))
  route(contract.actionStats, counted('action'))
  route(contract.analysisStats, counted('job'))
  route(contract.auditStats, counted('audit'))

  route(contract.searchCaseTasks, async ({ caller, params, input }) => {
    const home = await readingAs(deps.db, caller.organization, 'case', params.id)
    const { id } = await requireCase(deps.db, home, params.id)
    const where = () => sql<SqlBool>`tasks.case_id = ${id}`
    return listRows(deps, 0, 'task', { caller, input }, { where })
  })

  const whole =
    <V>(version: Version, entity: Entity) =>
    ({ caller, input }: ListCall) =>
      listRows<V>(
        deps,
        version,
        entity,
        { caller: ofWholePlatform(caller), input },
        {
          allByDefault: true,
        },
      )
  route(contract.listTasksV1, whole(1, 'task'))
  route(contract.searchAnalyzerTemplates, whole(0, 'analyzerTemplate'))
  route(contract.listCaseTemplatesV1, whole(1, 'caseTemplate'))
  route(contract.listCustomFields, whole(0, 'customField'))
  route(contract.searchCustomFields, whole(0, 'customField'))
  route(contract.listCustomFieldsV1, whole(1, 'customField'))
  route(contract.searchObservableTypes, whole(0, 'observableType'))
  route(contract.listOrganisations, whole(0, 'organisation'))
  route(contract.listOrganisationsV1, whole(1, 'organisation'))
  route(contract.searchOrganisations, whole(0, 'organisation'))
}

function similarRoutes(route: Route, deps: PlatformDeps): void {
  const { db } = deps

  /** Observables of the first that are found through the second. */
  const observables = async <V>(
    caller: Caller,
    version: Version,
    source: Source,
    and?: Expression<SqlBool>,
  ): Promise<V[]> => {
    const scope = await scopeOf(deps, caller, version)
    const where = every([
      visible(scope, 'observable'),
      conditionOf(scope, source),
      ...(and ? [and] : []),
    ])
    const range = { offset: 0, limit: maxSimilar }
    const read = { where, sort: [], range, isSlow: false }
    const { batches } = await readEntities(db, scope, 'observable', read)
    return asArray(renderBatches(db, scope, 'observable', batches, shownBare)) as V[]
  }
  const similarTo = (from: Source): Source => ({
    kind: 'link',
    entity: 'observable',
    from,
    step: 'similar',
  })
  const one = (entity: Entity, idOrName: string): Source => ({ kind: 'one', entity, idOrName })
  const observablesOf = (entity: Entity, id: string): Source => ({
    kind: 'link',
    entity: 'observable',
    from: one(entity, id),
    step: 'observables',
  })

  route(contract.listSimilarObservables, async ({ caller, params }) => {
    const { id } = await requireObservable(db, caller.organization, params.id)
    return observables<ObservableV0>(caller, 0, similarTo(one('observable', id)))
  })

  /** The other is an alert or a case; its id says which. */
  const ownedBy = async ({ organization }: Caller, idOrName: string) => {
    const alert = await findAlert(db, organization, idOrName)
    if (alert) return sql<SqlBool>`observables.alert_id = ${alert.id}`
    const found = await findCase(db, organization, idOrName)
    if (!found) throw caseNotFound()
    return sql<SqlBool>`observables.case_id = ${found.id}`
  }

  route(contract.listObservablesLikeAlert, async ({ caller, params }) => {
    const { id } = await requireAlert(db, caller.organization, params.id)
    const owned = await ownedBy(caller, params.other)
    return observables<ObservableV1>(caller, 1, similarTo(observablesOf('alert', id)), owned)
  })
  route(contract.listObservablesLikeCase, async ({ caller, params }) => {
    const { id } = await requireCase(db, caller.organization, params.id)
    const owned = await ownedBy(caller, params.other)
    return observables<ObservableV1>(caller, 1, similarTo(observablesOf('case', id)), owned)
  })

  const links = async <V>(caller: Caller, version: Version, idOrNumber: string): Promise<V[]> => {
    const { id } = await requireCase(db, caller.organization, idOrNumber)
    const steps = [{ _name: 'getCase', idOrName: id }, { _name: 'linkedCases' }]
    const { body } = await runQuery(deps, caller, version, steps)
    return typeof body === 'number' ? [] : asArray(body as Batches<V>)
  }
  route(contract.listLinkedCases, ({ caller, params }) => links(caller, 0, params.id))
  route(contract.listLinkedCasesV1, ({ caller, params }) => links(caller, 1, params.id))
}
