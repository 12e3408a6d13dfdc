import { createHash } from 'node:crypto'
import type { contract, Input } from '@assay/contract'
import type { Deps } from '../../deps.ts'
import type { Caller, Origin } from '../../domain/caller.ts'
import type { Definition, WorkerType } from '../../domain/definition.ts'
import {
  AppError,
  AttributeCheckingError,
  type AttributeError,
  badRequest,
  conflict,
  notFound,
} from '../../domain/errors.ts'
import { imageProblem } from '../../domain/images.ts'
import { defaultPool } from '../../domain/needs.ts'
import { unmarked } from '../../domain/secret-references.ts'
import { audit } from '../../identity/audit/store.ts'
import { secretReferenceProblems } from '../../identity/secret-references/save.ts'
import type { Db } from '../../storage/database.ts'
import { imageRules } from '../catalogue/images.ts'
import { openSealed } from '../configurations/sealed.ts'
import type { EngineDeps } from '../deps.ts'
import { holdReferences, referenceProblems } from '../resources/references.ts'
import { budgetColumns, lockBudgets, moveHeldJobs, refuseBudget, retryRefused } from './budget.ts'
import { checkedConfiguration, configurationColumns } from './configuration.ts'
import {
  deleteWorker,
  findWorker,
  freeWaitingJobs,
  insertWorker,
  moveWaitingJobs,
  updateWorker,
  type WorkerRow,
} from './store.ts'

type Values = Record<string, unknown>
export type NewWorker = Input<typeof contract.enableAnalyzer>
export type WorkerChange = Input<typeof contract.updateAnalyzer>

/** Stable: the same name enabled again is the same worker, with its history of jobs. */
const workerId = (organization: string, name: string, type: WorkerType) =>
  createHash('md5').update(`${organization}_${name}_${type}`).digest('hex')

/** What a worker takes over from its definition. */
const definitionColumns = (definition: Definition) => ({
  definition_id: definition.id,
  definition_name: definition.name,
  version: definition.version,
  description: definition.description,
  author: definition.author,
  url: definition.url,
  license: definition.license,
  base_config: definition.baseConfig,
  command: definition.command,
  working_folder: definition.workingFolder,
  docker_image: definition.dockerImage,
  builtin: definition.builtin,
  definition_config: JSON.stringify(definition.config),
})

export async function enableWorker(
  deps: EngineDeps,
  caller: Caller,
  origin: Origin,
  type: WorkerType,
  definitionId: string,
  input: NewWorker,
): Promise<WorkerRow> {
  const { db, dialect, catalogue } = deps
  const definition = catalogue.find(type, definitionId)
  if (!definition) throw new AppError('NotFoundError', `Worker ${definitionId} not found`)
  const { organization } = caller
  refusePool(deps, input.pool)
  const given = input.configuration ?? {}
  const items = definition.configurationItems
  const problems = await referenceProblems(deps, organization, items, given)
  const save = db.transaction().execute(async (tx) => {
    if (problems.length === 0) await holdReferences(deps, tx, organization, items, given)
    return insertEnabled(deps, tx, organization, caller, origin, definition, input, problems)
  })
  return save.catch((error: unknown) => {
    throw dialect.isUniqueViolation(error) ? conflict(type, input.name) : error
  })
}

/** Also for an organization that the caller has just made and is not a member of. */
export async function insertEnabled(
  { clock, config, secrets }: Pick<Deps, 'clock' | 'config' | 'secrets'>,
  tx: Db,
  organization: string,
  caller: Caller,
  origin: Origin,
  definition: Definition,
  input: NewWorker,
  problems: readonly AttributeError[] = [],
): Promise<WorkerRow> {
  const { type } = definition
  await refuseBudget(tx, organization, input.budget)
  const given = input.configuration ?? {}
  const configuration = checkedConfiguration(definition, given, config, [
    ...problems,
    ...secretReferenceProblems(config, organization, given),
  ])
  const id = workerId(organization, input.name, type)
  const now = clock.now()
  const row = await insertWorker(tx, {
    id,
    organization,
    type,
    name: input.name,
    ...definitionColumns(definition),
    data_type_list: JSON.stringify(input.dataTypeList ?? definition.dataTypeList),
    ...configurationColumns(secrets, id, { ...definition.config }, configuration),
    ...limitColumns(input),
    created_at: now,
    created_by: caller.login,
  })
  await audit(tx, { login: caller.login, ...origin }, now, {
    action: `${type}.enable`,
    objectType: type,
    objectId: id,
    organization,
    details: { name: row.name, definition: definition.id },
  })
  return row
}

/** The limits that a caller may set; null clears one. */
const limitColumns = (input: NewWorker | WorkerChange) => ({
  ...(input.rate === undefined ? {} : { rate: input.rate }),
  ...(input.rateUnit === undefined ? {} : { rate_unit: input.rateUnit }),
  ...(input.jobCache === undefined ? {} : { job_cache: input.jobCache }),
  ...(input.jobTimeout === undefined ? {} : { job_timeout: input.jobTimeout }),
  ...(input.maxConcurrent === undefined ? {} : { max_concurrent: input.maxConcurrent }),
  ...(input.pool === undefined ? {} : { pool: input.pool === defaultPool ? null : input.pool }),
  ...budgetColumns(input),
})

export async function changeWorker(
  deps: EngineDeps,
  caller: Caller,
  origin: Origin,
  type: WorkerType,
  id: string,
  input: WorkerChange,
): Promise<WorkerRow> {
  const { db, clock, dialect } = deps
  const row = await findWorker(db, caller.organization, type, id)
  if (!row) throw notFound('worker', id)
  const definition = targetDefinition(deps, row, input.workerDefinitionId)
  if (input.dockerImage !== undefined) refuseImage(deps, input.dockerImage)
  refusePool(deps, input.pool)
  const configuration = await newConfiguration(deps, row, definition, input)
  const now = clock.now()
  const { configuration: _, ...shown } = input
  return db.transaction().execute(async (tx) => {
    await configuration?.hold(tx)
    await lockBudgets(tx, dialect, [row.budget_id, input.budget])
    await refuseBudget(tx, caller.organization, input.budget)
    const changed = await updateWorker(tx, caller.organization, id, {
      ...(input.name === undefined ? {} : { name: input.name }),
      ...(input.workerDefinitionId && definition
        ? {
            ...definitionColumns(definition),
            data_type_list: JSON.stringify(definition.dataTypeList),
          }
        : {}),
      ...(input.dataTypeList === undefined
        ? {}
        : { data_type_list: JSON.stringify(input.dataTypeList) }),
      ...(input.dockerImage === undefined ? {} : { docker_image: input.dockerImage }),
      ...limitColumns(input),
      ...configuration?.columns,
      updated_at: now,
      updated_by: caller.login,
    })
    await moveWaitingJobs(tx, row, changed)
    await moveHeldJobs(tx, row, changed.budget_id)
    if (input.configuration) await retryRefused(tx, changed.budget_id)
    await audit(tx, { login: caller.login, ...origin }, now, {
      action: `${type}.update`,
      objectType: type,
      objectId: id,
      organization: caller.organization,
      details: { ...shown, ...(input.configuration ? { configuration: 'changed' } : {}) },
    })
    return changed
  })
}

/** A pool may be close to what others must not reach: the operator says which ones are for choosing. */
function refusePool({ config }: Pick<Deps, 'config'>, pool: string | null | undefined): void {
  const { pools } = config.job
  if (pool === undefined || pool === null || pool === defaultPool || pools.includes(pool)) return
  const open = pools.length > 0 ? `one of ${pools.join(', ')}` : 'only default'
  throw badRequest(
    `The pool ${pool} may not be chosen here, ${open}; the operator can add it to job.pools`,
  )
}

/** Checked again before each run: the catalog and the settings change. */
function refuseImage(deps: EngineDeps, image: string): void {
  const problem = imageProblem(image, imageRules(deps))
  if (problem !== undefined) throw badRequest(problem)
}

/** Switching goes between versions of one definition: another one would be another worker. */
function targetDefinition({ catalogue }: EngineDeps, row: WorkerRow, wanted: string | undefined) {
  const definition = catalogue.find(row.type, wanted ?? row.definition_id)
  if (wanted !== undefined && definition?.name !== row.definition_name)
    throw new AppError('NotFoundError', `Worker ${wanted} not found`)
  return definition
}

/** A new version keeps the old values; unknown ones are dropped. */
async function newConfiguration(
  deps: EngineDeps,
  row: WorkerRow,
  definition: Definition | undefined,
  input: WorkerChange,
) {
  const { secrets, config } = deps
  if (input.configuration === undefined && input.workerDefinitionId === undefined) return undefined
  const fixed: Values = definition ? { ...definition.config } : JSON.parse(row.definition_config)
  const before = openSealed(secrets, row)
  if (!definition) {
    const given = { ...(input.configuration ?? {}) }
    const wrong = secretReferenceProblems(config, row.organization, given, before)
    if (wrong.length > 0) throw new AttributeCheckingError('worker.configuration', wrong)
    const columns = configurationColumns(secrets, row.id, fixed, given, before)
    return { columns, hold: async () => undefined }
  }
  const given = input.configuration ?? knownValues(definition, unmarked(before))
  const items = definition.configurationItems
  const problems = [
    ...(await referenceProblems(deps, row.organization, items, given)),
    ...secretReferenceProblems(config, row.organization, given, before),
  ]
  const complete = checkedConfiguration(definition, given, config, problems)
  return {
    columns: configurationColumns(secrets, row.id, fixed, complete, before),
    hold: (tx: Db) => holdReferences(deps, tx, row.organization, items, complete),
  }
}

const commonNames =
  /^(proxy_https?|cacerts|jobTimeout|jobCache|auto_extract_artifacts|(check|max)_(tlp|pap))$/

const knownValues = (definition: Definition, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) =>
        value !== null &&
        (commonNames.test(name) ||
          definition.configurationItems.some((item) => item.name === name)),
    ),
  )

export async function disableWorker(
  { db, clock, dialect }: EngineDeps,
  caller: Caller,
  origin: Origin,
  type: WorkerType,
  id: string,
): Promise<void> {
  const row = await findWorker(db, caller.organization, type, id)
  if (!row) throw notFound('worker', id)
  await db.transaction().execute(async (tx) => {
    await lockBudgets(tx, dialect, [row.budget_id])
    await deleteWorker(tx, caller.organization, id)
    await freeWaitingJobs(tx, row)
    await moveHeldJobs(tx, row, null)
    await audit(tx, { login: caller.login, ...origin }, clock.now(), {
      action: `${type}.disable`,
      objectType: type,
      objectId: id,
      organization: caller.organization,
      details: { name: row.name },
    })
  })
}
