import type { BaseConfig } from '@assay/contract'
import type { Caller, Origin } from '../../domain/caller.ts'
import { completeShared } from '../../domain/configuration.ts'
import type { WorkerType } from '../../domain/definition.ts'
import { AttributeCheckingError, badRequest, notFound } from '../../domain/errors.ts'
import { audit } from '../../identity/audit/store.ts'
import { secretReferenceProblems } from '../../identity/secret-references/save.ts'
import { type BaseConfigDescription, baseConfigs } from '../catalogue/base-configs.ts'
import { sharedConfigContext } from '../configurations/sealed.ts'
import type { EngineDeps } from '../deps.ts'
import { holdReferences, referenceProblems } from '../resources/references.ts'
import { commonItems } from './configuration.ts'

/** Shared configurations fill the form in which a worker is enabled; they are never merged later. */
export async function listSharedConfigs(
  deps: EngineDeps,
  organization: string,
  type: WorkerType,
): Promise<BaseConfig[]> {
  const rows = await deps.db
    .selectFrom('worker_configs')
    .select(['name', 'config_sealed'])
    .where('organization', '=', organization)
    .where('type', '=', type)
    .execute()
  const stored = new Map(rows.map((row) => [row.name, row.config_sealed]))
  return describe(deps, type).map((base) => {
    const sealed = stored.get(base.name)
    const place = sharedConfigContext(organization, type, base.name)
    return view(base, sealed === undefined ? {} : JSON.parse(deps.secrets.open(place, sealed)))
  })
}

export async function findSharedConfig(
  deps: EngineDeps,
  organization: string,
  type: WorkerType,
  name: string,
): Promise<BaseConfig> {
  const found = (await listSharedConfigs(deps, organization, type)).find(
    (config) => config.name === name,
  )
  if (!found) throw notFound('config', name)
  return found
}

/** Unknown keys are dropped, defaults filled in, empty items left out. */
export async function saveSharedConfig(
  deps: EngineDeps,
  caller: Caller,
  origin: Origin,
  type: WorkerType,
  name: string,
  given: unknown,
): Promise<BaseConfig> {
  const { db, clock, secrets } = deps
  const base = describe(deps, type).find((candidate) => candidate.name === name)
  if (!base) throw notFound('config', name)
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw badRequest('attribute config has invalid format')
  const { configuration, errors } = completeShared(
    base.configurationItems,
    given as Record<string, unknown>,
  )
  const now = clock.now()
  const { organization, login } = caller
  const items = base.configurationItems
  const before = (await findSharedConfig(deps, organization, type, name)).config
  const problems = [
    ...(await referenceProblems(deps, organization, items, configuration)),
    ...secretReferenceProblems(deps.config, organization, configuration, before),
  ]
  if (errors.length > 0 || problems.length > 0)
    throw new AttributeCheckingError('workerConfig', [...errors, ...problems])
  const sealed = secrets.seal(
    sharedConfigContext(organization, type, name),
    JSON.stringify(configuration),
  )
  const changed = { config_sealed: sealed, updated_at: now, updated_by: login }
  await db.transaction().execute(async (tx) => {
    await holdReferences(deps, tx, organization, items, configuration)
    await tx
      .insertInto('worker_configs')
      .values({ organization, type, name, ...changed })
      .onConflict((conflict) =>
        conflict.columns(['organization', 'type', 'name']).doUpdateSet(changed),
      )
      .execute()
    await audit(tx, { login, ...origin }, now, {
      action: `${type}.config`,
      objectType: 'workerConfig',
      objectId: name,
      organization,
      details: { items: Object.keys(configuration) },
    })
  })
  return view(base, { ...configuration })
}

const describe = ({ catalogue, config }: EngineDeps, type: WorkerType) =>
  baseConfigs(catalogue.definitions(type), commonItems(type, config))

const view = (base: BaseConfigDescription, config: Record<string, unknown>): BaseConfig => ({
  name: base.name,
  workers: [...base.workers],
  configurationItems: [...base.configurationItems],
  config,
})
