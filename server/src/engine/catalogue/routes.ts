import { basename } from 'node:path'
import { contract, type WorkerDefinition } from '@assay/contract'
import type { Definition, WorkerType } from '../../domain/definition.ts'
import { runnersOffered } from '../../domain/offers.ts'
import { rowsInMemory } from '../../domain/rows.ts'
import type { Context, Route } from '../../http/route.ts'
import type { EngineDeps } from '../deps.ts'

const calls = {
  analyzer: { list: contract.listAnalyzerDefinitions, scan: contract.scanAnalyzerDefinitions },
  responder: { list: contract.listResponderDefinitions, scan: contract.scanResponderDefinitions },
} as const

export function catalogueRoutes(route: Route, deps: EngineDeps): void {
  for (const type of ['analyzer', 'responder'] as const) routesOf(route, deps, type)
}

function routesOf(route: Route, { catalogue, offered, log }: EngineDeps, type: WorkerType): void {
  route(calls[type].list, async () => {
    const runnersFor = runnersOffered(offered())
    const rows = catalogue.definitions(type).map((definition) => ({
      ...definitionView(definition),
      runners: runnersFor(definition),
    }))
    return rowsInMemory(rows)
  })

  // Answered immediately: reading the catalog may take as long as its slowest address.
  route(calls[type].scan, async (_context: Context<typeof contract.scanAnalyzerDefinitions>) => {
    catalogue.scan().catch((err: unknown) => log.error({ err }, 'failed to read the catalog'))
  })
}

const definitionView = (definition: Definition): Omit<WorkerDefinition, 'runners'> => ({
  id: definition.id,
  name: definition.name,
  version: definition.version,
  description: definition.description,
  dataTypeList: [...definition.dataTypeList],
  author: definition.author,
  url: definition.url,
  license: definition.license,
  baseConfig: definition.baseConfig,
  configurationItems: [...definition.configurationItems],
  ...(definition.needsNetwork ? { needsNetwork: true } : {}),
  dockerImage: definition.dockerImage,
  command: definition.command === null ? null : basename(definition.command),
})
