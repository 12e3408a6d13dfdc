import { contract, type ListInput, type Worker } from '@assay/contract'
import { type Caller, isOrgadmin } from '../../domain/caller.ts'
import type { WorkerType } from '../../domain/definition.ts'
import { notFound } from '../../domain/errors.ts'
import { parseListing } from '../../domain/listing.ts'
import { mapRows, type Rows } from '../../domain/rows.ts'
import type { Context, Route } from '../../http/route.ts'
import { openConfiguration } from '../configurations/sealed.ts'
import type { EngineDeps } from '../deps.ts'
import { credentialId } from './credential.ts'
import { changeWorker, disableWorker, enableWorker, type WorkerChange } from './enable.ts'
import { quotasOf } from './quotas.ts'
import { findSharedConfig, listSharedConfigs, saveSharedConfig } from './shared-configs.ts'
import { findWorker, searchWorkers, type WorkerRow } from './store.ts'
import { workerView } from './views.ts'

/** The same calls for analyzers and for responders. */
const calls = {
  analyzer: {
    list: contract.listAnalyzers,
    search: contract.searchAnalyzers,
    listOfOrganization: contract.listOrganizationAnalyzers,
    byType: contract.listAnalyzersByType,
    get: contract.getAnalyzer,
    enable: contract.enableAnalyzer,
    update: contract.updateAnalyzer,
    disable: contract.disableAnalyzer,
    configs: contract.listAnalyzerConfigs,
    config: contract.getAnalyzerConfig,
    updateConfig: contract.updateAnalyzerConfig,
  },
  responder: {
    list: contract.listResponders,
    search: contract.searchResponders,
    listOfOrganization: contract.listOrganizationResponders,
    byType: contract.listRespondersByType,
    get: contract.getResponder,
    enable: contract.enableResponder,
    update: contract.updateResponder,
    disable: contract.disableResponder,
    configs: contract.listResponderConfigs,
    config: contract.getResponderConfig,
    updateConfig: contract.updateResponderConfig,
  },
} as const

export function workerRoutes(route: Route, deps: EngineDeps): void {
  for (const type of ['analyzer', 'responder'] as const) routesOf(route, deps, type)
  route(contract.listQuotas, ({ caller }) =>
    quotasOf(deps.db, caller.organization, deps.clock.now()),
  )
}

const changesClaims = ({ budget, maxConcurrent, pool }: WorkerChange) =>
  budget !== undefined || maxConcurrent !== undefined || pool !== undefined

function routesOf(route: Route, deps: EngineDeps, type: WorkerType): void {
  const { db, dialect, catalogue, secrets } = deps
  const call = calls[type]

  const view = (row: WorkerRow, caller: Caller): Worker =>
    workerView(row, caller, catalogue, isOrgadmin(caller) ? opened(row) : undefined)
  const opened = (row: WorkerRow) => {
    const configuration = openConfiguration(secrets, row)
    const id = credentialId(secrets, row.organization, configuration)
    return { configuration, ...(id === undefined ? {} : { credentialId: id }) }
  }

  const listing = async ({
    caller,
    input,
  }: {
    caller: Caller
    input: ListInput
  }): Promise<Rows<Worker>> => {
    const found = await searchWorkers(db, dialect, caller.organization, type, parseListing(input))
    return mapRows(found, (row) => view(row, caller))
  }
  route(call.list, listing)
  route(call.search, listing)
  route(call.listOfOrganization, listing)

  // Never with configuration, not even for orgadmin: this list is for users who submit.
  route(call.byType, async ({ caller, params }: Context<typeof contract.listAnalyzersByType>) => {
    const found = await searchWorkers(db, dialect, caller.organization, type, {
      ...parseListing({ range: 'all' }),
      criteria: { kind: 'equals', field: 'dataTypeList', value: params.dataType },
    })
    return mapRows(found, (row) => workerView(row, caller, catalogue))
  })

  route(call.get, async ({ caller, params }: Context<typeof contract.getAnalyzer>) => {
    const row = await findWorker(db, caller.organization, type, params.id)
    if (!row) throw notFound('worker', params.id)
    return view(row, caller)
  })

  route(
    call.enable,
    async ({ caller, origin, params, input }: Context<typeof contract.enableAnalyzer>) => {
      const row = await enableWorker(deps, caller, origin, type, params.id, input)
      if (changesClaims(input)) deps.workersChanged()
      return workerView(row, caller, catalogue)
    },
  )

  route(
    call.update,
    async ({ caller, origin, params, input }: Context<typeof contract.updateAnalyzer>) => {
      const row = await changeWorker(deps, caller, origin, type, params.id, input)
      if (changesClaims(input)) deps.workersChanged()
      return view(row, caller)
    },
  )

  route(call.disable, ({ caller, origin, params }: Context<typeof contract.disableAnalyzer>) =>
    disableWorker(deps, caller, origin, type, params.id),
  )

  route(call.configs, ({ caller }: Context<typeof contract.listAnalyzerConfigs>) =>
    listSharedConfigs(deps, caller.organization, type),
  )

  route(call.config, ({ caller, params }: Context<typeof contract.getAnalyzerConfig>) =>
    findSharedConfig(deps, caller.organization, type, params.name),
  )

  route(
    call.updateConfig,
    ({ caller, origin, params, input }: Context<typeof contract.updateAnalyzerConfig>) =>
      saveSharedConfig(deps, caller, origin, type, params.name, input.config),
  )
}
