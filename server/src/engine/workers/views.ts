import { basename } from 'node:path'
import type { Worker } from '@assay/contract'
import { type Caller, isOrgadmin } from '../../domain/caller.ts'
import { compareVersions } from '../../domain/definition-reading.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { WorkerRow } from './store.ts'

/** Of its configuration, which is sealed: only for administrators. */
export type Opened = Pick<Worker, 'configuration' | 'credentialId'>

/**
 * What a caller sees of a worker. Rate, cache and configuration are orgadmin's business; the
 * configuration is opened by the caller of this function, because it is sealed.
 */
export function workerView(
  row: WorkerRow,
  caller: Caller,
  catalogue: Catalogue,
  opened?: Opened,
): Worker {
  const definition = catalogue.find(row.type, row.definition_id)
  const newest = catalogue.newest(row.type, row.definition_name)
  return {
    _id: row.id,
    id: row.id,
    _type: 'worker',
    _routing: row.organization,
    _parent: row.organization,
    name: row.name,
    type: row.type,
    workerDefinitionId: row.definition_id,
    ...(row.type === 'analyzer' ? { analyzerDefinitionId: row.definition_id } : {}),
    version: row.version,
    description: row.description,
    author: row.author,
    url: row.url,
    license: row.license,
    baseConfig: row.base_config,
    dataTypeList: JSON.parse(row.data_type_list),
    ...(definition?.needsNetwork ? { needsNetwork: true } : {}),
    ...(definition?.inputItems ? { inputItems: [...definition.inputItems] } : {}),
    ...(row.docker_image === null ? {} : { dockerImage: row.docker_image }),
    // The path reveals the layout of the server; the name is enough.
    ...(row.command === null ? {} : { command: basename(row.command) }),
    ...(row.job_timeout === null ? {} : { jobTimeout: row.job_timeout }),
    ...(row.max_tlp === null ? {} : { maxTlp: row.max_tlp }),
    ...(row.max_pap === null ? {} : { maxPap: row.max_pap }),
    ...(isOrgadmin(caller)
      ? {
          jobCache: row.job_cache,
          rate: row.rate,
          rateUnit: row.rate_unit,
          maxConcurrent: row.max_concurrent,
          pool: row.pool,
          budget: row.budget_id,
          budgetCost: row.budget_cost,
          whenFull: row.when_full,
        }
      : {}),
    ...opened,
    ...(definition ? {} : { obsolete: true }),
    ...(newest && compareVersions(newest.version, row.version) > 0
      ? { availableDefinitionId: newest.id }
      : {}),
    createdAt: row.created_at,
    createdBy: row.created_by,
    ...(row.updated_at === null ? {} : { updatedAt: row.updated_at }),
    ...(row.updated_by === null ? {} : { updatedBy: row.updated_by }),
  }
}
