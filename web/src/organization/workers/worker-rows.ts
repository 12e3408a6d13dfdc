import type { WorkerDefinition } from '@assay/contract'
import type { SharedConfig } from '../configuration/use-shared-configs.ts'
import { isEmpty } from '../configuration/values.ts'
import type { EnabledWorker } from './use-workers.ts'

/** An enabled worker, or a definition that is not enabled. */
export interface WorkerRow {
  readonly id: string
  readonly name: string
  readonly dataTypes: readonly string[]
  readonly definition: WorkerDefinition | undefined
  readonly worker: EnabledWorker | undefined
  /** Required settings without a value. */
  readonly missing: readonly string[]
}

export const workerFilters = ['enabled', 'available', 'obsolete', 'needs-config'] as const
export type WorkerFilter = (typeof workerFilters)[number]

/** Enabled ones first, then what else the catalogue offers, each by name. */
export function workerRows(
  definitions: readonly WorkerDefinition[],
  workers: readonly EnabledWorker[],
  shared: readonly SharedConfig[],
): WorkerRow[] {
  const byId = new Map(definitions.map((definition) => [definition.id, definition]))
  const used = new Set(workers.map(({ workerDefinitionId }) => workerDefinitionId))
  const enabled = workers.map((worker): WorkerRow => {
    const definition = byId.get(worker.workerDefinitionId)
    return {
      id: worker.id,
      name: worker.name,
      dataTypes: worker.dataTypeList,
      definition,
      worker,
      missing: definition ? missingItems(definition, worker.setItems) : [],
    }
  })
  const available = definitions
    .filter(({ id }) => !used.has(id))
    .map(
      (definition): WorkerRow => ({
        id: definition.id,
        name: definition.id,
        dataTypes: definition.dataTypeList,
        definition,
        worker: undefined,
        missing: missingItems(definition, sharedItems(definition, shared)),
      }),
    )
  const byName = (a: WorkerRow, b: WorkerRow) => a.name.localeCompare(b.name)
  return [...enabled.toSorted(byName), ...available.toSorted(byName)]
}

const missingItems = ({ configurationItems }: WorkerDefinition, set: readonly string[]) =>
  configurationItems
    .filter(({ required, defaultValue }) => required && isEmpty(defaultValue))
    .map(({ name }) => name)
    .filter((name) => !set.includes(name))

const sharedItems = ({ baseConfig }: WorkerDefinition, shared: readonly SharedConfig[]) =>
  shared
    .filter(({ name }) => name === 'global' || name === baseConfig)
    .flatMap(({ setItems }) => setItems)

export const passes: Record<WorkerFilter, (row: WorkerRow) => boolean> = {
  enabled: ({ worker }) => worker !== undefined,
  available: ({ worker }) => worker === undefined,
  obsolete: ({ worker }) => worker?.obsolete === true,
  'needs-config': ({ missing }) => missing.length > 0,
}

export const countOf = (rows: readonly WorkerRow[], filter: WorkerFilter) =>
  rows.filter(passes[filter]).length
