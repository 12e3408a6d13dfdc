import type { ConfigurationItem, Worker, WorkerDefinition } from '@assay/contract'
import { analyzerName } from '../../../base/model/analyzer-name.ts'
import type { SharedConfig } from '../configuration/use-shared-configs.ts'
import { isEmpty } from '../configuration/values.ts'
import type { EnabledWorker } from './use-workers.ts'

/** An enabled worker, or a definition that is not enabled. */
export interface WorkerRow {
  readonly id: string
  /** As it is called technically; people read the title. */
  readonly name: string
  readonly title: string
  readonly description: string
  readonly dataTypes: readonly string[]
  readonly needsNetwork: boolean
  readonly definition: WorkerDefinition | undefined
  readonly worker: Omit<Worker, 'configuration'> | undefined
  /** Required settings without a value. */
  readonly missing: readonly string[]
}

export const workerFilters = ['all', 'on', 'attention'] as const
export type WorkerFilter = (typeof workerFilters)[number]

/** All by title, whatever is enabled: a switch that is used must not move its row. */
export function workerRows(
  definitions: readonly WorkerDefinition[],
  workers: readonly EnabledWorker[],
  shared: readonly SharedConfig[],
): WorkerRow[] {
  const byId = new Map(definitions.map((definition) => [definition.id, definition]))
  const used = new Set(workers.map(({ workerDefinitionId }) => workerDefinitionId))
  const enabled = workers.map((worker): WorkerRow => {
    const definition = byId.get(worker.workerDefinitionId)
    const missing = definition ? missingItems(definition, worker.setItems) : []
    return { ...rowOf(worker), definition, missing }
  })
  const available = definitions
    .filter(({ id }) => !used.has(id))
    .map(
      (definition): WorkerRow => ({
        id: definition.id,
        name: definition.id,
        title: analyzerName(definition.id),
        description: definition.description,
        dataTypes: definition.dataTypeList,
        needsNetwork: definition.needsNetwork === true,
        definition,
        worker: undefined,
        missing: missingItems(definition, sharedItems(definition, shared)),
      }),
    )
  return [...enabled, ...available].sort(byTitle)
}

/** What analysts see: all that is enabled, and nothing of its settings. */
export const enabledRows = (workers: readonly Worker[]): WorkerRow[] =>
  workers.map(rowOf).sort(byTitle)

const rowOf = (worker: Omit<Worker, 'configuration'>): WorkerRow => ({
  id: worker.id,
  name: worker.name,
  title: analyzerName(worker.name),
  description: worker.description,
  dataTypes: worker.dataTypeList,
  needsNetwork: worker.needsNetwork === true,
  definition: undefined,
  worker,
  missing: [],
})

const byTitle = (a: WorkerRow, b: WorkerRow) => a.title.localeCompare(b.title)

const missingItems = ({ configurationItems }: WorkerDefinition, set: readonly string[]) =>
  configurationItems
    .filter(({ required, defaultValue }) => required && isEmpty(defaultValue))
    .map(({ name }) => name)
    .filter((name) => !set.includes(name))

const sharedItems = ({ baseConfig }: WorkerDefinition, shared: readonly SharedConfig[]) =>
  shared
    .filter(({ name }) => name === 'global' || name === baseConfig)
    .flatMap(({ setItems }) => setItems)

/** By its own id, else by that of its definition, whose address does not change by enabling it. */
export const findRow = (rows: readonly WorkerRow[], id: string): WorkerRow | undefined =>
  rows.find((row) => row.id === id) ??
  rows.find((row) => (row.worker?.workerDefinitionId ?? row.definition?.id) === id)

/** Every word, in what it is called, what it says about itself, or its types. */
export function isFoundBy(row: WorkerRow, typed: string): boolean {
  const hay = [row.title, row.name, row.description, ...row.dataTypes].join(' ').toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => hay.includes(word))
}

/**
 * Others that are on and ask for the same: flavours of one service, and built-in analyzers whose
 * setting is described alike.
 */
export const sharersOf = (
  item: ConfigurationItem,
  row: WorkerRow,
  rows: readonly WorkerRow[],
): WorkerRow[] =>
  rows.filter(
    (other) =>
      other.id !== row.id &&
      other.worker !== undefined &&
      other.definition?.configurationItems.some(
        ({ name, type, multi, description }) =>
          name === item.name &&
          type === item.type &&
          multi === item.multi &&
          (other.definition?.baseConfig === row.definition?.baseConfig ||
            (description !== '' && description === item.description)),
      ),
  )
